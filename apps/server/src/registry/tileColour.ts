import { createHash } from 'node:crypto'

/** The colour of every letter on a tile: the kit's paper. */
export const letterColour = '#FBFAF7'
const minContrast = 4.5

type Rgb = readonly [number, number, number]

/** A calm ground for a tile, always the same for the same name, on which the letter can be read. */
export function colourOfName(name: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = createHash('sha256').update(name).digest()
  return readable(fromHsl(((a * 256 + b) / 65_536) * 360, 0.26 + (c / 255) * 0.18, 0.28 + (d / 255) * 0.1))
}

/** The nearest darker tone of a colour on which the letter can be read; one that will do stays as it is. */
export function readableGround(hex: string): string {
  return readable(toRgb(hex))
}

/** The WCAG contrast ratio of two colors: from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(toRgb(a)), luminance(toRgb(b))].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function readable(colour: Rgb): string {
  let tone = colour
  while (contrast(toHex(tone), letterColour) < minContrast) tone = tone.map((v) => v * 0.95) as unknown as Rgb
  return toHex(tone)
}

function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((v) => {
    const share = v / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12
    return 255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return [channel(0), channel(8), channel(4)]
}

const toRgb = (hex: string): Rgb => [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16)) as unknown as Rgb

const toHex = (colour: Rgb): string =>
  `#${colour.map((v) => Math.round(v).toString(16).padStart(2, '0').toUpperCase()).join('')}`
