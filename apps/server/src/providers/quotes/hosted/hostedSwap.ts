import { cleanText } from '@billfold/protocol/cleanText'
import { KitError } from '@billfold/protocol/error'
import { sameHex } from '../../../chains/eip155/hex.ts'
import type { EvmAddress, ServerChain } from '../../../chains/serverChain.ts'
import { type FeeTaken, nativeCoin, type QuoteRequest, type SwapAsset } from '../quoteSource.ts'
import { type HostedContract, type HostedSwapId, hostedContracts } from './hostedContracts.ts'

/** The placeholder address that most services use for a chain's own coin. */
const nativeAddress: EvmAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** How long an answer of a service is offered. */
export const hostedLifeMs = 25_000
const whole = 10_000n

/** Whether a service supports a chain. */
export const supportsHosted = (id: HostedSwapId) => (chain: ServerChain) =>
  chain.namespace === 'eip155' && !chain.isLocal && slugOf(id, chain) !== undefined

/** A service's name for a chain. */
export const slugOf = (id: HostedSwapId, { reference }: ServerChain): string | undefined =>
  (hostedContracts[id] as HostedContract).chains[reference]

/** An asset as a service names it, and back. */
export const toAddress = (asset: SwapAsset, ofNative: EvmAddress = nativeAddress): EvmAddress =>
  asset === nativeCoin ? ofNative : asset
export const toAsset = (address: EvmAddress, ofNative: EvmAddress = nativeAddress): SwapAsset =>
  sameHex(address, ofNative) ? nativeCoin : address

/** Wrapping and unwrapping: no swap, so no one should pay a fee for it. */
export function isWrapping({ chain, from, to }: QuoteRequest): boolean {
  const plain = (asset: SwapAsset) => (asset === nativeCoin ? chain.wrappedNative : asset)
  return sameHex(plain(from), plain(to))
}

/** An output minus the requested slippage. */
export const lessSlippage = (amountOut: bigint, slippageBps: number): bigint =>
  (amountOut * (whole - BigInt(slippageBps))) / whole

/**
 * The slippage for a service that recalculates the minimum while it builds: half of what was requested. The other half is for
 * the time since its quote, so that the minimum that was shown still holds.
 */
export const buildSlippageBps = (slippageBps: number): number => Math.floor(slippageBps / 2)

/** The operator's fee where a service does not itemise it but gives what is left after it. */
export function feeBehind({ fee, to }: QuoteRequest, amountOut: bigint): FeeTaken[] {
  if (!fee || amountOut < 0n) return []
  const amount = (amountOut * BigInt(fee.bps)) / (whole - BigInt(fee.bps))
  return [{ name: serviceFee, token: to, amount, bps: fee.bps }]
}

/** The same where it is taken off what is paid. */
export const feeBefore = ({ fee, from, amount }: QuoteRequest): FeeTaken[] =>
  fee ? [{ name: serviceFee, token: from, amount: (amount * BigInt(fee.bps)) / whole, bps: fee.bps }] : []

/** As the user reads what the operator takes. */
export const serviceFee = 'Service fee'

/** A name from elsewhere, fit to be shown. */
export const nameOf = (text: string, fallback: string): string => cleanText(text, 40) || fallback

/** The market moved since the quote: the source did not lie. */
export const priceMoved = () =>
  new KitError('transaction_rejected', { message: 'The price has moved since this quote: request a new one.' })
