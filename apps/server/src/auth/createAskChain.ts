import { KitError } from '@billfold/protocol/error'
import type { AskChain } from '@billfold/protocol/signin/verifySignature'
import type { Rpc } from '../rpc/createRpc.ts'
import { RpcError } from '../rpc/rpcError.ts'

/** The contract reverted: the chain rejects the signature. Any other error says nothing about it. */
const ranAndFailed = /revert|out of gas|invalid opcode|invalid jump|stack (?:under|over)flow/i
const deadlineMs = 8_000

/**
 * Calls a contract on our own nodes to verify a signature. A revert returns `0x`; a node that fails or times out is
 * `sources_unavailable`: neither valid nor invalid.
 */
export function createAskChain(rpc: Rpc, signal: AbortSignal): AskChain {
  return async (chainId, method, params) => {
    try {
      return await rpc(chainId).call(method, params, AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]))
    } catch (cause) {
      if (signal.aborted) throw cause
      if (cause instanceof RpcError && (cause.code === 3 || ranAndFailed.test(cause.message))) return '0x'
      throw new KitError('sources_unavailable', {
        message: 'The signature cannot be verified: the node of this chain is unavailable.',
        cause,
      })
    }
  }
}
