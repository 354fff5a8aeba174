import { type ErrorCode, errors } from '@billfold/protocol/error'

/** A wallet's rejection or failure: an EIP-1193, EIP-5792 or JSON-RPC code, and one sentence. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly code: number
  readonly data?: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    if (data !== undefined) this.data = data
  }
}

type CodeOnWire = { [C in ErrorCode]: (typeof errors)[C] extends { rpc: number } ? C : never }[ErrorCode]

/** A row of the product's error table as a wallet would throw it. */
export const providerError = (code: CodeOnWire, message: string = errors[code].message): ProviderError =>
  new ProviderError(errors[code].rpc, message)

/** Any thrown value as a ProviderError, so that nothing without a code leaves the wallet. */
export function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  return providerError('internal', error instanceof Error ? error.message : String(error))
}
