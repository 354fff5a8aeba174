/** A JSON-RPC error: what a node answers with, and what in-process callers catch. */
export class RpcError extends Error {
  override name = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

const hexData = /^0x([0-9a-f]{2})*$/i

/** EDR's error in the shape Ethereum nodes answer with: a revert is code 3 and carries its raw bytes. */
export function toRpcError(error: { code: number; message: string; data?: unknown }): RpcError {
  const inner =
    typeof error.data === 'object' && error.data !== null ? (error.data as { data?: unknown }).data : undefined
  const message = error.message.replace('VM Exception while processing transaction: ', 'execution ')
  if (typeof inner === 'string' && hexData.test(inner) && /revert/i.test(error.message))
    return new RpcError(3, message.startsWith('execution reverted') ? message : `execution reverted: ${message}`, inner)
  return new RpcError(error.code, error.message)
}
