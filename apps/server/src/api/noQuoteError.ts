import type { NoQuote } from '@billfold/protocol/api/swap'
import { KitError } from '@billfold/protocol/error'
import { badParameter } from '../http/badParameter.ts'
import { RateLimitError } from '../limits/rateLimitError.ts'

/** The error when there is nothing to build, for clients that read statuses: 404 only if there is no route. */
export function noQuoteError({ reason, retryAfter }: NoQuote = { reason: 'no_route' }): KitError {
  switch (reason) {
    case 'no_route':
      return new KitError('not_found', { message: 'No source has a route between these tokens.' })
    case 'amount_too_small':
      return badParameter('amount', 'The amount is too small: nothing would come out.')
    case 'would_fail':
      return new KitError('transaction_rejected', { message: 'The swap fails in simulation, so it is not offered.' })
    case 'busy':
      return new RateLimitError(retryAfter ?? 5, 'The exchange is busy: try again later.')
    case 'timeout':
      return new KitError('timeout', { message: 'No quote source responded in time.' })
    case 'unavailable':
      return new KitError('sources_unavailable', { message: 'All quote sources are unavailable.' })
  }
}
