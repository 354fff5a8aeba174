import type { RpcReply, RpcRequest } from '@billfold/protocol/api/rpc'
import { keccak256 } from 'viem'

/**
 * A transaction may have reached one node although that node's answer did not reach us. The next node then refuses it as known
 * already, which to the sender would look like a failure of a payment that was made: the answer is its hash, as it would have been.
 */
export function rescueSend(requests: readonly RpcRequest[], replies: RpcReply[], isSecondTry: boolean): RpcReply[] {
  if (!isSecondTry) return replies
  return replies.map((reply, at) => {
    const { method, params } = requests[at]!
    if (method !== 'eth_sendRawTransaction' || !('error' in reply)) return reply
    const raw = Array.isArray(params) ? params[0] : undefined
    const isKnown = /already known|known transaction|already imported/i.test(reply.error.message)
    if (!isKnown || typeof raw !== 'string' || !/^0x(?:[0-9a-f]{2})+$/i.test(raw)) return reply
    return { jsonrpc: '2.0', id: reply.id, result: keccak256(raw as `0x${string}`) }
  })
}
