import fc from 'fast-check'
import { expect, test } from 'vitest'
import { smallestThatWorks } from './smallestThatWorks.ts'

test('finds any threshold to within a fiftieth, never below it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.bigInt({ min: 1n, max: 4_000_000n }), async (threshold) => {
      const smallest = await smallestThatWorks(4_000_000n, async (n) => n >= threshold)
      expect(smallest >= threshold).toBe(true)
      expect(smallest - threshold <= smallest / 50n + 1n).toBe(true)
    }),
  )
})
