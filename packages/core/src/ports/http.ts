import { KitError } from '@billfold/protocol/error'
import { afterAwake } from './afterAwake.ts'
import type { Clock } from './clock.ts'

export type HttpRequest = {
  url: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: string
  headers?: Readonly<Record<string, string>>
  timeoutMs: number
  /** Limits the response: a malicious server must not fill the page's memory. */
  maxBytes: number
  signal?: AbortSignal | undefined
}
/** One HTTP exchange, with a deadline and a size limit. */
export type Http = (request: HttpRequest) => Promise<{
  status: number
  body: string
  /** The response's `Retry-After` header, if any. */
  retryAfter?: string | undefined
}>

/** `fetch` without cookies, and only the origin as referrer. */
export function browserHttp(clock: Clock, fetchOf: typeof fetch = (...args) => fetch(...args)): Http {
  return async ({ url, method, body, headers, timeoutMs, maxBytes, signal }) => {
    const own = new AbortController()
    let timedOut = false
    const stop = afterAwake(clock, timeoutMs, () => {
      timedOut = true
      own.abort()
    })
    const abort = () => own.abort()
    signal?.addEventListener('abort', abort)
    try {
      if (signal?.aborted) throw new KitError('aborted')
      const response = await fetchOf(url, {
        method,
        ...(body === undefined ? {} : { body }),
        ...(headers ? { headers } : {}),
        credentials: 'omit',
        referrerPolicy: 'strict-origin-when-cross-origin',
        signal: own.signal,
      })
      const retryAfter = response.headers.get('retry-after') ?? undefined
      return { status: response.status, body: await readText(response, maxBytes), retryAfter }
    } catch (cause) {
      if (timedOut) throw new KitError('timeout', { cause })
      if (signal?.aborted) throw new KitError('aborted', { cause })
      throw cause instanceof KitError ? cause : new KitError('unavailable', { cause })
    } finally {
      stop()
      signal?.removeEventListener('abort', abort)
    }
  }
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  for (let size = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size > maxBytes) {
      await reader.cancel()
      throw new KitError('body_too_large', { message: 'Response too large' })
    }
    text += decoder.decode(value, { stream: true })
  }
}
