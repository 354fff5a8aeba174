import { svgElement } from './element.ts'

/** A calm two-tone picture of an address: four quarter circles, turned and colored by it. */
export function identicon(document: Document, address: string): SVGElement {
  const bits = hash(address.startsWith('0x') ? address.toLowerCase() : address)
  const hue = bits % 360
  const cells = [0, 1, 2, 3].map((cell) => {
    const turn = (bits >>> (10 + cell * 2)) & 3
    const [x, y] = [(cell % 2) * 20, Math.floor(cell / 2) * 20]
    return svgElement(document, 'path', {
      d: 'M0 0H20A20 20 0 0 1 0 20Z',
      fill: `hsl(${hue} 38% ${(bits >>> (20 + cell)) & 1 ? 44 : 58}%)`,
      transform: `translate(${x} ${y}) rotate(${turn * 90} 10 10)`,
    })
  })
  const ground = svgElement(document, 'rect', { width: '40', height: '40', fill: `hsl(${hue} 30% 86%)` })
  return svgElement(
    document,
    'svg',
    { viewBox: '0 0 40 40', class: 'identicon', 'aria-hidden': 'true' },
    ground,
    ...cells,
  )
}

/** FNV-1a with a final stir, unsigned. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const letter of text) value = Math.imul(value ^ letter.charCodeAt(0), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b)
  return (value ^ (value >>> 15)) >>> 0
}
