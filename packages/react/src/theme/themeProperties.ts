import { contrast, cssColor, mix, type Rgb, readableOn } from './color.ts'
import { palettes } from './palette.ts'

/** The theme variables a site may set, by AppKit's names. */
export type ThemeVariables = {
  /** The font, which you load; `inherit` is the page's. By default Golos Text, which loads once the modal is open. */
  '--w3m-font-family'?: string
  /** The color of the main button and of links; green by default. Text on it stays readable. */
  '--w3m-accent'?: string
  /** A color that is mixed into the surfaces; none by default. */
  '--w3m-color-mix'?: string
  /** How much of it is mixed in, from 0 (the default) to 100. */
  '--w3m-color-mix-strength'?: number
  /** The unit of every font size; `10px` by default. */
  '--w3m-font-size-master'?: string
  /** The unit of every corner; `4px` by default, `0px` is square. */
  '--w3m-border-radius-master'?: string
  /** The card's color; everything on it follows. */
  '--billfold-surface'?: string
  /** The color of rows and quiet buttons; a shade of the surface by default. */
  '--billfold-raised'?: string
  /** The color of input fields. */
  '--billfold-field'?: string
  /** The color of text. */
  '--billfold-ink'?: string
  /** The color of quieter text. */
  '--billfold-ink-2'?: string
  /** The color of the quietest text. */
  '--billfold-ink-3'?: string
  /** The color of lines. */
  '--billfold-border'?: string
  /** The card's shadow, as CSS writes it. */
  '--billfold-shadow'?: string
  /** How much the page behind the dialog is blurred, such as `8px`; not at all by default. */
  '--billfold-blur'?: string
  /** The color over the page behind the dialog. */
  '--billfold-backdrop'?: string
  /** The height of rows and their distance: 1 by default, 0.85 is tighter. Nothing to press becomes smaller than 44 px. */
  '--billfold-density'?: number
  /** How slowly everything moves: 1 by default, 0 not at all. */
  '--billfold-pace'?: number
  /** The layer of what is not in the browser's top layer; `999` by default. */
  '--w3m-z-index'?: number
}

type Properties = { [name: `--${string}`]: string; 'font-family'?: string }

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]

/**
 * Custom properties for a site's variables. Whatever the site picks, text stays readable: the accent gets a legible
 * on-color and text shade, and surfaces take only as much of the mixed-in color as the quietest ink can bear.
 */
export function themeProperties(
  mode: 'light' | 'dark',
  variables: ThemeVariables,
  resolve: (css: string) => Rgb | undefined,
): Properties {
  const properties: Properties = {}
  const palette = palettes[mode]
  const own = (name: 'surface' | 'raised' | 'field' | 'ink' | 'ink-3', otherwise: Rgb) =>
    resolve(variables[`--billfold-${name}`] ?? '') ?? otherwise
  const [paper, ink] = [own('surface', palette.paper), own('ink', palette.ink)]
  // Rows are at most this far from the surface (theme.css).
  let surfaces: readonly Rgb[] = [paper, own('raised', mix(paper, ink, 0.05)), own('field', palette.inset)]

  const tint = resolve(variables['--w3m-color-mix'] ?? '')
  const wanted = Math.min(100, Math.max(0, Number(variables['--w3m-color-mix-strength']) || 0)) / 100
  if (tint && wanted > 0) {
    surfaces = bearable(surfaces, own('ink-3', palette.ink3), tint, wanted)
    for (const [at, name] of (['--bf-paper', '--bf-raised', '--bf-inset'] as const).entries())
      properties[name] = cssColor(surfaces[at] ?? palette.paper)
  }
  const accent = resolve(variables['--w3m-accent'] ?? '')
  if (accent) {
    properties['--bf-accent'] = cssColor(accent)
    properties['--bf-on-accent'] = cssColor(contrast(accent, white) >= contrast(accent, black) ? white : black)
    properties['--bf-accent-ink'] = cssColor(readableOn(accent, surfaces, ink))
  }
  // The others as they are.
  for (const [name, value] of Object.entries(variables)) {
    if (name === '--w3m-font-family' && value === 'inherit') properties['font-family'] = value
    else if (!/accent$|color/.test(name) && `${value ?? ''}`) properties[name as `--${string}`] = `${value}`
  }
  return properties
}

/** The surfaces with as much of `tint` as `wanted`, or less where the ink would no longer be readable. */
function bearable(surfaces: readonly Rgb[], ink: Rgb, tint: Rgb, wanted: number): readonly Rgb[] {
  for (let share = wanted; share > 0; share -= 0.01) {
    const mixed = surfaces.map((surface) => mix(surface, tint, share))
    if (mixed.every((surface) => contrast(surface, ink) >= 4.5)) return mixed
  }
  return surfaces
}
