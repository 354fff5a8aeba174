import type { SwapFault } from '@billfold/protocol/eip155/swapCallFault'
import { sameHex } from '../../chains/eip155/hex.ts'
import type { EvmAddress, ServerChain } from '../../chains/serverChain.ts'
import { type BuiltSwap, nativeCoin, type QuoteRequest, type SourceQuote, type SwapAsset } from './quoteSource.ts'

const maxUint = 2n ** 256n - 1n
const maxGas = 30_000_000n
/** No quote may last longer. */
export const maxLifeMs = 300_000
const whole = 10_000n
/** No one gives more for something than it is worth: a quote this much above the market lies. In hundredths of a percent. */
const tooGoodBps = 1_000n

/** Which contracts may be approved as spenders, and which may be called: the chain's own, and what the operator lists for a source. */
export type TrustedContracts = (chain: ServerChain, sourceId: string) => readonly EvmAddress[]

/** Why something of a source is not offered: the few reasons there are, fit for logs and metrics. */
export type Fault =
  | SwapFault
  | 'a response to another request'
  | 'an invalid output amount'
  | 'a minimum that is none'
  | 'a minimum below the requested slippage'
  | 'a gas estimate that cannot be'
  | 'a time that has passed or never comes'
  | 'an invalid fee'
  | 'a spender that is not on the list'
  | 'a contract that is not on the list'
  | 'an output far above the market'
  | 'a source that lied a moment ago'
  | 'no call at all'
  | 'another value than the amount'
  | 'a minimum below the one that was quoted'
  | 'takes more than the amount'
  | 'gives less than the minimum'

/** Whether a contract is on a list, however its address is written. */
export const isTrusted = (list: readonly EvmAddress[], address: EvmAddress): boolean =>
  list.some((each) => sameHex(each, address))

/** The fault of a source's quote, for the log; undefined if it is fine. */
export function quoteFault(
  request: QuoteRequest,
  quote: SourceQuote,
  trusted: readonly EvmAddress[],
  now: number,
  /** The amount's value in units of the wanted token, if prices are known. */
  fair?: bigint,
): Fault | undefined {
  const { amountOut, minOut, gas, spender, target, expiresAt, fees } = quote
  if (!answers(request, quote)) return 'a response to another request'
  if (amountOut <= 0n || amountOut > maxUint) return 'an invalid output amount'
  if (minOut <= 0n || minOut > amountOut) return 'a minimum that is none'
  const lowest = (amountOut * (whole - BigInt(request.slippageBps))) / whole
  if (minOut < lowest - 1n) return 'a minimum below the requested slippage'
  if (gas < 21_000n || gas > maxGas) return 'a gas estimate that cannot be'
  if (!(expiresAt > now) || expiresAt > now + maxLifeMs) return 'a time that has passed or never comes'
  if (fees.some(({ amount }) => amount < 0n || amount > maxUint)) return 'an invalid fee'
  if (request.from !== nativeCoin && (!spender || !isTrusted(trusted, spender)))
    return 'a spender that is not on the list'
  if (target !== undefined && !isTrusted(trusted, target)) return 'a contract that is not on the list'
  if (fair !== undefined && amountOut * whole > fair * (whole + tooGoodBps)) return 'an output far above the market'
  return undefined
}

function answers({ chain, from, to, amount }: QuoteRequest, { echo = {} }: SourceQuote): boolean {
  const isSame = (expected: SwapAsset, actual: SwapAsset = expected) => sameHex(expected, actual)
  return (
    String(echo.chainId ?? chain.reference) === chain.reference &&
    isSame(from, echo.from) &&
    isSame(to, echo.to) &&
    (echo.amount ?? amount) === amount
  )
}

/** The fault of a source's transaction; undefined if it is fine. */
export function buildFault(
  request: QuoteRequest,
  quote: SourceQuote,
  { to, data, value, minOut }: BuiltSwap,
  trusted: readonly EvmAddress[],
): Fault | undefined {
  if (!isTrusted(trusted, to)) return 'a contract that is not on the list'
  if (data.length < 10) return 'no call at all'
  if (value !== (request.from === nativeCoin ? request.amount : 0n)) return 'another value than the amount'
  if (minOut < quote.minOut) return 'a minimum below the one that was quoted'
  return undefined
}

/** The fault of a simulation's outcome compared with the promise; undefined if it is fine. */
export function outcomeFault(
  request: QuoteRequest,
  quote: SourceQuote,
  changes: ReadonlyMap<string, bigint>,
): Fault | undefined {
  const [paid, got] = [-(changes.get(request.from) ?? 0n), changes.get(request.to) ?? 0n]
  if (paid > request.amount) return 'takes more than the amount'
  if (got < quote.minOut) return 'gives less than the minimum'
  return undefined
}
