import { RpcError } from './rpcError.ts'

/** Answers one call; rejects with an `RpcError` (anything else is reported as an internal error). */
export type RpcCall = (method: string, params: readonly unknown[]) => Promise<unknown>

type Id = string | number | null
type RpcReply = { jsonrpc: '2.0'; id: Id; result: unknown } | { jsonrpc: '2.0'; id: Id; error: RpcErrorBody }
type RpcErrorBody = { code: number; message: string; data?: unknown }

const batchLimit = 1000

const failure = (id: Id, error: unknown): RpcReply => {
  const body: RpcErrorBody =
    error instanceof RpcError || hasCode(error)
      ? { code: error.code, message: error.message, ...(error.data === undefined ? {} : { data: error.data }) }
      : { code: -32603, message: error instanceof Error ? error.message : 'Internal error' }
  return { jsonrpc: '2.0', id, error: body }
}

const hasCode = (error: unknown): error is { code: number; message: string; data?: unknown } =>
  error instanceof Error && 'code' in error && Number.isInteger(error.code)

const isId = (value: unknown): value is Id => value === null || typeof value === 'string' || typeof value === 'number'

async function answerOne(item: unknown, call: RpcCall): Promise<RpcReply | undefined> {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    return failure(null, new RpcError(-32600, 'Invalid request: a request must be an object.'))
  const { jsonrpc, id, method, params = [] } = item as Record<string, unknown>
  const replyId = isId(id) ? id : null
  if (id !== undefined && !isId(id))
    return failure(null, new RpcError(-32600, 'Invalid request: id must be a string or a number.'))
  if (jsonrpc !== '2.0') return failure(replyId, new RpcError(-32600, 'Invalid request: jsonrpc must be "2.0".'))
  if (typeof method !== 'string')
    return failure(replyId, new RpcError(-32600, 'Invalid request: method must be a string.'))
  if (!Array.isArray(params)) return failure(replyId, new RpcError(-32602, 'Invalid params: an array is expected.'))
  try {
    const result = await call(method, params)
    return id === undefined ? undefined : { jsonrpc: '2.0', id: replyId, result: result ?? null }
  } catch (error) {
    return id === undefined ? undefined : failure(replyId, error)
  }
}

/** Answers a parsed JSON-RPC 2.0 payload, single or batch; undefined for notifications only. */
export async function answerJsonRpc(payload: unknown, call: RpcCall): Promise<RpcReply | RpcReply[] | undefined> {
  if (!Array.isArray(payload)) return answerOne(payload, call)
  if (payload.length === 0) return failure(null, new RpcError(-32600, 'Invalid request: the batch is empty.'))
  if (payload.length > batchLimit)
    return failure(null, new RpcError(-32600, `Invalid request: a batch holds at most ${batchLimit} calls.`))
  // Started in order but concurrently: changes keep their order in the node's own queue, reads run beside them.
  const replies = await Promise.all(payload.map((item) => answerOne(item, call)))
  const answered = replies.filter((reply) => reply !== undefined)
  return answered.length > 0 ? answered : undefined
}

/** As `answerJsonRpc`, from the text on the wire; `write` is for responses that plain JSON cannot express. */
export async function answerJsonRpcText(
  text: string,
  call: RpcCall,
  write: (reply: unknown) => string = JSON.stringify,
): Promise<string | undefined> {
  let payload: unknown
  try {
    payload = JSON.parse(text)
  } catch {
    return JSON.stringify(failure(null, new RpcError(-32700, 'Parse error: the body is not JSON.')))
  }
  const reply = await answerJsonRpc(payload, call)
  return reply === undefined ? undefined : write(reply)
}
