import { describe, expect, it } from 'vitest'
import { contrast, parseColor, type Rgb } from './color.ts'
import { type LookName, looks, variablesOfLook } from './presets.ts'
import { themeCss } from './themeCss.ts'
import { weakPairs } from './weakPairs.ts'

const names = Object.keys(looks) as LookName[]
const modes = ['light', 'dark'] as const
const read = (text: unknown) => parseColor(String(text)) as Rgb

describe('looks', () => {
  it('are twelve beside Billfold’s own', () => expect(names).toHaveLength(12))

  describe.each(names)('%s', (name) => {
    it.each(modes)('reads at AA in every pair of colors, %s', (mode) => {
      const variables = variablesOfLook(name, mode)
      expect(weakPairs(mode, variables)).toEqual([])
      // The button's shape against the card.
      const accent = read(variables['--w3m-accent'])
      expect(contrast(accent, read(variables['--billfold-surface']))).toBeGreaterThanOrEqual(3)
    })

    it('says each color for both modes, in one value', () => {
      const both = variablesOfLook(name)
      for (const [key, value] of Object.entries(both)) {
        const [light, dark] = modes.map((mode) => variablesOfLook(name, mode)[key as never] as unknown)
        if (light === dark) expect(value).toBe(light)
        else expect(String(value)).toMatch(/light-dark\(.+, .+\)/)
      }
    })
  })
})

describe('weakPairs', () => {
  it('finds nothing in Billfold’s own colors, and text that a surface hides', () => {
    for (const mode of modes) expect(weakPairs(mode, {})).toEqual([])
    const hidden = weakPairs('light', { '--billfold-surface': '#808080' })
    expect(hidden.map(({ text, surface }) => `${text} on ${surface}`)).toContain('ink-2 on surface')
    expect(hidden[0]!.ratio).toBeLessThan(4.5)
  })
})

describe('themeCss', () => {
  it('gives a style sheet what the options would have set, and what the kit works out of it', () => {
    expect(
      themeCss('light', { '--w3m-accent': '#ffff00', '--billfold-surface': '#ffffff', '--billfold-density': 0.9 }),
    ).toBe(`:root {
  --billfold-accent: rgb(255 255 0);
  --billfold-on-accent: rgb(0 0 0);
  --billfold-accent-ink: rgb(111 111 12);
  --billfold-surface: #ffffff;
  --billfold-density: 0.9;
}
`)
  })
})
