import { parse } from '@billfold/protocol/contract'
import { KitError } from '@billfold/protocol/error'
import type * as z from 'zod/mini'
import { deadlineIn } from '../limits/deadlineIn.ts'
import { untilAborted } from '../limits/untilAborted.ts'
import type { ChainRpc } from '../rpc/createRpc.ts'
import { RpcError } from '../rpc/rpcError.ts'

/** A node as the indexer asks it: every answer has a deadline and a shape. */
export type AskNode = <T extends z.ZodMiniType>(
  schema: T,
  method: string,
  params: readonly unknown[],
) => Promise<z.infer<T>>

/** The node returned what it should not have; asking again may help, believing it would not. */
export class NodeAnswerError extends Error {
  override name = 'NodeAnswerError'
}

/** Asks with a deadline, until `signal` says that no one wants to know any more. */
export function createAskNode(rpc: Pick<ChainRpc, 'call'>, signal: AbortSignal, deadlineMs = 15_000): AskNode {
  return async (schema, method, params) => {
    const deadline = deadlineIn(deadlineMs)
    const asked = rpc.call(method, params, AbortSignal.any([signal, deadline]))
    // Not every transport hears an abort in every state; a call that does not end must not hold up a chain.
    const answer = await untilAborted(asked, {
      signal,
      deadline,
      message: `The node did not respond to ${method} in time.`,
    })
    try {
      return parse(schema, answer)
    } catch (cause) {
      throw new NodeAnswerError(`The node's response to ${method} is malformed.`, { cause })
    }
  }
}

const missing = /not (?:found|supported|available|allowed|exist|enabled|whitelisted)|unavailable|disabled/i

/** Whether an error says that this node does not know the method, in one of the ways nodes say it. */
export function isMethodMissing(e: unknown): boolean {
  if (e instanceof KitError && ['unknown_method', 'method_unsupported'].includes(e.code)) return true
  if (!(e instanceof Error)) return false
  const code = 'code' in e ? e.code : undefined
  if (code === -32601 || code === -32004) return true
  const named = e.message.search(/method/i)
  return named >= 0 && missing.test(e.message.slice(named))
}

/**
 * Whether a retry would fail the same: the chain rejects it, or its response is too large. A busy node may still
 * succeed.
 */
export function isPermanentError(e: unknown): boolean {
  if (e instanceof KitError) return e.code === 'body_too_large'
  if (!(e instanceof RpcError)) return false
  return ![-32005, 429].includes(e.code) && !/rate.?limit|too many requests|throttl|quota|capacity/i.test(e.message)
}
