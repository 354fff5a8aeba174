import { KitError } from '@billfold/protocol/error'
import { parseExact } from '@billfold/protocol/exactJson'
import { walletError } from '@billfold/protocol/walletError'
import type { ChainQuery } from '../chains/chainQuery.ts'
import type { Clock } from '../ports/clock.ts'
import type { Http } from '../ports/http.ts'
import type { Ports } from '../ports/ports.ts'
import { untilAborted } from '../ports/untilAborted.ts'

const timeoutMs = 10_000
const maxBytes = 16 * 1024 * 1024
const baseMs = 150
const maxReasonLength = 500
/** The longest `Retry-After` to respect. */
const maxRetryAfterMs = 30_000
const retryStatuses = [403, 408, 413, 429, 500, 502, 503, 504]
const retryCodes = [-1, -32005, -32603]
const maxRetries = 3
const sendMethods: readonly string[] = [
  'eth_sendRawTransaction',
  'eth_sendRawTransactionSync',
  'eth_sendUserOperation',
  'sendTransaction',
  'author_submitExtrinsic',
  'author_submitAndWatchExtrinsic',
  'transaction_v1_broadcast',
]

/** Whether the request broadcasts a transaction, which is never retried. */
export const isSend = (ask: ChainQuery): boolean =>
  'path' in ask ? ask.post !== undefined : sendMethods.includes(ask.method)

export type NodeCall = {
  urls: readonly string[]
  chainId: string
  ask: ChainQuery
  signal?: AbortSignal | undefined
}
/** Queries a chain's nodes. */
export type RequestNodes = (call: NodeCall) => Promise<unknown>

type Lent = Pick<Ports, 'http' | 'clock'>
type Failure = { error: KitError; again: boolean; retryAfter?: string | undefined }
type Attempt = { result: unknown } | Failure
type Running = { work: Promise<unknown>; askers: number; end: AbortController }

const running = new WeakMap<Http, Map<string, Running>>()

/**
 * Queries a chain's nodes: with a deadline and a size limit, at each URL in turn until one responds. Failed reads are
 * retried with backoff; sends never are. Concurrent equal queries share one request, aborted with its last caller.
 */
export async function requestNodes(ports: Lent, { signal, ...call }: NodeCall): Promise<unknown> {
  if (call.urls.length === 0)
    throw new KitError('unavailable', { message: `No RPC url provided for chainId: ${call.chainId}` })
  const bad = call.urls.find((url) => !/^https?:\/\//.test(url))
  if (bad !== undefined)
    throw new KitError('invalid_input', {
      message: `Provided URL is not compatible with HTTP connection: ${bad.slice(0, 100)}`,
    })
  const own = running.get(ports.http) ?? new Map<string, Running>()
  running.set(ports.http, own)
  const key = JSON.stringify(call)
  let one = own.get(key)
  if (!one) {
    const end = new AbortController()
    one = { work: walk(ports, call, end.signal), askers: 0, end }
    own.set(key, one)
  }
  one.askers++
  try {
    return await untilAborted(signal, one.work)
  } finally {
    if (--one.askers === 0) {
      own.delete(key)
      one.end.abort()
    }
  }
}

async function walk({ http, clock }: Lent, { urls, ask }: NodeCall, signal: AbortSignal): Promise<unknown> {
  // URLs for which a retry may help.
  const open: { url: string; retryAfter?: string | undefined }[] = []
  let last: KitError | undefined
  const reach = async (url: string): Promise<Attempt> => {
    const got = await attempt(http, url, ask, signal)
    if ('result' in got) return got
    if (signal.aborted || isChainError(got.error)) throw got.error
    if (got.again) open.push({ url, retryAfter: got.retryAfter })
    last = got.error
    return got
  }
  for (const url of urls) {
    const got = await reach(url)
    if ('result' in got) return got.result
  }
  for (let retries = 0; retries < maxRetries && !isSend(ask); retries++) {
    const next = open.shift()
    if (!next) break
    await pause(clock, Math.max(baseMs * 2 ** retries, waitOf(next.retryAfter, clock.now())), signal)
    const got = await reach(next.url)
    if ('result' in got) return got.result
  }
  throw last
}

/** The delay in a `Retry-After`: seconds or a date. */
function waitOf(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0
  const ms = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now
  return Number.isNaN(ms) ? 0 : Math.min(ms, maxRetryAfterMs)
}

function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  return untilAborted(signal, promise).finally(clock.after(ms, resolve))
}

