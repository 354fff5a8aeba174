import fc from 'fast-check'
import { encodeAbiParameters, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import type { EvmAddress } from '../../chains/serverChain.ts'
import { defaultTrust, pricesOf } from './createPoolPrices.ts'
import type { Pool } from './findPools.ts'
import type { Market } from './market.ts'
import { ratioAtTick } from './poolMaths.ts'
import { type PoolState, readPools } from './readPools.ts'
import { isSoundPrice, oneUsd, usdToNumber } from './usd.ts'

const at = (n: number): EvmAddress => `0x${n.toString(16).padStart(40, '0')}`
const [usdc, usdt, weth, odd] = [at(1), at(2), at(3), at(4)]
const market: Market = { wrappedNative: weth, stables: [usdc, usdt], v2Factories: [], v3Factories: [] }
const decimals = new Map([
  [usdc, 6],
  [usdt, 6],
  [weth, 18],
  [odd, 18],
])
const units = (address: EvmAddress, amount: number) =>
  BigInt(Math.round(amount * 1e6)) * 10n ** BigInt(decimals.get(address)! - 6)

/** A pool in which one base costs `price` quotes and `depth` quotes stand behind that. */
function pool(base: EvmAddress, quote: EvmAddress, price: number, depth: number, mean?: number): PoolState {
  const ratio = (p: number) => ({ n: units(quote, p), d: units(base, 1) })
  return {
    pool: { version: mean === undefined ? 2 : 3, address: at(99), base, quote },
    spot: ratio(price),
    mean: mean === undefined ? undefined : ratio(mean),
    depth: units(quote, depth),
  }
}
const ether = pool(weth, usdc, 3_000, 1_000_000)
const priceOf = (states: PoolState[], token = odd) => {
  const price = pricesOf(states, decimals, market, defaultTrust).get(token)
  return price === undefined ? undefined : usdToNumber(price)
}

describe('a price from pools', () => {
  it('goes to the dollar directly, or through the native coin', () => {
    expect(priceOf([ether], weth)).toBe(3_000)
    expect(priceOf([pool(odd, usdc, 0.25, 50_000)])).toBe(0.25)
    expect(priceOf([ether, pool(odd, weth, 0.001, 20)])).toBe(3)
    expect(priceOf([pool(odd, weth, 0.001, 20)])).toBeUndefined()
  })

  it('counts another dollar at its own price', () => {
    const fallen = pool(usdt, usdc, 0.9, 1_000_000)
    expect(priceOf([fallen, pool(weth, usdt, 3_000, 1_000_000)], weth)).toBe(2_700)
    expect(priceOf([pool(weth, usdt, 3_000, 1_000_000)], weth)).toBeUndefined()
  })

  it('ignores a pool with little money', () => {
    expect(priceOf([pool(odd, usdc, 5, 12_499)])).toBeUndefined()
    expect(priceOf([pool(odd, usdc, 5, 12_500)])).toBe(5)
    expect(priceOf([pool(odd, usdc, 5_000, 1_000), pool(odd, usdc, 5, 100_000)])).toBe(5)
  })

  it('is the middle one when pools differ', () => {
    const three = [pool(odd, usdc, 4, 50_000), pool(odd, usdc, 5, 60_000), pool(odd, usdc, 900, 55_000)]
    expect(priceOf(three)).toBe(5)
  })

  it('stays the usual one while a pool is being manipulated', () => {
    expect(priceOf([pool(odd, usdc, 5.2, 100_000, 5)])).toBe(5.2)
    expect(priceOf([pool(odd, usdc, 9, 100_000, 5)])).toBe(5)
    expect(priceOf([pool(odd, usdc, 0.01, 100_000, 5)])).toBe(5)
  })

  it('ignores a detour', () => {
    // No one asks what a dollar costs in ether, or ether in someone's own coin.
    expect(priceOf([ether, pool(usdt, weth, 1 / 3_000, 1_000), pool(weth, odd, 1, 1e9)], usdt)).toBeUndefined()
  })

  it('is sound or missing, whatever the pools contain', () => {
    const amount = fc.bigInt(0n, 2n ** 200n)
    const ratio = fc.record({ n: amount, d: amount })
    const state = fc.record({
      pool: fc.record({
        version: fc.constantFrom(2 as const, 3 as const),
        address: fc.constant(at(9)),
        base: fc.constantFrom(usdt, weth, odd),
        quote: fc.constantFrom(usdc, usdt, weth),
      }),
      spot: ratio,
      mean: fc.option(ratio, { nil: undefined }),
      depth: amount,
    })
    fc.assert(
      fc.property(fc.array(state, { maxLength: 8 }), (states) => {
        for (const price of pricesOf(states, decimals, market, defaultTrust).values()) {
          expect(isSoundPrice(price)).toBe(true)
          expect(Number.isFinite(usdToNumber(price))).toBe(true)
        }
      }),
    )
  })
})

describe('a v3 pool', () => {
  const v3: Pool = { version: 3, address: at(50), base: weth, quote: usdc }
  const word = (n: bigint): Hex => `0x${BigInt.asUintN(256, n).toString(16).padStart(64, '0')}`
  const observed = (...sums: bigint[]) =>
    encodeAbiParameters([{ type: 'int56[]' }, { type: 'uint160[]' }], [sums, [0n, 0n]])
  // At 1, with a liquidity that looks like a million of dollars while it has ten.
  const answers: (Hex | undefined)[] = [word(1n << 96n), word(10n ** 12n), word(10n ** 7n), observed(0n, 600n * 100n)]
  const read = async (list: (Hex | undefined)[]) =>
    (await readPools(async () => list, [v3], 600, new AbortController().signal))[0]

  it('counts no more than it holds', async () => {
    expect((await read(answers))?.depth).toBe(10n ** 7n)
  })

  it('returns its mean over the window', async () => {
    // Its tokens are the other way round: what it counts in is the inverse.
    const { n, d } = ratioAtTick(100)
    expect((await read(answers))?.mean).toEqual({ n: d, d: n })
  })

  it('has no mean if its history is too short or invalid', async () => {
    expect((await read(answers.with(3, undefined)))?.mean).toBeUndefined()
    expect((await read(answers.with(3, word(1n))))?.mean).toBeUndefined()
    expect((await read(answers.with(3, observed(0n, 600n * 900_000n))))?.mean).toBeUndefined()
    expect((await read(answers.with(3, observed(1n))))?.mean).toBeUndefined()
  })

  it.each([0, 1, 2])('is ignored without its result %i', async (missing) => {
    expect(await read(answers.with(missing, undefined))).toBeUndefined()
    expect(await read(answers.with(missing, word(0n)))).toBeUndefined()
  })

  it('survives any result', async () => {
    const bytes = fc.option(
      fc.uint8Array({ maxLength: 200 }).map((b): Hex => `0x${Buffer.from(b).toString('hex')}`),
      { nil: undefined },
    )
    await fc.assert(
      fc.asyncProperty(fc.tuple(bytes, bytes, bytes, bytes), async (list) => {
        const state = await read(list)
        expect(state === undefined || state.depth > 0n).toBe(true)
      }),
    )
  })
})

it('prices a dollar at one', () => expect(usdToNumber(oneUsd)).toBe(1))
