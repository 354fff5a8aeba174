import type { NoQuote } from '@billfold/protocol/api/swap'
import type { Fault } from './checkQuote.ts'
import type { QuoteSource } from './quoteSource.ts'

/** A source that offers nothing here, and why: in words for the operator, and as what the caller can do about it. */
export type UnavailableSource = {
  source: QuoteSource
  state: 'asked' | 'none' | 'failed' | 'refused'
  reason?: string
  why: NoQuote
}

/** A source that failed or timed out; `code` is the error's. */
export function unanswered(source: QuoteSource, code: string, cause?: unknown): UnavailableSource & { reason: string } {
  if (code === 'timeout') return { source, state: 'failed', reason: 'too slow', why: { reason: 'timeout' } }
  const isBusy = code === 'too_many_requests'
  const why: NoQuote = isBusy ? { reason: 'busy', ...retryAfterOf(cause) } : { reason: 'unavailable' }
  return { source, state: 'failed', reason: code, why }
}

/** A source whose quote is not believed. */
export function refused(source: QuoteSource, reason: Fault): UnavailableSource {
  const isOutcome = reason === 'gives less than the minimum' || reason === 'takes more than the amount'
  return { source, state: 'refused', reason, why: { reason: isOutcome ? 'would_fail' : 'unavailable' } }
}

/** The back-off that the source asked for, if any. */
function retryAfterOf(cause: unknown): { retryAfter?: number } {
  const seconds =
    typeof cause === 'object' && cause !== null && 'retryAfterS' in cause ? Number(cause.retryAfterS) : Number.NaN
  return seconds > 0 && seconds <= 600 ? { retryAfter: Math.ceil(seconds) } : {}
}
