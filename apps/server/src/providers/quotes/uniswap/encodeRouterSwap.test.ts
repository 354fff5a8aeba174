import fc from 'fast-check'
import { expect, it } from 'vitest'
import { beforeFee } from './encodeRouterSwap.ts'

/** As the router takes it. */
const afterFee = (gross: bigint, bps: number) => gross - (gross * BigInt(bps)) / 10_000n

it('leaves no less than the minimum after the fee, and asks for hardly more', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 2n ** 200n), fc.integer({ min: 1, max: 100 }), (minOut, bps) => {
      const gross = beforeFee(minOut, bps)
      expect(afterFee(gross, bps)).toBeGreaterThanOrEqual(minOut)
      // Both divisions are cut: of three units less, at least two are missed.
      expect(afterFee(gross - 3n, bps)).toBeLessThan(minOut)
    }),
  )
})
