import { qrCodewords } from '@billfold/protocol/qr/qrCodewords'
import { type QrMatrix, qrMatrix } from '@billfold/protocol/qr/qrMatrix'
import fc from 'fast-check'
import jsqr from 'jsqr'
import { describe, expect, it } from 'vitest'
import { holeOf, qrPath } from './qrPath.ts'

type Decode = (
  data: Uint8ClampedArray,
  width: number,
  height: number,
) => { binaryData: number[]; version: number } | null
const decode = jsqr as unknown as Decode

const scale = 2
const quiet = 4

/** The pixels that a camera would see: `scale` a module, with white around it and in place of a picture. */
function scan({ size, isDark }: QrMatrix, hole = 0) {
  const side = (size + 2 * quiet) * scale
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  const from = (size - hole) / 2
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const [mx, my] = [Math.floor(x / scale) - quiet, Math.floor(y / scale) - quiet]
      const isHole = mx >= from && mx < from + hole && my >= from && my < from + hole
      if (!isHole && isDark(mx, my)) pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
    }
  const code = decode(pixels, side, side)
  return code && { text: new TextDecoder().decode(Uint8Array.from(code.binaryData)), version: code.version }
}

const link =
  'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303&expiryTimestamp=1763230000'

describe('a code', () => {
  it('begins with mode, length, bytes and end', () => {
    // "HELLO WORLD" as version 1-Q, worked out by hand.
    const { version, codewords } = qrCodewords('HELLO WORLD', 'Q')
    expect(version).toBe(1)
    expect([...codewords.subarray(0, 13)]).toEqual([
      0x40, 0xb4, 0x84, 0x54, 0xc4, 0xc4, 0xf2, 0x05, 0x74, 0xf5, 0x24, 0xc4, 0x40,
    ])
  })

  it.each(['M', 'Q'] as const)('is read in every version, level %s', (level) => {
    const seen = new Set<number>()
    for (let length = 1; seen.size < 20; length++) {
      const text = 'x'.repeat(length - 1) + String(length % 10)
      const { version } = qrCodewords(text, level)
      if (seen.has(version)) continue
      seen.add(version)
      expect(scan(qrMatrix(text, level)), `version ${version}`).toEqual({ text, version })
    }
    expect([...seen]).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
  })

  it('encodes any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }),
        fc.constantFrom('M', 'Q'),
        (text, level) => {
          expect(scan(qrMatrix(text, level as 'M' | 'Q'))?.text).toBe(text)
        },
      ),
      { numRuns: 20 },
    )
  })

  it('scans with a picture in the middle', () => {
    const matrix = qrMatrix(link, 'Q')
    expect(scan(matrix, holeOf(matrix.size))?.text).toBe(link)
    expect(holeOf(matrix.size) % 2).toBe(1)
  })

  it('refuses what does not fit, in one sentence', () => {
    expect(() => qrMatrix('x'.repeat(2000), 'Q')).toThrow('A text of 2000 bytes is too long for a QR code')
  })

  it('leaves finders and picture to be drawn apart', () => {
    const matrix = qrMatrix(link, 'Q')
    const path = qrPath(matrix, holeOf(matrix.size))
    const dots = path.matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)/g)
    let drawn = 0
    for (const [, x, y, run] of dots) {
      const [column, row, length] = [Number(x) - 0.5, Number(y) - 0.5, Math.round(Number(run)) + 1]
      for (let i = 0; i < length; i++) expect(matrix.isDark(column + i, row)).toBe(true)
      drawn += length
    }
    let dark = 0
    for (let y = 0; y < matrix.size; y++) for (let x = 0; x < matrix.size; x++) dark += matrix.isDark(x, y) ? 1 : 0
    expect(drawn).toBeLessThan(dark - 3 * 33)
    expect(drawn).toBeGreaterThan(dark * 0.85)
  })
})
