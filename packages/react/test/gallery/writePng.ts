import { crc32, deflateSync } from 'node:zlib'
import type { Picture } from './picture.ts'

const colours = 256

/** A small PNG file with at most 256 colors: surfaces keep theirs exactly, the soft edges of letters share some. */
export function writePng({ width, height, pixels }: Picture): Buffer {
  const { palette, indexOf } = paletteOf(pixels)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = indexOf((y * width + x) * 3)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(kind: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), body])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(body.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}

type Shade = { colour: number; count: number }

/** Neighboring colors are put together under the commonest of them; the rarest take the nearest that is left. */
function paletteOf(pixels: Uint8Array): { palette: Buffer; indexOf: (at: number) => number } {
  const colourAt = (at: number) => (pixels[at]! << 16) | (pixels[at + 1]! << 8) | pixels[at + 2]!
  const counts = new Map<number, number>()
  for (let at = 0; at < pixels.length; at += 3) counts.set(colourAt(at), (counts.get(colourAt(at)) ?? 0) + 1)
  const groups = new Map<number, Shade & { commonest: number }>()
  for (const [colour, count] of counts) {
    const key = ((colour >> 19) << 10) | (((colour >> 11) & 31) << 5) | ((colour >> 3) & 31)
    const group = groups.get(key)
    if (!group) groups.set(key, { colour, count, commonest: count })
    else {
      group.count += count
      if (count > group.commonest) Object.assign(group, { colour, commonest: count })
    }
  }
  const kept = [...groups.values()].sort((a, b) => b.count - a.count || a.colour - b.colour).slice(0, colours)
  const known = new Map<number, number>()
  const nearest = (colour: number): number => {
    const index = known.get(colour)
    if (index !== undefined) return index
    let best = 0
    for (let each = 1; each < kept.length; each++)
      if (distance(kept[each]!.colour, colour) < distance(kept[best]!.colour, colour)) best = each
    known.set(colour, best)
    return best
  }
  const bytes = kept.flatMap(({ colour }) => [colour >> 16, (colour >> 8) & 255, colour & 255])
  return { palette: Buffer.from(bytes), indexOf: (at) => nearest(colourAt(at)) }
}

const distance = (a: number, b: number): number =>
  ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2
