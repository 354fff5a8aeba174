import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMeter, isFull, take } from './meter.ts'

const allowance = { limit: 10, windowMs: 1_000 }

describe('a meter', () => {
  it('allows its limit at once, then refills evenly', () => {
    const meter = createMeter()
    for (let i = 0; i < 10; i++) expect(take(meter, allowance, 1, 5_000)).toBe(true)
    expect(take(meter, allowance, 1, 5_000)).toBe(false)
    expect(take(meter, allowance, 1, 5_099)).toBe(false)
    expect(take(meter, allowance, 1, 5_101)).toBe(true)
    expect(isFull(meter, 5_101)).toBe(false)
    expect(isFull(meter, 6_200)).toBe(true)
  })

  it('takes nothing when it refuses', () => {
    const meter = createMeter()
    expect(take(meter, allowance, 11, 0)).toBe(false)
    expect(take(meter, allowance, 10, 0)).toBe(true)
  })

  it('never allows more than limit and refill together', () => {
    const asks = fc.array(fc.record({ cost: fc.integer({ min: 1, max: 12 }), wait: fc.nat(400) }), { maxLength: 60 })
    fc.assert(
      fc.property(asks, (list) => {
        const meter = createMeter()
        let now = 1_000
        let given = 0
        for (const { cost, wait } of list) {
          now += wait
          if (take(meter, allowance, cost, now)) given += cost
        }
        expect(given).toBeLessThanOrEqual(10 + (now - 1_000) / 100 + 0.001)
      }),
    )
  })
})
