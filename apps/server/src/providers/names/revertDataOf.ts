import type { Hex } from 'viem'
import type { RpcError } from '../../rpc/rpcError.ts'

/** A contract's revert data; nodes put it in `data`, or into an object there. */
export function revertDataOf({ data }: RpcError): Hex | undefined {
  const inner = typeof data === 'object' && data !== null && 'data' in data ? data.data : data
  return typeof inner === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(inner) ? (inner as Hex) : undefined
}
