import { KitError } from '@billfold/protocol/error'
import { parseExact } from '@billfold/protocol/exactJson'
import { type FetchLimits, type ReplyHeaders, requestUpstream, type UpstreamReply } from './requestUpstream.ts'
import { findUnreadResult } from './unreadResult.ts'
import { writeJson } from './writeJson.ts'

type JsonRequest = {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string> | undefined
  /** Sent as JSON. */
  body?: unknown
  /** The id of a call whose result no code here reads: a large one is returned as an `UnreadResult`. */
  unreadId?: number | undefined
}
type JsonAnswer = { status: number; headers: ReplyHeaders; json: unknown }
/** The server's HTTP client for upstreams; a parameter, so that tests can replace it. */
export type FetchJson = (request: JsonRequest, limits: FetchLimits) => Promise<JsonAnswer>

type TextAnswer = { status: number; headers: ReplyHeaders; text: string }
export type FetchText = (request: JsonRequest, limits: FetchLimits) => Promise<TextAnswer>

/** Like `fetchText`, but parses JSON; throws `unavailable` if it is invalid. */
export const fetchJson: FetchJson = async (request, limits) => {
  const { status, headers, bytes } = await send(request, limits)
  const id = request.unreadId
  const result = id === undefined || status !== 200 ? undefined : findUnreadResult(bytes, id)
  return { status, headers, json: result ? { jsonrpc: '2.0', id, result } : parseJson(textOf(bytes)) }
}

/**
 * Fetches from an untrusted server: with a deadline, a size limit and no redirects. Failures are KitErrors: `timeout`,
 * `unavailable` (no connection), `body_too_large`, or `aborted` by the caller.
 */
export const fetchText: FetchText = async (request, limits) => {
  const { status, headers, bytes } = await send(request, limits)
  return { status, headers, text: textOf(bytes) }
}

const send = ({ url, method, headers, body }: JsonRequest, limits: FetchLimits): Promise<UpstreamReply> =>
  requestUpstream(
    {
      url,
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { accept: 'application/json', ...(body !== undefined && jsonHeaders), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : writeJson(body) }),
    },
    limits,
  )

const jsonHeaders = { 'content-type': 'application/json' }

const decoder = new TextDecoder()
const textOf = (bytes: Buffer): string => decoder.decode(bytes)

function parseJson(text: string): unknown {
  try {
    return parseExact(text)
  } catch (cause) {
    throw new KitError('unavailable', { message: "The upstream's response is not JSON.", cause })
  }
}
