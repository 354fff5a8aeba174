import type { RpcReply } from '@billfold/protocol/api/rpc'
import { writeJson } from './writeJson.ts'

/** A large result that no code here reads: the node's own bytes, passed on as they are. */
export class UnreadResult {
  readonly bytes: Uint8Array
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}

/** Below this, reading a response costs less than looking at its ends. */
const minBytes = 16_384
const [space, newline, carriageReturn] = [0x20, 0x0a, 0x0d]

/**
 * A large response whose ends show that it is the result of the call `id`, in the two spellings that nodes use.
 * Undefined for any other, which is to be parsed: errors, small responses, nodes that write differently.
 */
export function findUnreadResult(bytes: Buffer, id: number): UnreadResult | undefined {
  if (bytes.length < minBytes) return undefined
  let end = bytes.length
  while (end > 0 && [space, newline, carriageReturn].includes(bytes[end - 1]!)) end--
  const spellings = [
    [`{"jsonrpc":"2.0","id":${id},"result":`, '}'],
    ['{"jsonrpc":"2.0","result":', `,"id":${id}}`],
  ] as const
  for (const [head, tail] of spellings) {
    const [from, to] = [head.length, end - tail.length]
    if (bytes.toString('latin1', 0, from) !== head || bytes.toString('latin1', to, end) !== tail) continue
    // A list, an object or a text that ends as it began.
    const ends = String.fromCharCode(bytes[from]!, bytes[to - 1]!)
    return ends === '[]' || ends === '{}' || ends === '""' ? new UnreadResult(bytes.subarray(from, to)) : undefined
  }
  return undefined
}

/** Replies as JSON, with unread results under the callers' ids. */
export function writeReplies(body: RpcReply | readonly RpcReply[]): string | Uint8Array<ArrayBuffer> {
  const replies = Array.isArray(body) ? body : [body as RpcReply]
  if (!replies.some(isUnread)) return writeJson(body)
  const parts = replies.flatMap((reply, at) => [at > 0 ? comma : nothing, ...partsOf(reply)])
  return Buffer.concat(Array.isArray(body) ? [Buffer.from('['), ...parts, Buffer.from(']')] : parts)
}

const [comma, nothing] = [Buffer.from(','), Buffer.alloc(0)]
const isUnread = (reply: RpcReply): boolean => 'result' in reply && reply.result instanceof UnreadResult

function partsOf(reply: RpcReply): Uint8Array[] {
  if (!('result' in reply && reply.result instanceof UnreadResult)) return [Buffer.from(writeJson(reply))]
  return [
    Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(reply.id)},"result":`),
    reply.result.bytes,
    Buffer.from('}'),
  ]
}
