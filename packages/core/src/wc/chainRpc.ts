import { KitError } from '@billfold/protocol/error'
import { walletError } from '@billfold/protocol/walletError'
import type { Clock } from '../ports/clock.ts'
import type { Http } from '../ports/http.ts'
import { untilAborted } from '../ports/untilAborted.ts'

const timeoutMs = 10_000
const retries = 3
const baseMs = 150
const maxBytes = 16 * 1024 * 1024
/** A server may ask for patience, not for an hour of it. */
const longestWaitMs = 30_000
const retryStatuses = [403, 408, 413, 429, 500, 502, 503, 504]
const retryCodes = [-1, -32005, -32603]

export type RpcCall = {
  urls: readonly string[]
  chainId: string
  method: string
  params: unknown
  signal?: AbortSignal | undefined
}
/** Asks a chain's server. */
export type ChainRpc = (call: RpcCall) => Promise<unknown>

type Attempt = { result: unknown } | { error: KitError; again: boolean; waitMs?: number | undefined }

/** JSON-RPC over HTTP: three more tries where one may help, at each address in turn; one question at a time is asked once. */
export function createChainRpc({ http, clock }: { http: Http; clock: Clock }): ChainRpc {
  const running = new Map<string, Promise<unknown>>()
  let lastId = 0

  async function attempt(url: string, { method, params }: RpcCall): Promise<Attempt> {
    const id = ++lastId
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params: params ?? [] })
    try {
      const headers = { 'content-type': 'application/json' }
      const answer = await http({ url, method: 'POST', body, headers, timeoutMs, maxBytes })
      return read(answer)
    } catch (e) {
      const error = KitError.from(e)
      // Without an answer nobody knows what went wrong, so that another try may help; an oversized one stays so.
      return { error, again: error.code !== 'body_too_large' }
    }
  }

  async function ask(call: RpcCall): Promise<unknown> {
    for (let tries = 0; ; tries++) {
      const url = call.urls[tries % call.urls.length] as string
      const got = await attempt(url, call)
      if ('result' in got) return got.result
      if (!got.again || tries === retries) throw got.error
      const waitMs = got.waitMs ?? baseMs * 2 ** tries
      await new Promise<void>((done) => clock.after(waitMs, done))
    }
  }

  return async (call) => {
    if (call.urls.length === 0)
      throw new KitError('unavailable', { message: `No RPC url provided for chainId: ${call.chainId}` })
    const bad = call.urls.find((url) => !/^https?:\/\//.test(url))
    if (bad !== undefined)
      throw new KitError('invalid_input', {
        message: `Provided URL is not compatible with HTTP connection: ${bad.slice(0, 100)}`,
      })
    const key = JSON.stringify([call.chainId, call.urls, call.method, call.params])
    let work = running.get(key)
    if (!work) {
      work = ask(call).finally(() => running.delete(key))
      running.set(key, work)
    }
    return untilAborted(call.signal, work)
  }
}

function read({ status, body, retryAfter }: Awaited<ReturnType<Http>>): Attempt {
  const answer = parsed(body)
  if (status >= 200 && status < 300 && answer && 'result' in answer) return { result: answer.result }
  if (answer?.error) {
    const { code } = answer.error as { code?: unknown }
    const again = retryCodes.includes(code as number) || retryStatuses.includes(status)
    return { error: walletError(answer.error), again, waitMs: waitOf(retryAfter) }
  }
  const error = new KitError('unavailable', { message: `The chain's server answered ${status}`, cause: { status } })
  return { error, again: retryStatuses.includes(status), waitMs: waitOf(retryAfter) }
}

function parsed(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    // Not JSON: the status says what there is to say.
    return undefined
  }
}

const waitOf = (retryAfter: string | undefined): number | undefined =>
  retryAfter !== undefined && /^\d{1,9}$/.test(retryAfter)
    ? Math.min(Number(retryAfter) * 1000, longestWaitMs)
    : undefined
