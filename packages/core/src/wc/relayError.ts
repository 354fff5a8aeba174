import { cleanText } from '@billfold/protocol/cleanText'
import { type ErrorCode, KitError } from '@billfold/protocol/error'
import { relayErrors } from '@billfold/protocol/wc/relayRpc'

const codes = new Map<unknown, ErrorCode>([
  [relayErrors.unauthorized.code, 'relay_refused'],
  [relayErrors.too_many_requests.code, 'relay_busy'],
  [relayErrors.payload.code, 'relay_refused'],
  [relayErrors.unknown_method.code, 'relay_refused'],
])

/** Converts a relay's error, sanitized. Never to a code of wallets: the relay's failure is not the wallet's. */
export function relayError(refusal: unknown): KitError {
  const { code, message, data } = (typeof refusal === 'object' && refusal !== null ? refusal : {}) as Record<
    string,
    unknown
  >
  const reason = cleanText(message, 200)
  const own = data === relayErrors.token_time.data ? 'relay_clock' : codes.get(code)
  return new KitError(own ?? 'relay_unreachable', {
    message: reason ? `The relay refused: ${reason}` : 'The relay refused',
    cause: refusal,
  })
}
