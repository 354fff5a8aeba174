/** How much of a code may be hidden and still be read: about 15 % or 25 %. */
export type QrLevel = 'M' | 'Q'

/** Error correction by version, from 1: codewords a block, and blocks (ISO/IEC 18004, table 9). */
const correction: Record<QrLevel, { perBlock: readonly number[]; blocks: readonly number[] }> = {
  M: {
    perBlock: [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26],
    blocks: [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16],
  },
  Q: {
    perBlock: [13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30],
    blocks: [1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20],
  },
}
const versions = correction.M.blocks.map((_, index) => index + 1)

/** The codewords of a version that are not taken by its patterns. */
function totalOf(version: number): number {
  const alignments = version === 1 ? 0 : Math.floor(version / 7) + 2
  const patterns = alignments === 0 ? 0 : (25 * alignments - 10) * alignments - 55
  const modules = (16 * version + 128) * version + 64 - patterns - (version >= 7 ? 36 : 0)
  return Math.floor(modules / 8)
}

const shapeOf = (version: number, level: QrLevel) => {
  const { perBlock, blocks } = correction[level]
  const [ecc, count] = [perBlock[version - 1] ?? 0, blocks[version - 1] ?? 1]
  return { total: totalOf(version), ecc, count, data: totalOf(version) - ecc * count }
}

/** A text as a code's codewords, in the smallest version that holds it; throws if it fits none of ours. */
export function qrCodewords(text: string, level: QrLevel): { version: number; codewords: Uint8Array } {
  const bytes = new TextEncoder().encode(text)
  const lengthBits = (version: number) => (version < 10 ? 8 : 16)
  const version = versions.find((v) => 4 + lengthBits(v) + bytes.length * 8 <= shapeOf(v, level).data * 8)
  if (version === undefined) throw new RangeError(`A text of ${bytes.length} bytes is too long for a QR code`)
  const shape = shapeOf(version, level)
  return { version, codewords: interleave(fill(bytes, lengthBits(version), shape.data), shape) }
}

/** The mode (bytes), the length, the bytes, an end, and padding. */
function fill(bytes: Uint8Array, lengthBits: number, size: number): Uint8Array {
  const data = new Uint8Array(size)
  let at = 0
  const put = (value: number, bits: number) => {
    for (let bit = bits - 1; bit >= 0; bit--, at++)
      if ((value >> bit) & 1) data[at >> 3] = (data[at >> 3] ?? 0) | (0x80 >> (at & 7))
  }
  put(0b0100, 4)
  put(bytes.length, lengthBits)
  for (const byte of bytes) put(byte, 8)
  const used = Math.ceil(Math.min(at + 4, size * 8) / 8)
  for (let i = used; i < size; i++) data[i] = (i - used) % 2 ? 0x11 : 0xec
  return data
}

/** The blocks with their correction, woven so that a stain hurts each of them a little. */
function interleave(
  data: Uint8Array,
  { total, ecc, count }: { total: number; ecc: number; count: number },
): Uint8Array {
  const divisor = divisorOf(ecc)
  const shortLength = Math.floor(total / count) - ecc
  const shortCount = count - (total % count)
  let at = 0
  const blocks = Array.from({ length: count }, (_, index) => {
    const own = data.subarray(at, (at += shortLength + (index < shortCount ? 0 : 1)))
    return { own, correction: remainderOf(own, divisor) }
  })
  const woven: number[] = []
  for (let i = 0; i <= shortLength; i++) for (const { own } of blocks) if (i < own.length) woven.push(own[i] ?? 0)
  for (let i = 0; i < ecc; i++) for (const { correction: words } of blocks) woven.push(words[i] ?? 0)
  return Uint8Array.from(woven)
}

/** Powers of 2 in the field of 256 elements that QR codes use, and their inverse. */
const powers = new Uint8Array(255)
const logs = new Uint8Array(256)
for (let i = 0, value = 1; i < 255; i++) {
  powers[i] = value
  logs[value] = i
  value = (value << 1) ^ (value & 0x80 ? 0x11d : 0)
}
const multiply = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : (powers[((logs[a] ?? 0) + (logs[b] ?? 0)) % 255] ?? 0)

/** The polynomial that correction divides by, without its leading one. */
function divisorOf(degree: number): Uint8Array {
  const divisor = new Uint8Array(degree)
  divisor[degree - 1] = 1
  for (let i = 0; i < degree; i++)
    for (let j = 0; j < degree; j++) divisor[j] = multiply(divisor[j] ?? 0, powers[i] ?? 0) ^ (divisor[j + 1] ?? 0)
  return divisor
}

function remainderOf(data: Uint8Array, divisor: Uint8Array): Uint8Array {
  const rest = new Uint8Array(divisor.length)
  for (const byte of data) {
    const factor = byte ^ (rest[0] ?? 0)
    rest.copyWithin(0, 1)
    rest[rest.length - 1] = 0
    for (let i = 0; i < rest.length; i++) rest[i] = (rest[i] ?? 0) ^ multiply(divisor[i] ?? 0, factor)
  }
  return rest
}