async function attempt(http: Http, url: string, ask: ChainQuery, signal: AbortSignal): Promise<Attempt> {
  const limits = { timeoutMs, maxBytes, signal }
  try {
    if ('path' in ask) {
      const how = ask.post === undefined ? ({ method: 'GET' } as const) : ({ method: 'POST', body: ask.post } as const)
      return readPath(await http({ url: below(url, ask.path), ...how, ...limits }))
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: ask.method, params: ask.params ?? [] })
    const headers = { 'content-type': 'application/json' }
    return readRpc(await http({ url, method: 'POST', body, headers, ...limits }))
  } catch (e) {
    const error = KitError.from(e)
    // A failed connection may work the next time. An oversized response will not, and a timeout has used the deadline.
    return { error, again: error.code !== 'body_too_large' && error.code !== 'timeout' }
  }
}

/** Appends a path to a URL that may have a path and a query. */
function below(address: string, path: string): string {
  const url = new URL(address)
  url.pathname = url.pathname.replace(/\/$/, '') + path
  return url.href
}

type Answer = Awaited<ReturnType<Http>>
const isFine = ({ status }: Answer): boolean => status >= 200 && status < 300

function readRpc(response: Answer): Attempt {
  const answer = parsed(response.body) as { result?: unknown; error?: unknown } | string | null
  if (typeof answer !== 'object' || answer === null) return failed(response)
  if (isFine(response) && 'result' in answer) return { result: answer.result }
  if (!answer.error) return failed(response)
  const { code } = answer.error as { code?: unknown }
  return { ...failed(response, retryCodes.includes(code as number) || undefined), error: walletError(answer.error) }
}

/** Not JSON: return the text. */
function readPath(response: Answer): Attempt {
  if (isFine(response)) return { result: parsed(response.body) }
  if (response.status === 404) return { error: new KitError('not_found'), again: false }
  // The chain's own error.
  if (response.status === 400)
    return { error: new KitError('invalid_input', { message: response.body.slice(0, maxReasonLength) }), again: false }
  return failed(response)
}

function failed({ status, retryAfter }: Answer, again = retryStatuses.includes(status)): Failure {
  const error = new KitError('unavailable', { message: `The RPC node returned ${status}`, cause: { status } })
  return { error, again, retryAfter }
}

function parsed(body: string): unknown {
  try {
    return parseExact(body)
  } catch {
    // A text, or malformed: the status decides.
    return body
  }
}

/** Errors that another node may not have; all others come from the chain itself. */
const elsewhere = new Set<string>([
  'internal',
  'unavailable',
  'timeout',
  'aborted',
  'body_too_large',
  'too_many_requests',
  'provider_disconnected',
  'chain_disconnected',
  'unauthorized',
  'unknown_method',
  'method_unsupported',
  'wallet_method_unsupported',
])

/**
 * Whether an error comes from the chain itself, not from a node without the data. Nodes and wallets report reverts
 * under any code, wrapped or not: a revert is always the chain's.
 */
export function isChainError(e: unknown): boolean {
  const error = KitError.from(e)
  if (!elsewhere.has(error.code)) return true
  let at: unknown = error.cause
  for (let depth = 0; depth < 5 && typeof at === 'object' && at !== null; depth++) {
    const { code, message, data, cause, originalError } = at as Record<string, unknown>
    if (code === 3 || (typeof message === 'string' && /revert/i.test(message))) return true
    at = originalError ?? data ?? cause
  }
  return false
}
