import fc from 'fast-check'
import { expect, it } from 'vitest'
import { beforeFee } from './encodeRouterSwap.ts'

/** As Uniswap's routers take it (`calculatePortion`, `sweepTokenWithFee`): the portion is cut, the rest is the user's. */
const afterFee = (gross: bigint, bps: number) => gross - (gross * BigInt(bps)) / 10_000n

it('is the lowest that leaves the minimum after the fee: one unit less does not suffice', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 2n ** 200n), fc.integer({ min: 0, max: 9_999 }), (minOut, bps) => {
      const gross = beforeFee(minOut, bps)
      expect(afterFee(gross, bps)).toBeGreaterThanOrEqual(minOut)
      expect(afterFee(gross - 1n, bps)).toBeLessThan(minOut)
    }),
  )
})

it.each([
  [0n, 85, 0n],
  [1n, 85, 1n],
  [117n, 85, 117n],
  // A fee below one unit rounds to zero; the first is at 118.
  [118n, 85, 119n],
  [9_915n, 85, 9_999n],
  [5n, 0, 5n],
])('%d after %d basis points is %d before', (minOut, bps, gross) => {
  expect(beforeFee(minOut, bps)).toBe(gross)
})
