import { sameHex } from '../../chains/eip155/hex.ts'
import type { Rpc } from '../../rpc/createRpc.ts'
import type { Fault, TrustedContracts } from './checkQuote.ts'
import { createCallCheck } from './createCallCheck.ts'
import { findLie, passesOn } from './findLie.ts'
import { nativeCoin, type QuoteRequest, type QuoteSource, type SourceQuote } from './quoteSource.ts'
import { simulateSwapCalls } from './simulateSwapCalls.ts'

/**
 * The result of simulating a quote: the quote as it may be offered, a broken promise, or the reason why it would fail.
 */
export type SimulatedQuote = { quote: SourceQuote } | { fault: Fault } | { failure: string } | 'cannot simulate'
/** Tries out what a source quotes before anyone is offered it, or pays for an approval. */
export type SimulateQuote = (
  source: QuoteSource,
  request: QuoteRequest,
  quote: SourceQuote,
  signal: AbortSignal,
) => Promise<SimulatedQuote>

const whole = 10_000n

/**
 * Builds and simulates quotes for the caller's account. The simulated output is offered, a token's own fee included. An
 * account with too small a balance gets the source's own numbers, since nothing can be simulated.
 */
export function createQuoteSimulator(deps: { rpc: Rpc; trusted: TrustedContracts; now?: () => number }): SimulateQuote {
  const { rpc, now = Date.now } = deps
  const check = createCallCheck(deps)
  return async (source, request, quote, signal) => {
    if (source.buildsByRequest && isListed(request)) return { quote }
    const built = await source.build(request, quote, signal)
    const fault = await check(source, request, quote, built)
    if (fault) return { fault }
    const simulation = await simulateSwapCalls({ rpc, now }, request, quote, built, signal)
    if (!simulation) return 'cannot simulate'
    if (!simulation.ok) {
      const held = simulation.held.get(request.from)
      const isShort = request.from !== nativeCoin && held !== undefined && held < request.amount
      return isShort ? { quote } : { failure: simulation.reason }
    }
    const lie = await findLie({ rpc, now }, request, quote, built, simulation, signal)
    if (lie) return lie.isSources ? { fault: lie.fault } : { failure: passesOn }
    const got = simulation.changes.get(request.to) ?? 0n
    if (got >= quote.amountOut) return { quote }
    return { quote: { ...quote, amountOut: got, minOut: (got * (whole - BigInt(request.slippageBps))) / whole } }
  }
}

/** Whether the operator lists both tokens. A transaction that costs another request is tried out early only for others. */
export const isListed = ({ chain, from, to }: QuoteRequest): boolean =>
  [from, to].every((asset) => asset === nativeCoin || chain.tokens.some(({ address }) => sameHex(address, asset)))
