import fc from 'fast-check'
import { encodeAbiParameters, type Hex, numberToHex, parseAbiParameters } from 'viem'
import { describe, expect, it } from 'vitest'
import type { EvmAddress } from '../../../chains.ts'
import type { ReadContracts } from '../../readContracts.ts'
import type { Route } from './routes.ts'
import { readVolatility, volatilityOf } from './volatility.ts'

const [low, high, middle] = [1, 9, 5].map((n) => numberToHex(n, { size: 20 })) as [EvmAddress, EvmAddress, EvmAddress]
const [poolA, poolB] = [70, 71].map((n) => numberToHex(n, { size: 20 })) as [EvmAddress, EvmAddress]
const signal = AbortSignal.timeout(1_000)

/** What a pool answers that stood at these ticks for a minute each, and stands at the last one now. */
function pool(minutes: readonly number[], now: number): [Hex, Hex] {
  const sums = [-7_000n]
  for (const tick of minutes) sums.push(sums.at(-1)! + 60n * BigInt(tick))
  const slot = encodeAbiParameters(parseAbiParameters('uint160, int24, uint16, uint16, uint16, uint8, bool'), [
    1n << 96n,
    now,
    1,
    9,
    9,
    0,
    true,
  ])
  return [slot, encodeAbiParameters(parseAbiParameters('int56[], uint160[]'), [sums, sums.map(() => 1n)])]
}
const reading =
  (pools: Record<EvmAddress, [Hex | undefined, Hex | undefined]>): ReadContracts =>
  async (calls) =>
    calls.map(({ to, data }) => pools[to]?.[data.length > 10 ? 1 : 0])

const direct: Route = [{ from: low, to: high, v3Fee: 500, pool: poolA }]
const twoHops: Route = [
  { from: low, to: middle, v3Fee: 500, pool: poolA },
  { from: middle, to: high, v3Fee: 500, pool: poolB },
]

describe('how far a price has ranged', () => {
  it('is nothing where it stood still, and a basis point for about each tick where it did not', async () => {
    expect(await readVolatility(reading({ [poolA]: pool([5, 5, 5, 5, 5], 5) }), direct, signal)).toBe(0)
    expect(await readVolatility(reading({ [poolA]: pool([-80, -80, -20, 0, 0], 20) }), direct, signal)).toBe(100)
    // A jump of this very block counts, though no mean has seen it yet.
    expect(await readVolatility(reading({ [poolA]: pool([0, 0, 0, 0, 0], -953) }), direct, signal)).toBe(1_000)
  })

  it('is that of the whole way: legs that move against each other leave it where it was', async () => {
    const up = pool([0, 30, 60, 90, 90], 90)
    const down = pool([0, -30, -60, -90, -90], -90)
    expect(await readVolatility(reading({ [poolA]: up, [poolB]: down }), twoHops, signal)).toBe(0)
    expect(await readVolatility(reading({ [poolA]: up, [poolB]: up }), twoHops, signal)).toBe(182)
    const back: Route = [
      { from: low, to: high, v3Fee: 500, pool: poolA },
      { from: high, to: middle, v3Fee: 500, pool: poolB },
    ]
    // Read from the other side, the same ticks are the opposite.
    expect(await readVolatility(reading({ [poolA]: up, [poolB]: up }), back, signal)).toBe(0)
  })

  it.each<[string, Route, [Hex | undefined, Hex | undefined]]>([
    ['a pair of v2, which keeps no past', [{ from: low, to: high }], pool([0, 0, 0, 0, 0], 0)],
    ['a pool that remembers less than that', direct, [pool([0, 0, 0, 0, 0], 0)[0], undefined]],
    ['a pool that answers with too few sums', direct, pool([0, 0, 0], 0)],
    ['a pool that answers with nonsense', direct, [numberToHex(1n, { size: 96 }), numberToHex(5n, { size: 96 })]],
    ['a pool beyond all prices', direct, pool([0, 0, 0, 0, 900_000], 0)],
    ['no contract at all', direct, [undefined, undefined]],
  ])('is not known of %s', async (_, route, answers) => {
    expect(await readVolatility(reading({ [poolA]: answers }), route, signal)).toBeUndefined()
  })

  it('is a whole number from nothing to all, the same in both directions, and grows with what was seen', () => {
    const past = fc.array(fc.integer({ min: -887_272, max: 887_272 }), { minLength: 6, maxLength: 6 })
    fc.assert(
      fc.property(past, fc.nat(5), fc.integer({ min: 0, max: 500 }), (ticks, at, more) => {
        const seen = volatilityOf([ticks])!
        expect(Number.isInteger(seen) && seen >= 0 && seen <= 10_000).toBe(true)
        expect(volatilityOf([ticks.map((tick) => -tick)])).toBe(seen)
        const higher = ticks.with(at, Math.max(...ticks) + more)
        expect(volatilityOf([[...ticks, higher[at]!]])!).toBeGreaterThanOrEqual(seen)
      }),
    )
    expect(volatilityOf([])).toBeUndefined()
  })
})
