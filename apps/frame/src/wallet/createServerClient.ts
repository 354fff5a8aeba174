import { type HttpRoutes, toHttpRequest } from '@billfold/protocol/api/http'
import { type Client, type Contract, createClient } from '@billfold/protocol/contract'
import { type ErrorCode, errors, KitError } from '@billfold/protocol/error'

/** Headers of a call, made for that call alone. */
export type Headers = (call: { method: string; url: string }) => Promise<Record<string, string>>

type Server = {
  url: string
  fetch: typeof fetch
  headers?: Headers
  /** Takes the time of the server's `Date` header; true if the call should be retried by that clock. */
  onDate?: (serverMs: number) => boolean
}

const deadlineMs = 10_000
const maxBodyLength = 1_000_000

/** A server's calls as functions, validated both ways, with a deadline. Of a refusal only its code and sentence are kept. */
export function createServerClient<C extends Contract>(contract: C, routes: HttpRoutes<C>, server: Server): Client<C> {
  const call = async (name: string, input: unknown, signal?: AbortSignal, isSecondTry = false): Promise<unknown> => {
    const request = toHttpRequest(routes[name]!, input as Record<string, unknown>)
    const query = request.query.size === 0 ? '' : `?${request.query}`
    const url = `${server.url.replace(/\/$/, '')}${request.path}${query}`
    const deadline = AbortSignal.timeout(deadlineMs)
    const answer = await server
      .fetch(url, {
        method: request.method,
        headers: {
          ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(await server.headers?.({ method: request.method, url })),
        },
        ...(request.body === undefined ? {} : { body: request.body }),
        credentials: 'omit',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
      })
      .catch((cause: unknown) => {
        throw new KitError(deadline.aborted ? 'timeout' : 'unavailable', { cause })
      })
    const body = await readBody(answer)
    if (answer.ok) return body
    const date = Date.parse(answer.headers.get('Date') ?? '')
    if (answer.status === 401 && !isSecondTry && !Number.isNaN(date) && server.onDate?.(date))
      return await call(name, input, signal, true)
    throw refusalIn(answer.status, body, answer.headers.get('Retry-After'))
  }
  return createClient(contract, (name, input, signal) => call(name, input, signal))
}

async function readBody(answer: Response): Promise<unknown> {
  const text = await answer.text().catch((cause: unknown) => {
    throw new KitError('unavailable', { cause })
  })
  try {
    return text.length > maxBodyLength ? undefined : JSON.parse(text)
  } catch {
    // Not JSON: the contract or the status will reject it.
    return undefined
  }
}

/** An error in our server's own words, otherwise by the status. */
function refusalIn(status: number, body: unknown, retryAfter: string | null): KitError {
  const failure = body as { code?: unknown; reasons?: { description?: unknown }[] } | undefined
  const code =
    typeof failure?.code === 'string' && Object.hasOwn(errors, failure.code) ? (failure.code as ErrorCode) : undefined
  const sentence = failure?.reasons?.[0]?.description
  const cause = retryAfter === null ? {} : { cause: { retryAfter } }
  if (code)
    return new KitError(code, {
      ...(typeof sentence === 'string' ? { message: sentence.slice(0, 300) } : {}),
      ...cause,
    })
  return new KitError(status === 401 ? 'unauthorized' : status === 429 ? 'too_many_requests' : 'unavailable', cause)
}
