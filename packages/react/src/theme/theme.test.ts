import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast, cssColor, parseColor, type Rgb } from './color.ts'
import { palettes } from './palette.ts'
import { themeProperties } from './themeProperties.ts'

const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8')
const color = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)) as fc.Arbitrary<Rgb>
const modes = ['light', 'dark'] as const
const read = (text: string | undefined) => parseColor(text ?? '') as Rgb

describe('palette', () => {
  it.each(modes)('%s: every ink is readable on every surface', (mode) => {
    const { paper, raised, inset, onAccent, accent, ...inks } = palettes[mode]
    for (const surface of [paper, raised, inset])
      for (const ink of [...Object.values(inks), accent]) expect(contrast(ink, surface)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(modes)('%s: matches theme.css', (mode) => {
    const dark = css.indexOf('&[data-theme="dark"]')
    const block = mode === 'dark' ? css.slice(dark) : css.slice(0, dark)
    const declared = (name: string) => read(new RegExp(`--bf-${name}: (?:var\\(.*, )?(#[0-9a-f]{6})`).exec(block)?.[1])
    const { ink2, ink3, onAccent, ...rest } = palettes[mode]
    for (const [name, value] of Object.entries({ ...rest, 'ink-2': ink2, 'ink-3': ink3, 'on-accent': onAccent }))
      expect(declared(name), name).toEqual(value)
  })
})

describe('themeProperties', () => {
  it('keeps text readable with any accent and mix of a site', () => {
    fc.assert(
      fc.property(fc.constantFrom(...modes), color, color, fc.nat(100), (mode, accent, tint, strength) => {
        const got = themeProperties(
          mode,
          { '--w3m-accent': cssColor(accent), '--w3m-color-mix': cssColor(tint), '--w3m-color-mix-strength': strength },
          parseColor,
        )
        const palette = palettes[mode]
        const surfaces = (['paper', 'raised', 'inset'] as const).map((name) =>
          got[`--bf-${name}`] ? read(got[`--bf-${name}`]) : palette[name],
        )
        expect(contrast(read(got['--bf-on-accent']), read(got['--bf-accent']))).toBeGreaterThanOrEqual(4.5)
        for (const surface of surfaces) {
          expect(contrast(read(got['--bf-accent-ink']), surface)).toBeGreaterThanOrEqual(4.5)
          expect(contrast(palette.ink3, surface)).toBeGreaterThanOrEqual(4.5)
        }
      }),
    )
  })

  it('ignores what is no color', () => {
    expect(themeProperties('light', { '--w3m-accent': 'url(x)', '--w3m-color-mix': 'nope' }, parseColor)).toEqual({})
  })
})
