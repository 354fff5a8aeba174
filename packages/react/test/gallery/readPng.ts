import { inflateSync } from 'node:zlib'
import type { Picture } from './picture.ts'

const signature = '89504e470d0a1a0a'
/** Bytes of a pixel by colour type: RGB, palette, RGBA. */
const pixelBytes: Record<number, number> = { 2: 3, 3: 1, 6: 4 }

/** Reads what browsers and `writePng` write: eight bits a channel, not interlaced. */
export function readPng(file: Buffer): Picture {
  if (file.toString('hex', 0, 8) !== signature) throw new Error('Not a PNG file')
  const chunks: { kind: string; body: Buffer }[] = []
  for (let at = 8; at < file.length; ) {
    const size = file.readUInt32BE(at)
    chunks.push({ kind: file.toString('latin1', at + 4, at + 8), body: file.subarray(at + 8, at + 8 + size) })
    at += size + 12
  }
  const header = chunks.find(({ kind }) => kind === 'IHDR')?.body
  if (!header) throw new Error('A PNG file without a header')
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const bytes = pixelBytes[header[9]!]
  if (header[8] !== 8 || bytes === undefined || header[12] !== 0) throw new Error('A kind of PNG file that is not read')
  const packed = chunks.filter(({ kind }) => kind === 'IDAT').map(({ body }) => body)
  const rows = unfilter(inflateSync(Buffer.concat(packed)), width * bytes, height, bytes)
  const palette = chunks.find(({ kind }) => kind === 'PLTE')?.body
  const pixels = new Uint8Array(width * height * 3)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [source, from] = palette ? [palette, rows[pixel]! * 3] : [rows, pixel * bytes]
    for (let channel = 0; channel < 3; channel++) pixels[pixel * 3 + channel] = source[from + channel]!
  }
  return { width, height, pixels }
}

/** Undoes the prediction that each row was written with. */
function unfilter(data: Buffer, stride: number, height: number, bytes: number): Uint8Array {
  const rows = new Uint8Array(stride * height)
  for (let y = 0; y < height; y++) {
    const filter = data[y * (stride + 1)]!
    const [from, to] = [y * (stride + 1) + 1, y * stride]
    for (let x = 0; x < stride; x++) {
      const left = x >= bytes ? rows[to + x - bytes]! : 0
      const above = y > 0 ? rows[to + x - stride]! : 0
      const corner = x >= bytes && y > 0 ? rows[to + x - stride - bytes]! : 0
      rows[to + x] = data[from + x]! + predicted(filter, left, above, corner)
    }
  }
  return rows
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  const guess = left + above - corner
  const [toLeft, toAbove, toCorner] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)]
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}
