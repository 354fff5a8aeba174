import { errors, KitError } from './error.ts'

/** An error as EIP-1193 has it: libraries branch on its number. */
export type RpcError = Error & { code: number; data?: unknown }

/** The wallet's own error if it has a number, otherwise ours with the number of its row. */
export function rpcErrorOf(e: unknown): RpcError {
  const error = KitError.from(e)
  const { cause } = error
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'number') return cause as RpcError
  // For a library, a network that the site lacks is one that cannot be switched to.
  const row = errors[error.code === 'network_unknown' ? 'chain_unknown' : error.code]
  const data = typeof cause === 'object' && cause !== null && 'data' in cause ? { data: cause.data } : {}
  const code: number = 'rpc' in row ? row.rpc : errors.internal.rpc
  return Object.assign(new Error(error.message, { cause: error }), { code, ...data })
}
