import { findReferenceFault } from './findReferenceFault.ts'

/** Drawing and nothing else: what can run, load or animate is not among them. */
const elements = new Set(
  (
    'svg g path circle ellipse rect line polyline polygon defs linearGradient radialGradient stop clipPath mask pattern ' +
    'symbol use text tspan title desc'
  ).split(' '),
)

/** Why a file is not an SVG that may be shown to strangers, as the end of a sentence; undefined when it is one. */
export function findSvgFault(bytes: Uint8Array): string | undefined {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return 'is not a png, jpeg, webp or svg'
  }
  const drawing = text.replace(/^\s*<\?xml [^<>?]*\?>/, '').replace(/<!--(?!-?>)(?:(?!--).)*-->/gs, '')
  if (!/^\s*<svg[\s>]/.test(drawing)) return 'is not a png, jpeg, webp or svg'
  if (/<[!?]/.test(drawing)) return 'holds a declaration or an instruction, and may hold only shapes'
  for (const [, name = ''] of drawing.matchAll(/<\/?([^\s/>]*)/g))
    if (!elements.has(name)) return `holds <${name.slice(0, 40)}>, and may hold only shapes`
  if (/[\s"'/]on[a-z]+\s*=/i.test(drawing)) return 'holds a script'
  // A reference by another name (an entity, an escape) does not begin with a plain # and is refused with the rest.
  for (const [, value = ''] of drawing.matchAll(/href\s*=\s*["']?([^"'\s>]*)/gi))
    if (!value.startsWith('#')) return 'refers to something outside of it'
  for (const [, value = ''] of drawing.matchAll(/url\s*\(\s*["']?([^)]*)/gi))
    if (!value.startsWith('#')) return 'refers to something outside of it'
  if (/@import|\\|&(?!(?:amp|lt|gt|quot|apos);)/i.test(drawing)) return 'holds an escape, and may hold only plain text'
  return findReferenceFault(drawing)
}
