import { KitError } from '@billfold/protocol/error'
import { parseExact } from '@billfold/protocol/exactJson'
import { deadlineIn } from '../limits/deadlineIn.ts'
import { writeJson } from './writeJson.ts'

type JsonRequest = {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string> | undefined
  /** Sent as JSON. */
  body?: unknown
}
type JsonAnswer = { status: number; headers: Headers; json: unknown }
type FetchLimits = {
  signal?: AbortSignal | undefined
  /** Covers the whole exchange, including the last byte of the body. */
  deadlineMs: number
  /** The limit of the unpacked body. */
  maxBytes: number
}
/** The server's HTTP client for upstreams; a parameter, so that tests can replace it. */
export type FetchJson = (request: JsonRequest, limits: FetchLimits) => Promise<JsonAnswer>

type TextAnswer = { status: number; headers: Headers; text: string }
export type FetchText = (request: JsonRequest, limits: FetchLimits) => Promise<TextAnswer>

/** Like `fetchText`, but parses JSON; throws `unavailable` if it is invalid. */
export const fetchJson: FetchJson = async (request, limits) => {
  const { status, headers, text } = await fetchText(request, limits)
  return { status, headers, json: parseJson(text) }
}

/**
 * Fetches from an untrusted server: with a deadline, a size limit and no redirects. Failures are KitErrors: `timeout`,
 * `unavailable` (no connection), `body_too_large`, or `aborted` by the caller.
 */
export const fetchText: FetchText = async ({ url, method, headers, body }, { signal, deadlineMs, maxBytes }) => {
  const deadline = deadlineIn(deadlineMs)
  const stop = signal ? AbortSignal.any([signal, deadline]) : deadline
  try {
    const response = await fetch(url, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { accept: 'application/json', ...(body === undefined ? {} : jsonHeaders), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : writeJson(body) }),
      // A redirect could point into our own network.
      redirect: 'manual',
      signal: stop,
    })
    return { status: response.status, headers: response.headers, text: await readText(response, maxBytes) }
  } catch (cause) {
    if (cause instanceof KitError) throw cause
    if (signal?.aborted) throw new KitError('aborted', { cause })
    if (deadline.aborted) throw new KitError('timeout', { message: 'The upstream took too long.', cause })
    throw new KitError('unavailable', { message: 'The upstream is unreachable.', cause })
  }
}

const jsonHeaders = { 'content-type': 'application/json' }

async function readText(response: Response, maxBytes: number): Promise<string> {
  if (!response.body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop by an error cancels the stream.
  for await (const chunk of response.body) {
    size += chunk.length
    if (size > maxBytes)
      throw new KitError('body_too_large', { message: `The response is larger than ${maxBytes} bytes: request less.` })
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

function parseJson(text: string): unknown {
  try {
    return parseExact(text)
  } catch (cause) {
    throw new KitError('unavailable', { message: "The upstream's response is not JSON.", cause })
  }
}
