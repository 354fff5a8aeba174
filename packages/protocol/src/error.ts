/**
 * Every failure the product can name: one row each; `rpc` is the JSON-RPC or EIP-1193 code. Code switches on the row's
 * name, never on its text. The status a server answers with is in `httpStatus.ts`: no page needs it.
 */
export const errors = {
  // JSON-RPC 2.0 and EIP-1474
  parse_error: { message: 'Parse error', rpc: -32700 },
  invalid_request: { message: 'Invalid request', rpc: -32600 },
  unknown_method: { message: 'Method not found', rpc: -32601 },
  invalid_input: { message: 'Invalid input', rpc: -32602 },
  internal: { message: 'Something went wrong', rpc: -32603 },
  missing_input: { message: 'Missing or invalid input', rpc: -32000 },
  not_found: { message: 'Resource not found', rpc: -32001 },
  unavailable: { message: 'Resource unavailable', rpc: -32002 },
  transaction_rejected: { message: 'Transaction creation failed', rpc: -32003 },
  method_unsupported: { message: 'Method not supported', rpc: -32004 },
  too_many_requests: { message: 'Request exceeds the limit', rpc: -32005 },
  version_unsupported: { message: 'Version unsupported', rpc: -32006 },
  // EIP-1193
  user_rejected: { message: 'User rejected the request', rpc: 4001 },
  unauthorized: { message: 'Unauthorized', rpc: 4100 },
  wallet_method_unsupported: { message: 'The wallet does not support this method', rpc: 4200 },
  provider_disconnected: { message: 'The wallet is disconnected', rpc: 4900 },
  chain_disconnected: { message: 'The wallet is not connected to this chain', rpc: 4901 },
  chain_unknown: { message: 'Chain not recognized by the wallet', rpc: 4902 },
  // Ours
  invalid_caip: { message: 'Invalid CAIP identifier' },
  network_unknown: { message: 'Network not found' },
  connector_missing: { message: 'Failed to find connector' },
  wallet_answer_invalid: { message: 'Invalid wallet response' },
  account_mismatch: { message: 'The wallet used another account' },
  sign_in_unproven: { message: 'Sign-in not verified' },
  project_missing: { message: 'Project ID Not Configured' },
  project_unknown: { message: 'Unauthorized: invalid key' },
  origin_not_allowed: { message: 'Unauthorized: origin not allowed' },
  sources_unavailable: { message: 'No source responded' },
  relay_unreachable: { message: 'The relay is unreachable' },
  relay_refused: { message: 'The relay refused' },
  relay_clock: { message: 'The device’s clock is wrong' },
  clock_wrong: { message: 'The device’s clock is wrong' },
  relay_busy: { message: 'The relay is busy' },
  body_too_large: { message: 'The request is too large' },
  window_blocked: { message: 'Could not create social popup' },
  timeout: { message: 'The request timed out' },
  aborted: { message: 'Request was aborted' },
} as const satisfies Record<string, { message: string; rpc?: number }>

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
