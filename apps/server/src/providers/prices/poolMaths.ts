/** How many raw units of one token stand against how many of another. */
export type Ratio = { n: bigint; d: bigint }

const q192 = 1n << 192n
const precision = 256n
const one = 1n << precision

/** The price of token0 in token1, by the reserves of a v2 pair. */
export const ratioOfReserves = (reserve0: bigint, reserve1: bigint): Ratio => ({ n: reserve1, d: reserve0 })

/** The same by a v3 pool's square root of it. */
export const ratioOfSqrtPrice = (sqrtPriceX96: bigint): Ratio => ({ n: sqrtPriceX96 * sqrtPriceX96, d: q192 })

/** The same by a tick: 1.0001 to its power, worked out by squaring. */
export function ratioAtTick(tick: number): Ratio {
  let power = one
  let factor = (one * 10_001n) / 10_000n
  for (let rest = Math.abs(tick); rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = (power * factor) >> precision
    factor = (factor * factor) >> precision
  }
  return tick < 0 ? { n: one, d: power } : { n: power, d: one }
}

/** The tick a pool stood at on average between two of its observations. */
export function meanTick(before: bigint, now: bigint, seconds: number): number {
  const difference = now - before
  const span = BigInt(seconds)
  // Towards minus infinity, as the pools themselves round.
  return Number(difference / span - (difference % span < 0n ? 1n : 0n))
}

export const inverse = ({ n, d }: Ratio): Ratio => ({ n: d, d: n })

type Priced = { decimals: number; price: bigint }

/** A token's dollars, when `ratio` raw units of a priced token are given for one of its own. */
export function priceThrough({ n, d }: Ratio, decimals: number, quote: Priced): bigint {
  if (d === 0n) return 0n
  return (n * quote.price * 10n ** BigInt(decimals)) / (d * 10n ** BigInt(quote.decimals))
}

/** How far one price is from another, in hundredths of a percent of the other. */
export function deviation(price: bigint, from: bigint): number {
  if (from <= 0n) return Number.POSITIVE_INFINITY
  const apart = price > from ? price - from : from - price
  return Number((apart * 10_000n) / from)
}

/** The price in the middle when each has as many votes as dollars behind it: moving it takes half of all the money. */
export function weightedMedian(quotes: readonly { price: bigint; weight: bigint }[]): bigint | undefined {
  const sorted = [...quotes].sort((a, b) => (a.price < b.price ? -1 : a.price > b.price ? 1 : 0))
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0n)
  let sum = 0n
  for (const { price, weight } of sorted) {
    sum += weight
    if (sum * 2n >= total) return price
  }
  return undefined
}
