import type { Rpc } from '../../rpc/createRpc.ts'
import { type Fault, outcomeFault } from './checkQuote.ts'
import type { BuiltSwap, QuoteRequest, SourceQuote } from './quoteSource.ts'
import type { Simulation } from './simulateSwap.ts'
import { simulateSwapCalls } from './simulateSwapCalls.ts'

/** A promise that was not kept: the source broke it, or the account passes on what it receives. */
export type Lie = { fault: Fault; isSources: boolean }

/**
 * Finds what a simulation shows of a broken promise. Anyone can have an account whose code passes on what it receives, and would make any
 * source look like a liar: a source is one only if it breaks its promise to the same account without code, too.
 */
export async function findLie(
  deps: { rpc: Rpc; now: () => number },
  request: QuoteRequest,
  quote: SourceQuote,
  built: BuiltSwap,
  simulation: Extract<Simulation, { ok: true }>,
  signal: AbortSignal,
): Promise<Lie | undefined> {
  const fault = outcomeFault(request, quote, simulation.changes)
  if (!fault) return undefined
  const bare = await simulateSwapCalls(deps, request, quote, built, signal, true)
  return { fault, isSources: bare?.ok === true && outcomeFault(request, quote, bare.changes) !== undefined }
}

/** The reason shown to an account whose own code forwards what it receives. */
export const passesOn = 'Your account passes on what it receives'
