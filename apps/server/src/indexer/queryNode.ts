import { parse } from '@billfold/protocol/contract'
import { KitError } from '@billfold/protocol/error'
import type * as z from 'zod/mini'
import { deadlineIn } from '../limits/deadlineIn.ts'
import { untilAborted } from '../limits/untilAborted.ts'
import type { ChainRpc } from '../rpc/createRpc.ts'
import { RpcError } from '../rpc/rpcError.ts'

/** Queries a node for the indexer: every response has a deadline and a schema. */
export type QueryNode = <T extends z.ZodMiniType>(
  schema: T,
  method: string,
  params: readonly unknown[],
) => Promise<z.infer<T>>

/** The node's response is invalid; a retry may help. */
export class NodeResponseError extends Error {
  override name = 'NodeResponseError'
}

/** Adds a deadline, and stops on `signal`. */
export function createQueryNode(rpc: Pick<ChainRpc, 'call'>, signal: AbortSignal, deadlineMs = 15_000): QueryNode {
  return async (schema, method, params) => {
    const deadline = deadlineIn(deadlineMs)
    const response = rpc.call(method, params, AbortSignal.any([signal, deadline]))
    // Not every transport supports abort in every state; a hanging call must not block a chain.
    const answer = await untilAborted(response, {
      signal,
      deadline,
      message: `The node did not respond to ${method} in time.`,
    })
    try {
      return parse(schema, answer)
    } catch (cause) {
      throw new NodeResponseError(`The node's response to ${method} is malformed.`, { cause })
    }
  }
}

const missing = /not (?:found|supported|available|allowed|exist|enabled|whitelisted)|unavailable|disabled/i

/** Whether an error means that the node lacks the method, in one of the common wordings. */
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
