import { cleanText } from '@billfold/protocol/cleanText'
import { type ErrorCode, KitError } from '@billfold/protocol/error'
import { relayErrors } from '@billfold/protocol/wc/relayRpc'

const codes = new Map<unknown, ErrorCode>([
  [relayErrors.unauthorized.code, 'unauthorized'],
  [relayErrors.too_many_requests.code, 'too_many_requests'],
  [relayErrors.payload.code, 'invalid_request'],
  [relayErrors.unknown_method.code, 'unknown_method'],
])

/** A relay's refusal as ours, its words cleaned. */
export function relayError(refusal: unknown): KitError {
  const { code, message } = (typeof refusal === 'object' && refusal !== null ? refusal : {}) as Record<string, unknown>
  const said = cleanText(message, 200)
  return new KitError(codes.get(code) ?? 'unavailable', {
    message: said ? `The relay refused: ${said}` : 'The relay refused',
    cause: refusal,
  })
}
