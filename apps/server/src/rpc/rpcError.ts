import type { RpcErrorBody } from '@billfold/protocol/api/rpc'

/** What a node answered instead of a result: the call arrived, and this is what the chain says to it. */
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
