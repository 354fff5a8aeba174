/**
 * Every failure the product can name: one row each. `http` is the status a server answers with, `rpc` the JSON-RPC or
 * EIP-1193 code. Code switches on the row's name, never on its text.
 */
export const errors = {
  // JSON-RPC 2.0 and EIP-1474
  parse_error: { message: 'Parse error', http: 400, rpc: -32700 },
  invalid_request: { message: 'Invalid request', http: 400, rpc: -32600 },
  unknown_method: { message: 'Method not found', http: 404, rpc: -32601 },
  invalid_input: { message: 'Invalid input', http: 422, rpc: -32602 },
  internal: { message: 'Something went wrong', http: 500, rpc: -32603 },
  missing_input: { message: 'Missing or invalid input', http: 400, rpc: -32000 },
  not_found: { message: 'Resource not found', http: 404, rpc: -32001 },
  unavailable: { message: 'Resource unavailable', http: 503, rpc: -32002 },
  transaction_rejected: { message: 'Transaction creation failed', http: 400, rpc: -32003 },
  method_unsupported: { message: 'Method not supported', http: 404, rpc: -32004 },
  too_many_requests: { message: 'Request exceeds the limit', http: 429, rpc: -32005 },
  version_unsupported: { message: 'Version unsupported', http: 400, rpc: -32006 },
  // EIP-1193
  user_rejected: { message: 'User rejected the request', http: 400, rpc: 4001 },
  unauthorized: { message: 'Unauthorized', http: 401, rpc: 4100 },
  wallet_method_unsupported: { message: 'The wallet does not support this method', http: 400, rpc: 4200 },
  provider_disconnected: { message: 'The wallet is disconnected', http: 503, rpc: 4900 },
  chain_disconnected: { message: 'The wallet is not connected to this chain', http: 503, rpc: 4901 },
  chain_unknown: { message: 'The wallet does not know this chain', http: 400, rpc: 4902 },
  // Ours
  invalid_caip: { message: 'Invalid CAIP identifier', http: 400 },
  network_unknown: { message: 'Network not found', http: 404 },
  connector_missing: { message: 'Failed to find connector', http: 404 },
  wallet_answer_invalid: { message: 'The wallet gave an answer that makes no sense', http: 502 },
  account_mismatch: { message: 'The wallet answered for another account than the one shown', http: 409 },
  sign_in_unproven: { message: 'The sign-in could not be proven', http: 401 },
  project_missing: { message: 'Project ID Not Configured', http: 400 },
  project_unknown: { message: 'Unauthorized: invalid key', http: 401 },
  origin_not_allowed: { message: 'Unauthorized: origin not allowed', http: 403 },
  sources_unavailable: { message: 'No source behind the server answers', http: 503 },
  body_too_large: { message: 'The request is too large', http: 413 },
  timeout: { message: 'The request took too long', http: 504 },
  aborted: { message: 'Request was aborted', http: 499 },
} as const satisfies Record<string, { message: string; http: number; rpc?: number }>

export type ErrorCode = keyof typeof errors

/** The one error class: a code from the table, a sentence, and what caused it. */
export class KitError extends Error {
  override name = 'KitError'
  readonly code: ErrorCode

  constructor(code: ErrorCode, options?: { message?: string; cause?: unknown }) {
    super(
      options?.message ?? errors[code].message,
      options && 'cause' in options ? { cause: options.cause } : undefined,
    )
    this.code = code
  }

  /** Any thrown value as a KitError, keeping the original as `cause`. JSON-RPC codes find their row. */
  static from(e: unknown): KitError {
    if (e instanceof KitError) return e
    const rpc = typeof e === 'object' && e !== null && 'code' in e ? e.code : undefined
    return new KitError(codeOfRpc(rpc) ?? 'internal', { cause: e })
  }
}

/** The row of a JSON-RPC or EIP-1193 code, if it has one. */
export function codeOfRpc(rpc: unknown): ErrorCode | undefined {
  if (typeof rpc !== 'number') return undefined
  for (const [code, row] of Object.entries(errors)) if ('rpc' in row && row.rpc === rpc) return code as ErrorCode
  return undefined
}
