/** A color as its three sRGB channels, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** Reads `#rgb`, `#rrggbb`, `rgb()` and the `color(srgb …)` that browsers compute; nothing else. */
export function parseColor(text: string): Rgb | undefined {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]
  if (hex) {
    const wide = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex
    return [0, 2, 4].map((at) => Number.parseInt(wide.slice(at, at + 2), 16)) as unknown as Rgb
  }
  const call = /^(rgba?|color)\(\s*(srgb\s)?([^)/]+)/i.exec(text.trim())
  if (!call || (call[1]?.toLowerCase() === 'color') !== Boolean(call[2])) return undefined
  const channels = (call[3] ?? '')
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, 3)
    .map(Number)
  if (channels.length !== 3 || channels.some(Number.isNaN)) return undefined
  const scale = call[2] ? 255 : 1
  return channels.map((channel) => Math.min(255, Math.max(0, channel * scale))) as unknown as Rgb
}

/** WCAG relative luminance, 0 (black) to 1 (white). */
function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG contrast ratio, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** `share` (0 to 1) of `b` in `a`, in whole channels. */
export const mix = (a: Rgb, b: Rgb, share: number): Rgb =>
  a.map((channel, at) => Math.round(channel + ((b[at] ?? 0) - channel) * share)) as unknown as Rgb

/** `color` moved towards `towards` as little as it takes to reach `ratio` on every one of `surfaces`. */
export function readableOn(color: Rgb, surfaces: readonly Rgb[], towards: Rgb, ratio = 4.5): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = mix(color, towards, share)
    if (surfaces.every((surface) => contrast(candidate, surface) >= ratio)) return candidate
  }
  return towards
}

/** A color as CSS text. */
export const cssColor = (color: Rgb): string => `rgb(${color.map((channel) => Math.round(channel)).join(' ')})`
