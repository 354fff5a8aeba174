import { parseColor, type Rgb } from './color.ts'

/** Lets the browser compute any CSS color (names, hsl, oklch …) on an element that is in the page. */
export function resolveColor(probe: HTMLElement, css: string): Rgb | undefined {
  if (!css || !CSS.supports('color', css)) return undefined
  probe.style.color = `color-mix(in srgb, ${css} 100%, ${css})`
  const computed = getComputedStyle(probe).color
  probe.style.color = ''
  return parseColor(computed)
}
