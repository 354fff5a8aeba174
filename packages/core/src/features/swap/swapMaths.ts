import type { SwapQuote } from '@billfold/protocol/api/swap'
import { decimalOf } from '@billfold/protocol/decimalOf'

/** The specification's default: one percent. */
export const defaultSlippageBps = 100

/** The minimum received: the quoted amount less the visitor's slippage, whatever others report. */
export const minimumReceived = ({ toAmount }: Pick<SwapQuote, 'toAmount'>, slippageBps: number): bigint =>
  (BigInt(toAmount) * BigInt(10_000 - slippageBps)) / 10_000n

/** The highest slippage that visitors can choose. */
export const widestSlippageBps = 5_000

/** The widest slippage at which a quote still gives `least`; undefined if even the narrowest does not. */
export function slippageAbove({ toAmount }: Pick<SwapQuote, 'toAmount'>, least: bigint): number | undefined {
  const quoted = BigInt(toAmount)
  const bps = quoted > least ? Number(((quoted - least) * 10_000n) / quoted) : 0
  return bps > 0 ? Math.min(bps, widestSlippageBps) : undefined
}

/** The confirmations that a price impact needs: one above 3%, two above 10%. */
export const impactSteps = (impactBps: number | undefined): 0 | 1 | 2 =>
  impactBps === undefined || impactBps <= 300 ? 0 : impactBps <= 1_000 ? 1 : 2

/** Limits of the automatic slippage. */
const [widestBps, narrowestBps] = [300, 50]
/** Recent movement that the narrowest slippage absorbs; above it, slippage grows in steps, to stay stable. */
const calmBps = 25

/**
 * Covers price movement until the swap is mined. By pool depth: half a percent if the swap itself hardly moves the
 * price, more in thin pools, where others' trades move it just as easily. By volatility: more after recent movement.
 * The specification's default if the depth is unknown; automatically never above 3%.
 */
export function automaticSlippageBps(quotes: readonly Pick<SwapQuote, 'priceImpactBps' | 'volatilityBps'>[]): number {
  const impactBps = quotes[0]?.priceImpactBps
  const byDepth = impactBps === undefined ? defaultSlippageBps : narrowestBps + Math.max(0, impactBps)
  // Only some sources report volatility; it applies to all.
  const movedBps = Math.max(0, ...quotes.map(({ volatilityBps }) => volatilityBps ?? 0))
  const byVolatility = Math.ceil(Math.max(0, movedBps - calmBps) / calmBps) * calmBps
  return Math.min(widestBps, byDepth + byVolatility)
}

/** Enough to compare rates of any magnitude. */
const rateDigits = 6n

/** Units of one token per unit of the other, in decimal: six significant digits, truncated. */
export function rateText(
  { fromAmount, toAmount }: Pick<SwapQuote, 'fromAmount' | 'toAmount'>,
  fromDecimals: number,
  toDecimals: number,
): string {
  const given = BigInt(fromAmount) * 10n ** BigInt(toDecimals)
  const got = BigInt(toAmount) * 10n ** BigInt(fromDecimals)
  if (given === 0n || got === 0n) return '0'
  // Enough places for six digits, and one more if that is not enough.
  let places = rateDigits + BigInt(Math.max(0, `${given}`.length - `${got}`.length))
  if ((got * 10n ** places) / given < 10n ** (rateDigits - 1n)) places += 1n
  const scaled = `${(got * 10n ** places) / given}`
  // Integer digits are never truncated; fractions fill up the six.
  const whole = Math.max(0, scaled.length - Number(places))
  const kept = scaled.slice(0, Math.max(Number(rateDigits), whole)).padEnd(scaled.length, '0')
  return decimalOf({ amount: kept, decimals: Number(places) })
}

/** Gas of a swap with its approval. */
export const gasOf = ({ gas = '0', approvalGas = '0' }: Pick<SwapQuote, 'gas' | 'approvalGas'>): bigint =>
  BigInt(gas) + BigInt(approvalGas)
