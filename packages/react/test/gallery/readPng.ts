import { inflateSync } from 'node:zlib'
import type { Picture } from './picture.ts'

const signature = '89504e470d0a1a0a'
/** Bytes of a pixel by color type: RGB, palette, RGBA. */
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
  const source = palette ?? rows
  for (let pixel = 0, to = 0; pixel < width * height; pixel++) {
    const from = palette ? rows[pixel]! * 3 : pixel * bytes
    pixels[to++] = source[from]!
    pixels[to++] = source[from + 1]!
    pixels[to++] = source[from + 2]!
  }
  return { width, height, pixels }
}

/** Undoes the prediction that each row was written with. */
function unfilter(data: Buffer, stride: number, height: number, bytes: number): Uint8Array {
  const rows = new Uint8Array(stride * height)
  let above = new Uint8Array(stride)
  for (let y = 0; y < height; y++) {
    const from = y * (stride + 1) + 1
    const row = rows.subarray(y * stride, (y + 1) * stride)
    row.set(data.subarray(from, from + stride))
    undo[data[from - 1]!]!(row, above, bytes)
    above = row
  }
  return rows
}

type Undo = (row: Uint8Array, above: Uint8Array, bytes: number) => void

/** By the filter's number: none, left, above, the mean of both, and Paeth's choice among them and the corner. */
const undo: readonly Undo[] = [
  () => undefined,
  (row, _, bytes) => {
    for (let x = bytes; x < row.length; x++) row[x]! += row[x - bytes]!
  },
  (row, above) => {
    for (let x = 0; x < row.length; x++) row[x]! += above[x]!
  },
  (row, above, bytes) => {
    for (let x = 0; x < row.length; x++) row[x]! += ((x < bytes ? 0 : row[x - bytes]!) + above[x]!) >> 1
  },
  (row, above, bytes) => {
    for (let x = 0; x < row.length; x++) {
      const left = x < bytes ? 0 : row[x - bytes]!
      const corner = x < bytes ? 0 : above[x - bytes]!
      row[x]! += paeth(left, above[x]!, corner)
    }
  },
]

function paeth(left: number, above: number, corner: number): number {
  const [toLeft, toAbove] = [Math.abs(above - corner), Math.abs(left - corner)]
  const toCorner = Math.abs(left + above - 2 * corner)
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}
