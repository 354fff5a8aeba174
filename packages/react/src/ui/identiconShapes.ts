import { hashText } from './hashText.ts'

export type IdenticonShapes = {
  hue: number
  cells: readonly { x: number; y: number; turn: number; kind: 'arc' | 'dot' | 'square' }[]
}

/** Calm two-tone shapes from an address: a 4 by 4 field, mirrored, the same for any spelling of the address. */
export function identiconShapes(address: string): IdenticonShapes {
  const text = address.toLowerCase()
  const cells: IdenticonShapes['cells'][number][] = []
  for (let y = 0; y < 4; y += 1)
    for (let x = 0; x < 2; x += 1) {
      const draw = hashText(`${text}/${x}/${y}`)
      const kind = (['arc', 'arc', 'square', 'dot', 'none'] as const)[draw % 5] ?? 'none'
      if (kind === 'none') continue
      const turn = ((draw >>> 8) % 4) * 90
      cells.push({ x, y, turn, kind }, { x: 3 - x, y, turn: mirrored(turn), kind })
    }
  return { hue: hashText(text) % 360, cells }
}

/** A quarter turn seen in a mirror that stands upright. */
const mirrored = (turn: number): number => (450 - turn) % 360
