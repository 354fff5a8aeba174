type Rgb = readonly [number, number, number]
export type Theme = {
  themeMode?: 'light' | 'dark' | undefined
  themeVariables?: Readonly<Record<string, string | number>> | undefined
}

/** WCAG's minimum contrast for text. */
const minContrast = 4.5

/**
 * Applies the part of a site's theme that cannot hide anything: an accent with enough contrast, and sizes within readable limits. Background,
 * text color and font stay ours, so that no site can make a text invisible.
 */
export function applyTheme(root: HTMLElement, { themeMode, themeVariables = {} }: Theme): void {
  if (themeMode) root.dataset.theme = themeMode
  const set = (name: string, value: string | undefined) =>
    value === undefined ? root.style.removeProperty(name) : root.style.setProperty(name, value)
  const given = (name: string) => (Object.hasOwn(themeVariables, name) ? String(themeVariables[name]) : '')
  set('--frame-em', pixels(given('--w3m-font-size-master'), 9, 14))
  set('--frame-corner', pixels(given('--w3m-border-radius-master'), 0, 8))
  const accent = given('--w3m-accent') ? colorOf(root, given('--w3m-accent')) : undefined
  const paper = colorOf(root, getComputedStyle(root).getPropertyValue('--paper'))
  const pair = accent && paper && readableAccent(accent, paper)
  set('--accent', pair && css(pair.accent))
  set('--on-accent', pair && css(pair.onAccent))
}

/** An accent and its text color, if both are readable; undefined if the accent has too little contrast to the background. */
export function readableAccent(accent: Rgb, paper: Rgb): { accent: Rgb; onAccent: Rgb } | undefined {
  const onAccent = contrast(accent, white) >= contrast(accent, black) ? white : black
  if (contrast(accent, paper) < minContrast || contrast(accent, onAccent) < minContrast) return undefined
  return { accent, onAccent }
}

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
const css = (color: Rgb): string => `rgb(${color.join(' ')})`

/** A length within limits. */
function pixels(text: string, least: number, most: number): string | undefined {
  const [, number] = /^(\d{1,3}(?:\.\d{1,3})?)px$/.exec(text) ?? []
  return number === undefined ? undefined : `${Math.min(most, Math.max(least, Number(number)))}px`
}

/** A color as the browser parses it; undefined if it is invalid or transparent. */
function colorOf(root: HTMLElement, text: string): Rgb | undefined {
  if (!/^[#\w\s.,%()+-]{1,100}$/.test(text) || /\b(var|env|attr|url)\(/i.test(text) || !CSS.supports('color', text))
    return undefined
  const probe = root.appendChild(document.createElement('span'))
  probe.style.color = text
  const computed = getComputedStyle(probe).color
  probe.remove()
  const [, channels] = /^rgb\((\d+, \d+, \d+)\)$/.exec(computed) ?? []
  return channels?.split(', ').map(Number) as unknown as Rgb | undefined
}

/** WCAG's contrast of two colors, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
