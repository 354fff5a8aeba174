import fc from 'fast-check'
import { encodeAbiParameters, type Hex, numberToHex, parseAbiParameters } from 'viem'
import { describe, expect, it } from 'vitest'
import type { EvmAddress } from '../../../chains/serverChain.ts'
import type { ChainRpc } from '../../../rpc/createRpc.ts'
import type { ReadContracts } from '../../readContracts.ts'
import { createPairPasts, type PairPasts } from './createPairPasts.ts'
import type { Route } from './routes.ts'
import { readVolatility, volatilityOf } from './volatility.ts'

const [low, high, middle] = [1, 9, 5].map((n) => numberToHex(n, { size: 20 })) as [EvmAddress, EvmAddress, EvmAddress]
const [poolA, poolB] = [70, 71].map((n) => numberToHex(n, { size: 20 })) as [EvmAddress, EvmAddress]
const signal = new AbortController().signal

/** A pool's response that was at each of these ticks for a minute, and is at `now`. */
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

const noPasts: PairPasts = async (legs) => legs.map(() => undefined)

describe('the range of a price', () => {
  it('is zero for a constant price, and about a basis point per tick for a moving one', async () => {
    expect(await readVolatility(reading({ [poolA]: pool([5, 5, 5, 5, 5], 5) }), noPasts, direct, signal)).toBe(0)
    expect(await readVolatility(reading({ [poolA]: pool([-80, -80, -20, 0, 0], 20) }), noPasts, direct, signal)).toBe(
      100,
    )
    // A jump of this very block counts, though no mean has seen it yet.
    expect(await readVolatility(reading({ [poolA]: pool([0, 0, 0, 0, 0], -953) }), noPasts, direct, signal)).toBe(1_000)
  })

  it('covers the whole route: legs with opposite moves cancel out', async () => {
    const up = pool([0, 30, 60, 90, 90], 90)
    const down = pool([0, -30, -60, -90, -90], -90)
    expect(await readVolatility(reading({ [poolA]: up, [poolB]: down }), noPasts, twoHops, signal)).toBe(0)
    expect(await readVolatility(reading({ [poolA]: up, [poolB]: up }), noPasts, twoHops, signal)).toBe(182)
    const back: Route = [
      { from: low, to: high, v3Fee: 500, pool: poolA },
      { from: high, to: middle, v3Fee: 500, pool: poolB },
    ]
    // Read from the other side, the same ticks are the opposite.
    expect(await readVolatility(reading({ [poolA]: up, [poolB]: up }), noPasts, back, signal)).toBe(0)
  })

  it.each<[string, Route, [Hex | undefined, Hex | undefined]]>([
    ['a pair of v2 of which no node knows the past', [{ from: low, to: high, pool: poolA }], pool([0, 0, 0, 0, 0], 0)],
    ['a pool that no one has found', [{ from: low, to: high }], pool([0, 0, 0, 0, 0], 0)],
    ['a pool that remembers less than that', direct, [pool([0, 0, 0, 0, 0], 0)[0], undefined]],
    ['a pool that answers with too few sums', direct, pool([0, 0, 0], 0)],
    ['a pool that answers with nonsense', direct, [numberToHex(1n, { size: 96 }), numberToHex(5n, { size: 96 })]],
    ['a pool beyond all prices', direct, pool([0, 0, 0, 0, 900_000], 0)],
    ['no contract at all', direct, [undefined, undefined]],
  ])('is unknown for %s', async (_, route, answers) => {
    expect(await readVolatility(reading({ [poolA]: answers }), noPasts, route, signal)).toBeUndefined()
  })

  it('is a whole number from zero to all, the same in both directions, and grows with the input', () => {
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

describe('the past of a pair of v2', () => {
  const pair: Route = [{ from: low, to: high, pool: poolA }]
  /** A node of a chain at this height and pace, on which the pair has these reserves at a height. */
  function node(height: number, pace: number, reservesAt: (height: number) => readonly [number, number] | undefined) {
    const heights: number[] = []
    const rpc = {
      call: async (_: string, [tag]: [string]) => {
        const at = tag === 'latest' ? height : Number(tag)
        return { number: numberToHex(at), timestamp: numberToHex(1_000_000 + Math.round(at * pace)) }
      },
      batch: async (calls: readonly { params: readonly [{ to: string; data: Hex }, string] }[]) =>
        calls.map(({ params: [{ to, data }, tag] }) => {
          expect([to, data]).toEqual([poolA, '0x0902f1ac'])
          heights.push(Number(tag))
          const reserves = reservesAt(Number(tag))
          if (!reserves) return { ok: false as const, error: new Error('missing trie node') }
          const shape = parseAbiParameters('uint112, uint112, uint32')
          return { ok: true as const, result: encodeAbiParameters(shape, [...[...reserves].map(BigInt), 0] as never) }
        }),
    } as unknown as ChainRpc
    return { pasts: createPairPasts(rpc), heights }
  }

  it('reads the blocks of the last minutes, or as many of them as a node has', async () => {
    const slow = node(1_000, 12, () => [1_000_000, 2_000_000])
    expect(await readVolatility(reading({}), slow.pasts, pair, signal)).toBe(0)
    expect(slow.heights).toEqual([977, 982, 987, 992, 997, 1_000])
    const fast = node(100_000, 0.25, () => [1_000_000, 2_000_000])
    await readVolatility(reading({}), fast.pasts, pair, signal)
    expect(fast.heights).toEqual([99_880, 99_880, 99_880, 99_880, 99_880, 100_000])
    const young = node(4, 12, () => [1_000_000, 2_000_000])
    await readVolatility(reading({}), young.pasts, pair, signal)
    expect(Math.min(...young.heights)).toBe(0)
  })

  it("returns the price's range, the same in both directions", async () => {
    const moved = node(1_000, 12, (height) => (height < 990 ? [1_000_000, 1_000_000] : [1_000_000, 1_020_000]))
    expect(await readVolatility(reading({}), moved.pasts, pair, signal)).toBe(200)
    const back: Route = [{ from: high, to: low, pool: poolA }]
    expect(await readVolatility(reading({}), moved.pasts, back, signal)).toBe(200)
  })

  it('combines with that of v3’s pools on the route', async () => {
    const mixed: Route = [
      { from: low, to: middle, pool: poolA },
      { from: middle, to: high, v3Fee: 500, pool: poolB },
    ]
    const still = node(1_000, 12, () => [5, 7])
    const moving = reading({ [poolB]: pool([0, 0, 0, 0, 0], 100) })
    expect(await readVolatility(moving, still.pasts, mixed, signal)).toBe(100)
  })

  it.each<[string, (height: number) => readonly [number, number] | undefined]>([
    ['forgets a state', (height) => (height < 980 ? undefined : [1, 1])],
    ['has an empty pair', () => [0, 1]],
  ])('is unknown if a node %s', async (_, reservesAt) => {
    const { pasts } = node(1_000, 12, reservesAt)
    expect(await readVolatility(reading({}), pasts, pair, signal)).toBeUndefined()
  })
})
