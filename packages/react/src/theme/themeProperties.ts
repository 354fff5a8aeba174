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
  let surfaces: readonly Rgb[] = [palette.paper, palette.raised, palette.inset]

  const tint = resolve(variables['--w3m-color-mix'] ?? '')
  const wanted = Math.min(100, Math.max(0, Number(variables['--w3m-color-mix-strength']) || 0)) / 100
  if (tint && wanted > 0) {
    surfaces = bearable(surfaces, palette.ink3, tint, wanted)
    for (const [at, name] of (['--bf-paper', '--bf-raised', '--bf-inset'] as const).entries())
      properties[name] = cssColor(surfaces[at] ?? palette.paper)
  }
  const accent = resolve(variables['--w3m-accent'] ?? '')
  if (accent) {
    properties['--bf-accent'] = cssColor(accent)
    properties['--bf-on-accent'] = cssColor(contrast(accent, white) >= contrast(accent, black) ? white : black)
    properties['--bf-accent-ink'] = cssColor(readableOn(accent, surfaces, palette.ink))
  }
  for (const name of ['--w3m-font-family', '--w3m-font-size-master', '--w3m-border-radius-master'] as const) {
    const value = variables[name]
    if (value === 'inherit') properties['font-family'] = value
    else if (value) properties[name] = value
  }
  const layer = variables['--w3m-z-index']
  if (layer !== undefined) properties['--w3m-z-index'] = String(layer)
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
