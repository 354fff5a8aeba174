import { lowerHex } from '../../chains/eip155/hex.ts'
import type { ServerChain } from '../../chains/serverChain.ts'
import type { PriceBook } from '../createPriceBook.ts'
import { native } from '../source.ts'
import { nativeCoin, type QuoteRequest, type SourceQuote, type SwapAsset } from './quoteSource.ts'

/** The market's valuation of both sides of a swap. */
export type Worth = {
  /** The amount's value in units of the wanted token. */
  fair: bigint | undefined
  /** The value of an amount of the chain's own coin, in dollars and in units of the wanted token. */
  gasCost: (wei: bigint) => { usd: number; units: bigint } | undefined
}
/** Sources of prices and decimals. */
export type Appraisers = {
  prices: PriceBook
  decimalsOf: (chain: ServerChain, asset: SwapAsset) => Promise<number | undefined>
}

/** Values both sides; without prices nothing is compared. */
export async function worthOf({ prices, decimalsOf }: Appraisers, request: QuoteRequest): Promise<Worth> {
  const { chain, from, to, amount } = request
  const nothing: Worth = { fair: undefined, gasCost: () => undefined }
  try {
    const keys = [keyOfAsset(from), keyOfAsset(to), native]
    const [book, fromDecimals, toDecimals] = await Promise.all([
      prices(chain, [...new Set(keys)]),
      decimalsOf(chain, from),
      decimalsOf(chain, to),
    ])
    const [fromUsd, toUsd, coinUsd] = keys.map((key) => book.get(key)?.usd)
    if (!toUsd || fromDecimals === undefined || toDecimals === undefined) return nothing
    // Ratios of prices carry twelve digits; amounts stay whole numbers.
    const scaled = (ratio: number) => BigInt(Math.round(ratio * 1e12))
    const convert = (units: bigint, usd: number, decimals: number) =>
      (units * scaled(usd / toUsd) * 10n ** BigInt(toDecimals)) / 10n ** BigInt(12 + decimals)
    return {
      fair: fromUsd ? convert(amount, fromUsd, fromDecimals) : undefined,
      gasCost: (wei) => {
        if (!coinUsd) return undefined
        const { decimals } = chain.nativeCurrency
        const usd = Number((wei * scaled(coinUsd)) / 10n ** BigInt(decimals)) / 1e12
        return { usd, units: convert(wei, coinUsd, decimals) }
      },
    }
  } catch {
    // No prices now: quotes are compared by what they give.
    return nothing
  }
}

/** How far below the market a source is that does not say so itself: what is taken on the way is itemised, and no impact. */
export function impactByWorth({ to }: QuoteRequest, { amountOut, fees }: SourceQuote, { fair }: Worth) {
  if (!fair) return undefined
  const given = fees.reduce((sum, { token, amount }) => (token === to ? sum + amount : sum), amountOut)
  return given < fair ? Number(((fair - given) * 20_000n + fair) / (2n * fair)) : 0
}

const keyOfAsset = (asset: SwapAsset) => (asset === nativeCoin ? native : lowerHex(asset))
