import type { RpcReply, RpcRequest } from '@billfold/protocol/api/rpc'
import { encodeBase58 } from '@billfold/protocol/base58'
import { keccak256 } from 'viem'

/**
 * For each method that sends signed transactions: how a node reports that it already has one, and how to compute its
 * hash.
 */
const carriers: Readonly<Record<string, { isKnown: RegExp; nameOf(params: readonly unknown[]): string | undefined }>> =
  {
    eth_sendRawTransaction: {
      isKnown: /already known|known transaction|already imported/i,
      nameOf: ([raw]) =>
        typeof raw === 'string' && /^0x(?:[0-9a-f]{2})+$/i.test(raw) ? keccak256(raw as `0x${string}`) : undefined,
    },
    sendTransaction: {
      isKnown: /already been processed/i,
      nameOf: ([raw, options]) => {
        const isBase64 = (options as { encoding?: unknown } | undefined)?.encoding === 'base64'
        // The number of signatures, then the first of them: the transaction's id.
        const bytes = isBase64 && typeof raw === 'string' ? Buffer.from(raw, 'base64') : undefined
        return bytes && bytes.length > 65 ? encodeBase58(bytes.subarray(1, 65)) : undefined
      },
    },
  }

/** Namespaces whose transactions are not recognized in responses, but which carry them all the same. */
const otherCarriers: readonly string[] = ['author_submitExtrinsic', 'sendrawtransaction']
/** The node's own failure: no client takes it for the network's rejection. */
const internal = -32603

/**
 * A transaction may have reached one node although its response got lost. The next node then rejects it as already
 * known, which the sender would see as a failed payment: the response becomes its hash. Any other rejection is only the
 * second node's: it loses the code by which senders know that nothing was sent.
 */
export function rescueSend(requests: readonly RpcRequest[], replies: RpcReply[], isSecondTry: boolean): RpcReply[] {
  if (!isSecondTry) return replies
  return replies.map((reply, at) => {
    const { method, params } = requests[at]!
    const carrier = Object.hasOwn(carriers, method) ? carriers[method] : undefined
    if (!('error' in reply) || !(carrier || otherCarriers.includes(method))) return reply
    if (!carrier?.isKnown.test(reply.error.message)) return { ...reply, error: { ...reply.error, code: internal } }
    const result = Array.isArray(params) ? carrier.nameOf(params) : undefined
    return result === undefined ? reply : { jsonrpc: '2.0', id: reply.id, result }
  })
}
