import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSeededRandom } from './seededRandom.ts'
import { amountInFor, decideTrade } from './tradePolicy.ts'

/** Uniswap v2's own arithmetic. */
function swap(reserveIn: bigint, reserveOut: bigint, amountIn: bigint) {
  const withFee = amountIn * 997n
  return {
    reserveIn: reserveIn + amountIn,
    reserveOut: reserveOut - (withFee * reserveOut) / (reserveIn * 1000n + withFee),
  }
}

const logPrice = (pool: { reserve0: bigint; reserve1: bigint }) =>
  Math.log(Number(pool.reserve1) / Number(pool.reserve0))

function* tradeMany(seed: number, band: number, count: number) {
  const random = createSeededRandom(seed)
  let pool = { reserve0: 10n ** 21n, reserve1: 3_000_000n * 10n ** 6n }
  const anchor = logPrice(pool)
  for (let index = 0; index < count; index++) {
    const { direction, move } = decideTrade({ deviation: logPrice(pool) - anchor, band, random })
    if (direction === 'up') {
      const after = swap(pool.reserve1, pool.reserve0, amountInFor(pool.reserve1, move, 3000))
      pool = { reserve0: after.reserveOut, reserve1: after.reserveIn }
    } else {
      const after = swap(pool.reserve0, pool.reserve1, amountInFor(pool.reserve0, move, 3000))
      pool = { reserve0: after.reserveIn, reserve1: after.reserveOut }
    }
    yield logPrice(pool) - anchor
  }
}

test('over 10,000 trades the price stays within its band', () => {
  fc.assert(
    fc.property(fc.integer(), fc.constantFrom(0.003, 0.05, 0.2), (seed, band) => {
      for (const deviation of tradeMany(seed, band, 10_000)) if (Math.abs(deviation) > band) return false
      return true
    }),
    { numRuns: 15 },
  )
})

test('the price does move, both ways', () => {
  const deviations = [...tradeMany(1, 0.05, 10_000)]
  expect(Math.max(...deviations)).toBeGreaterThan(0.015)
  expect(Math.min(...deviations)).toBeLessThan(-0.015)
})

test('brings back a price that someone else pushed out of the band', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.051, max: 5, noNaN: true }), fc.integer(), (deviation, seed) => {
      const random = createSeededRandom(seed)
      expect(decideTrade({ deviation, band: 0.05, random }).direction).toBe('down')
      expect(decideTrade({ deviation: -deviation, band: 0.05, random }).direction).toBe('up')
    }),
  )
})

test('the computed amount moves the price by the requested step', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.0001, max: 0.02, noNaN: true }),
      fc.bigInt(10n ** 12n, 10n ** 30n),
      (move, reserve) => {
        const after = swap(reserve, reserve, amountInFor(reserve, move, 3000))
        expect(Math.log(Number(after.reserveIn) / Number(after.reserveOut)) / move).toBeCloseTo(1, 1)
      },
    ),
  )
})

test('returns the same numbers from 0 to 1 for a seed', () => {
  const [one, two] = [createSeededRandom(7), createSeededRandom(7)]
  const numbers = Array.from({ length: 1000 }, one)
  expect(Array.from({ length: 1000 }, two)).toEqual(numbers)
  expect(numbers.every((value) => value >= 0 && value < 1)).toBe(true)
  expect(numbers.reduce((sum, value) => sum + value, 0) / 1000).toBeCloseTo(0.5, 1)
})
