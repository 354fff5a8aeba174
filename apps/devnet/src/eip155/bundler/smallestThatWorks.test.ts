import fc from 'fast-check'
import { expect, test } from 'vitest'
import { smallestThatWorks } from './smallestThatWorks.ts'

test('finds any threshold to within a fiftieth, never below it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.bigInt({ min: 1n, max: 4_000_000n }), async (threshold) => {
      const found = await smallestThatWorks(4_000_000n, async (n) => n >= threshold)
      expect(found >= threshold).toBe(true)
      expect(found - threshold <= found / 50n + 1n).toBe(true)
    }),
  )
})
