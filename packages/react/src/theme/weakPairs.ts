import { contrast, parseColor, type Rgb } from './color.ts'
import { palettes } from './palette.ts'
import { type ThemeVariables, themeProperties } from './themeProperties.ts'

/** Text that is hard to read on a surface: WCAG asks for 4.5 : 1. */
export type WeakPair = { text: string; surface: string; ratio: number }

const enough = 4.5

/** The pairs of a theme's colors below AA in a mode; colors that cannot be read are passed over. */
export function weakPairs(mode: 'light' | 'dark', variables: ThemeVariables): WeakPair[] {
  const palette = palettes[mode]
  const properties = themeProperties(mode, variables, parseColor)
  const read = (name: string, otherwise: Rgb): Rgb => parseColor(properties[name as `--${string}`] ?? '') ?? otherwise
  const surface = read('--billfold-surface', palette.paper)
  const surfaces = {
    surface: read('--bf-paper', surface),
    raised: read('--bf-raised', read('--billfold-raised', palette.raised)),
    field: read('--bf-inset', read('--billfold-field', palette.inset)),
  }
  const texts = {
    ink: read('--billfold-ink', palette.ink),
    'ink-2': read('--billfold-ink-2', palette.ink2),
    'ink-3': read('--billfold-ink-3', palette.ink3),
    accent: read('--bf-accent-ink', palette.accent),
    caution: palette.caution,
    danger: palette.danger,
    done: palette.done,
  }
  const pairs = Object.entries(surfaces).flatMap(([on, color]) =>
    Object.entries(texts).map(([text, ink]) => ({ text, surface: on, ratio: contrast(ink, color) })),
  )
  const accent = read('--bf-accent', palette.accent)
  const onAccent = {
    text: 'on-accent',
    surface: 'accent',
    ratio: contrast(read('--bf-on-accent', palette.onAccent), accent),
  }
  return [...pairs, onAccent].filter(({ ratio }) => ratio < enough)
}
