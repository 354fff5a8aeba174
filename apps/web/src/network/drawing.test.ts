import fc from 'fast-check'
import { expect, test } from 'vitest'
import { engraving } from './engraving.ts'
import { waveBand } from './LocalNote.tsx'
import { sparkPath } from './Sparkline.tsx'

const numbers = (path: string) => path.match(/-?\d+(\.\d+)?/g)?.map(Number) ?? []

test('a chart stays inside its box, whatever the prices', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt(0n, 1n << 200n), { minLength: 2, maxLength: 50 }), (values) => {
      for (const [index, value] of numbers(sparkPath(values, 72, 20)).entries()) {
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(index % 2 === 0 ? 72 : 20)
      }
    }),
  )
  expect(sparkPath([1n], 72, 20)).toBe('')
})

test('a band of waves stays inside its strip', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^0x[0-9a-f]{64}$/), (text) => {
      for (const [index, value] of numbers(waveBand(text, 400, 100)).entries()) {
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(index % 2 === 0 ? 400 : 100)
      }
    }),
    { numRuns: 30 },
  )
})

test('a rosette stays inside its circle and differs from block to block', () => {
  const hash = fc.stringMatching(/^0x[0-9a-f]{64}$/)
  fc.assert(
    fc.property(hash, (text) => {
      for (const value of numbers(engraving(text, 56))) expect(Math.abs(value - 56)).toBeLessThanOrEqual(56.5)
    }),
    { numRuns: 30 },
  )
  expect(engraving(`0x${'1'.repeat(64)}`, 56)).not.toBe(engraving(`0x${'2'.repeat(64)}`, 56))
})
