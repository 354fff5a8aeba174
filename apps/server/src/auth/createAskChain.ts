import { KitError } from '@billfold/protocol/error'
import type { AskChain } from '@billfold/protocol/signin/verifySignature'
import type { Rpc } from '../rpc/createRpc.ts'
import { RpcError } from '../rpc/rpcError.ts'

/** The contract ran and gave up: the chain's word, and no. Whatever else a node says is no word about a signature. */
const ranAndFailed = /revert|out of gas|invalid opcode|invalid jump|stack (?:under|over)flow/i
const deadlineMs = 8_000

/**
 * Asks our own nodes whether a contract signed. What the contract refuses by failing is answered with nothing; a node that does
 * not answer, or answers with a fault of its own, is `sources_unavailable`: neither yes nor no.
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
