import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feeFor, priorityFeeFor } from './sendFees.ts'

const least = 890_880n

test('never offers more than available, and leaves nothing or enough', () => {
  const amount = fc.bigInt({ min: 0n, max: 3_000_000n })
  fc.assert(
    fc.property(fc.integer({ min: 1_000, max: 1_400_000 }), amount, amount, (units, price, spare) => {
      const offer = priorityFeeFor({ units, price, spare, least })
      if ('refusal' in offer) return
      const left = spare - offer.fee
      expect(left === 0n || left >= least || (units > 1_000 && left > 0n && left <= 2n)).toBe(true)
      expect(offer.fee).toBe(feeFor(units, offer.price))
      expect(offer.fee).toBeLessThanOrEqual(1_105_000n)
    }),
    { numRuns: 2_000 },
  )
})

test('adapts to a changed price when sending everything', () => {
  const spare = feeFor(1_000, 10_000n)
  for (const price of [10_000n, 25_000n, 9_000n])
    expect(priorityFeeFor({ units: 1_000, price, spare, least })).toMatchObject({ fee: spare })
})

test('rejects too little for the signature, or for the remaining minimum', () => {
  expect(priorityFeeFor({ units: 1_000, price: 0n, spare: 4_999n, least })).toEqual({ refusal: { kind: 'noFunds' } })
  expect(priorityFeeFor({ units: 1_000, price: 0n, spare: 500_000n, least })).toEqual({
    refusal: { kind: 'leavesTooLittle', least: '890880' },
  })
})
