import type { RpcErrorBody } from '@billfold/protocol/api/rpc'

/** A node's error response: the call arrived, and the chain rejected it. */
export class RpcError extends Error {
  override name = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor({ code, message, data }: RpcErrorBody) {
    super(message)
    this.code = code
    this.data = data
  }
}
