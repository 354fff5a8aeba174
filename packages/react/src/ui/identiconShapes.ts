import { hashText } from './hashText.ts'

/** One quarter circle of an identicon: its corner, how far it is turned, and its tone. */
export type Quarter = { x: 0 | 20; y: 0 | 20; turn: 0 | 90 | 180 | 270; lightness: 44 | 58 }

export type IdenticonShapes = { hue: number; quarters: readonly Quarter[] }

const corners = [
  { x: 0, y: 0 },
  { x: 20, y: 0 },
  { x: 0, y: 20 },
  { x: 20, y: 20 },
] as const
const turns = [0, 90, 180, 270] as const

/** The picture of an address, the same for every spelling of it and the same as our wallets draw. */
export function identiconShapes(address: string): IdenticonShapes {
  const bits = scatter(address.startsWith('0x') ? address.toLowerCase() : address)
  const quarters = corners.map((corner, index): Quarter => {
    const turn = turns[(bits >>> (10 + index * 2)) & 3] ?? 0
    return { ...corner, turn, lightness: (bits >>> (20 + index)) & 1 ? 44 : 58 }
  })
  return { hue: bits % 360, quarters }
}

/** A final stir, so that addresses that differ in one digit differ everywhere. */
function scatter(text: string): number {
  const hash = hashText(text)
  const stirred = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  return (stirred ^ (stirred >>> 15)) >>> 0
}
