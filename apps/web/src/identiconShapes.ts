/** One quarter of an identicon: its corner, what fills it and how that is turned. */
export type Quarter = { x: 0 | 10; y: 0 | 10; shape: 'leaf' | 'disc' | 'bar' | 'blank'; turn: number }

export type IdenticonShapes = { hue: number; quarters: readonly Quarter[] }

const shapes = ['leaf', 'leaf', 'leaf', 'disc', 'bar', 'leaf', 'disc', 'blank'] as const
const corners = [
  { x: 0, y: 0 },
  { x: 10, y: 0 },
  { x: 0, y: 10 },
  { x: 10, y: 10 },
] as const

/** The picture of an address: the same for every spelling of it, and unlike its neighbours'. */
export function identiconShapes(address: string): IdenticonShapes {
  const seed = scatter(address.toLowerCase())
  const quarters = corners.map((corner, index) => ({
    ...corner,
    shape: shapes[(seed >>> (index * 5)) & 7] ?? 'leaf',
    turn: ((seed >>> (index * 5 + 3)) & 3) * 90,
  }))
  return { hue: scatter(`${address.toLowerCase()}.`) % 360, quarters }
}

/** FNV-1a with a final mix, so that addresses that differ in one digit differ everywhere. */
function scatter(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
