import { batchLimit, type RpcReply, type RpcRequest, rpcRequest } from '@billfold/protocol/api/rpc'
import { errors, KitError } from '@billfold/protocol/error'
import { parseExact } from '@billfold/protocol/exactJson'
import * as z from 'zod/mini'

export type Answer = { status: 200 | 400 | 413 | 503 | 504; body: RpcReply | RpcReply[] | undefined }
type Options = {
  text: string
  /** Why a method is not forwarded; undefined if it is. */
  refuse: (method: string, params: unknown) => string | undefined
  /** Forwards calls, and returns their replies in the same order. */
  forward: (requests: readonly RpcRequest[]) => Promise<RpcReply[]>
}

/**
 * Answers a JSON-RPC call or batch: malformed or refused requests are answered here, the rest is forwarded in one batch
 * and returned under the original ids. Undefined for notifications alone.
 */
export async function answerRpc({ text, refuse, forward }: Options): Promise<Answer> {
  let payload: unknown
  try {
    payload = parseExact(text)
  } catch {
    return failed(400, 'parse_error', 'The body is not JSON.')
  }
  if (Array.isArray(payload) && payload.length === 0) return failed(400, 'invalid_request', 'The batch is empty.')
  if (Array.isArray(payload) && payload.length > batchLimit)
    return failed(413, 'invalid_request', `A batch holds at most ${batchLimit} calls.`)

  const items: unknown[] = Array.isArray(payload) ? payload : [payload]
  const sorted = items.map((item) => sort(item, refuse))
  const allowed = sorted.flatMap((one) => ('request' in one ? [one.request] : []))
  try {
    // Callers' ids may repeat or be missing; ours are unique.
    const forwarded = allowed.map((request, id) => ({ ...request, id }))
    const replies = forwarded.length > 0 ? await forward(forwarded) : []
    let at = 0
    const answers = sorted.flatMap((one): RpcReply[] => {
      if ('reply' in one) return [one.reply]
      const reply = replies[at++]!
      return one.request.id === undefined ? [] : [{ ...reply, id: one.request.id }]
    })
    if (answers.length === 0) return { status: 200, body: undefined }
    return { status: 200, body: Array.isArray(payload) ? answers : answers[0] }
  } catch (e) {
    if (e instanceof KitError && e.code === 'timeout') return failed(504, 'timeout', e.message, idOf(payload))
    if (e instanceof KitError && e.code === 'body_too_large')
      return { status: 200, body: reply(idOf(payload), errors.too_many_requests.rpc, e.message) }
    if (e instanceof KitError && e.code === 'unavailable') return failed(503, 'unavailable', e.message, idOf(payload))
    throw e
  }
}

type Sorted = { request: RpcRequest } | { reply: RpcReply }

function sort(item: unknown, refuse: Options['refuse']): Sorted {
  const { success, data } = z.safeParse(rpcRequest, item)
  if (!success) return { reply: reply(idOf(item), errors.invalid_request.rpc, 'This is not a JSON-RPC 2.0 request.') }
  const refusal = refuse(data.method, data.params)
  if (!refusal) return { request: data }
  return { reply: reply(data.id ?? null, errors.unknown_method.rpc, refusal) }
}

function failed(
  status: Exclude<Answer['status'], 200>,
  code: 'parse_error' | 'invalid_request' | 'unavailable' | 'timeout',
  message: string,
  id: string | number | null = null,
): Answer {
  const row = errors[code]
  return { status, body: reply(id, 'rpc' in row ? row.rpc : errors.unavailable.rpc, message) }
}

function reply(id: string | number | null, code: number, message: string): RpcReply {
  return { jsonrpc: '2.0', id, error: { code, message } }
}

/** The id of a possible request, for its response. */
function idOf(item: unknown): string | number | null {
  const id = typeof item === 'object' && item !== null && 'id' in item ? item.id : null
  return (typeof id === 'string' && id.length <= 200) || typeof id === 'number' ? id : null
}
