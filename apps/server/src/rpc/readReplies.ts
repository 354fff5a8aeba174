import { type RpcReply, type RpcRequest, rpcErrorBody } from '@billfold/protocol/api/rpc'
import { KitError } from '@billfold/protocol/error'
import * as z from 'zod/mini'

const reply = z.object({ id: z.optional(z.union([z.string(), z.number(), z.null()])), error: z.optional(z.unknown()) })

/**
 * Parses a node's replies, in the order of the requests. Throws `unavailable` if they are not JSON-RPC, or one is
 * missing: such a node is broken, whatever its status.
 */
export function readReplies(json: unknown, requests: readonly RpcRequest[], status: number): RpcReply[] {
  const items = Array.isArray(json) ? json : [json]
  const byId = new Map<string, RpcReply>()
  let stray: RpcReply | undefined
  for (const item of items) {
    const read = readReply(item)
    if (!read) throw broken(status)
    if (read.id === null) stray = read
    else byId.set(keyOf(read.id), read)
  }
  return requests.map(({ id = null }) => {
    const own = byId.get(keyOf(id))
    if (own) return own
    // One error without an id is about the whole request: a batch too large, a rate limit.
    if (stray && 'error' in stray) return { ...stray, id }
    if (id === null && stray) return stray
    throw broken(status)
  })
}

/** Whether an error means that the node is busy, rather than that the chain rejects the call. */
export function isBusy(answer: RpcReply): boolean {
  return 'error' in answer && (answer.error.code === -32005 || answer.error.code === 429)
}

function readReply(item: unknown): RpcReply | undefined {
  const { success, data } = z.safeParse(reply, item)
  if (!success) return undefined
  const id = data.id ?? null
  if (data.error === undefined || data.error === null)
    return 'result' in (item as object)
      ? { jsonrpc: '2.0', id, result: (item as { result: unknown }).result }
      : undefined
  const error = z.safeParse(rpcErrorBody, data.error)
  return error.success ? { jsonrpc: '2.0', id, error: error.data } : undefined
}

/** 1 and "1" are different ids; some nodes answer with the other type, which still counts as ours. */
const keyOf = (id: string | number | null) => String(id)

const broken = (status: number) =>
  new KitError('unavailable', { message: `The node returned ${status} and no JSON-RPC.` })
