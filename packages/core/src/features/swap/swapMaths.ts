import type { SwapQuote } from '@billfold/protocol/api/swap'
import { decimalOf } from '@billfold/protocol/decimalOf'

/** What the spec takes where nothing else is known: one percent. */
export const defaultSlippageBps = 100

/** The least that may come out: what was quoted, less the visitor's slippage. No one else's word counts. */
export const leastOf = ({ toAmount }: Pick<SwapQuote, 'toAmount'>, slippageBps: number): bigint =>
  (BigInt(toAmount) * BigInt(10_000 - slippageBps)) / 10_000n

/** More slippage than this no visitor can choose, and no server is asked with. */
export const widestSlippageBps = 5_000

/** The widest slippage at which a quote still gives at least so much; nothing where it does not at the narrowest there is. */
export function slippageAbove({ toAmount }: Pick<SwapQuote, 'toAmount'>, least: bigint): number | undefined {
  const quoted = BigInt(toAmount)
  const bps = quoted > least ? Number(((quoted - least) * 10_000n) / quoted) : 0
  return bps > 0 ? Math.min(bps, widestSlippageBps) : undefined
}

/** How many deliberate steps a price impact needs: over 3% one, over 10% two. */
export const impactSteps = (impactBps: number | undefined): 0 | 1 | 2 =>
  impactBps === undefined || impactBps <= 300 ? 0 : impactBps <= 1_000 ? 1 : 2

/** The widest that is taken unasked, and the narrowest. */
const [widestBps, narrowestBps] = [300, 50]
/** How much of the last minutes' movement the narrowest slippage bears; what is above it is taken in steps, so that it rests. */
const calmBps = 25

/**
 * How far the price may move until the swap is mined. By the depth of the pools: half a percent where the swap itself hardly moves the
 * price, more in thin ones, where someone else's trade moves it as easily. By its volatility: more where it has just moved. The
 * spec's default where the depth is not known, and never more than 3% unasked.
 */
export function automaticSlippageBps(quotes: readonly Pick<SwapQuote, 'priceImpactBps' | 'volatilityBps'>[]): number {
  const impactBps = quotes[0]?.priceImpactBps
  const byDepth = impactBps === undefined ? defaultSlippageBps : narrowestBps + Math.max(0, impactBps)
  // Only some sources remember the past, and it is the same for all.
  const movedBps = Math.max(0, ...quotes.map(({ volatilityBps }) => volatilityBps ?? 0))
  const byVolatility = Math.ceil(Math.max(0, movedBps - calmBps) / calmBps) * calmBps
  return Math.min(widestBps, byDepth + byVolatility)
}

/** Enough to compare rates by, whatever the size of the number. */
const rateDigits = 6n

/** How much of the token one unit of the other gives, as a plain decimal text: six significant digits, cut and never rounded up. */
export function rateText(
  { fromAmount, toAmount }: Pick<SwapQuote, 'fromAmount' | 'toAmount'>,
  fromDecimals: number,
  toDecimals: number,
): string {
  const given = BigInt(fromAmount) * 10n ** BigInt(toDecimals)
  const got = BigInt(toAmount) * 10n ** BigInt(fromDecimals)
  if (given === 0n || got === 0n) return '0'
  // As many places as bring six digits before the point, and one more where that was one too few.
  let places = rateDigits + BigInt(Math.max(0, `${given}`.length - `${got}`.length))
  if ((got * 10n ** places) / given < 10n ** (rateDigits - 1n)) places += 1n
  const scaled = `${(got * 10n ** places) / given}`
  // Whole digits are never cut; of the others, as many as are left of the six.
  const whole = Math.max(0, scaled.length - Number(places))
  const kept = scaled.slice(0, Math.max(Number(rateDigits), whole)).padEnd(scaled.length, '0')
  return decimalOf({ amount: kept, decimals: Number(places) })
}

/** What a swap takes, with the approval that goes before it. */
export const gasOf = ({ gas = '0', approvalGas = '0' }: Pick<SwapQuote, 'gas' | 'approvalGas'>): bigint =>
  BigInt(gas) + BigInt(approvalGas)
