import { lowerHex } from '../../chains/eip155/hex.ts'
import type { EvmAddress } from '../../chains/serverChain.ts'
import type { ReadContracts } from '../readContracts.ts'
import { createFindPools, quotesFor } from './findPools.ts'
import type { Market } from './market.ts'
import { deviation, priceThrough, weightedMedian } from './poolMaths.ts'
import { type PoolState, readPools } from './readPools.ts'
import { isSoundPrice, oneUsd, worthOf } from './usd.ts'

/** How much a pool must have and how steady it must be before its price counts. */
export type PoolTrust = {
  /** Dollars behind a price, both sides together; with less anyone can set it. */
  minLiquidityUsd: number
  /** Over how long a v3 pool's mean is taken. */
  windowSeconds: number
  /** How far the present price may be off that mean, in hundredths of a percent, before the mean is believed instead. */
  maxDeviation: number
}
export const defaultTrust: PoolTrust = { minLiquidityUsd: 25_000, windowSeconds: 600, maxDeviation: 500 }

export type PricedToken = { address: EvmAddress; decimals: number }
/** Dollars of those tokens that trustworthy pools trade, by address in lower case. */
type PoolPrices = (tokens: readonly PricedToken[], signal: AbortSignal) => Promise<Map<string, bigint>>

type Options = {
  read: ReadContracts
  market: Market
  /** Decimals of the market's own tokens. */
  money: readonly PricedToken[]
  trust?: Partial<PoolTrust>
}

/** Prices from a chain's own pools, led back to the dollar directly or through the wrapped native coin. */
export function createPoolPrices({ read, market, money, trust }: Options): PoolPrices {
  const rules = { ...defaultTrust, ...trust }
  const find = createFindPools(read, market)

  return async (tokens, signal) => {
    const wanted = new Map([...money, ...tokens].map((token) => [lowerHex(token.address), token.decimals]))
    const pools = await find([...wanted.keys()] as EvmAddress[])
    const states = await readPools(read, pools, rules.windowSeconds, signal)
    return pricesOf(states, wanted, market, rules)
  }
}

/** Works prices out from the pools, in the order in which one needs the other: dollars, the native coin, everything else. */
export function pricesOf(
  states: readonly PoolState[],
  decimals: ReadonlyMap<string, number>,
  market: Market,
  trust: PoolTrust,
): Map<string, bigint> {
  const prices = new Map<string, bigint>()
  const [dollar, ...dollars] = market.stables.map(lowerHex)
  if (dollar) prices.set(dollar, oneUsd)
  const money: string[] = [...dollars, lowerHex(market.wrappedNative)]
  const byBase = Map.groupBy(states, ({ pool }): string => lowerHex(pool.base))
  for (const base of [...money, ...[...decimals.keys()].filter((key) => !money.includes(key))]) {
    if (prices.has(base)) continue
    const price = priceOf(byBase.get(base) ?? [], base, prices, decimals, market, trust)
    if (price !== undefined && isSoundPrice(price)) prices.set(base, price)
  }
  return prices
}

function priceOf(
  states: readonly PoolState[],
  base: string,
  prices: ReadonlyMap<string, bigint>,
  decimals: ReadonlyMap<string, number>,
  market: Market,
  trust: PoolTrust,
): bigint | undefined {
  const allowed = quotesFor(market, base as EvmAddress).map(lowerHex)
  const baseDecimals = decimals.get(base)
  if (baseDecimals === undefined) return undefined
  const least = BigInt(trust.minLiquidityUsd) * oneUsd
  const quotes = states.flatMap(({ pool, spot, mean, depth }) => {
    const key = lowerHex(pool.quote)
    const [price, quoteDecimals] = [prices.get(key), decimals.get(key)]
    if (price === undefined || quoteDecimals === undefined || !allowed.includes(key)) return []
    const quote = { decimals: quoteDecimals, price }
    const weight = 2n * worthOf(depth, quoteDecimals, price)
    const now = priceThrough(spot, baseDecimals, quote)
    const usual = mean && priceThrough(mean, baseDecimals, quote)
    const believed = usual !== undefined && deviation(now, usual) > trust.maxDeviation ? usual : now
    return weight >= least && isSoundPrice(believed) ? [{ price: believed, weight }] : []
  })
  return weightedMedian(quotes)
}
