import type { NoQuote } from '@billfold/protocol/api/swap'

/** Why a source offers nothing, as far as the caller can do something about it. */
type Silence = { state: string; why: NoQuote }

/** The most helpful first: another amount, then patience; a missing route only if all sources agree. */
const order: readonly NoQuote['reason'][] = [
  'amount_too_small',
  'busy',
  'timeout',
  'unavailable',
  'would_fail',
  'no_route',
]

/** Why there is no quote at all; undefined while someone is still asked. */
export function noQuoteReason(silent: readonly Silence[]): NoQuote | undefined {
  if (silent.some(({ state }) => state === 'asked')) return undefined
  const ranked = silent.map(({ why }) => why).sort((a, b) => order.indexOf(a.reason) - order.indexOf(b.reason))
  const [first] = ranked
  if (!first) return { reason: 'no_route' }
  // Of several that are busy, the first to be free again decides.
  const waits = ranked.flatMap(({ reason, retryAfter }) =>
    reason === first.reason && retryAfter !== undefined ? [retryAfter] : [],
  )
  return { reason: first.reason, ...(waits.length > 0 && { retryAfter: Math.min(...waits) }) }
}
