import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { KitError } from '@billfold/protocol/error'
import { createRecentMap } from '../caches/createRecentMap.ts'
import { startDeadline } from '../limits/deadlineIn.ts'

export type UpstreamRequest = {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | undefined
}
export type FetchLimits = {
  signal?: AbortSignal | undefined
  /** Covers the whole exchange, including the last byte of the body. */
  deadlineMs: number
  /** The limit of the unpacked body. */
  maxBytes: number
}
/** Headers by name, in lower case; null if it is missing. */
export type ReplyHeaders = { get(name: string): string | null }
export type UpstreamReply = { status: number; headers: ReplyHeaders; bytes: Buffer }

/** Unused connections close after this time, before most servers close them: a request would meet a closed one. */
const idleMs = 4_000
const agents = {
  'http:': new HttpAgent({ keepAlive: true, timeout: idleMs }),
  'https:': new HttpsAgent({ keepAlive: true, timeout: idleMs }),
}

type Target = { isSecure: boolean; options: { host: string; port?: string; path: string; auth?: string } }
const targets = createRecentMap<Target>(1_000)

function targetOf(url: string): Target {
  const known = targets.get(url)
  if (known) return known
  const { protocol, hostname, port, pathname, search, username, password } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') throw new KitError('unavailable')
  const target = {
    isSecure: protocol === 'https:',
    options: {
      host: hostname.replace(/^\[(.+)\]$/, '$1'),
      ...(port && { port }),
      path: pathname + search,
      ...(username && { auth: `${decodeURIComponent(username)}:${decodeURIComponent(password)}` }),
    },
  }
  targets.set(url, target)
  return target
}

/**
 * An HTTP exchange with an untrusted server. On node:http: with `fetch`, a forwarded call took
 * almost twice the processor time. Follows no redirect: one could point into our own network.
 */
export function requestUpstream(request: UpstreamRequest, limits: FetchLimits): Promise<UpstreamReply> {
  const { signal, deadlineMs, maxBytes } = limits
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new KitError('aborted', { cause: signal.reason }))
    const { isSecure, options } = targetOf(request.url)
    const send = isSecure ? requestHttps : requestHttp
    const outgoing = send({
      ...options,
      agent: agents[isSecure ? 'https:' : 'http:'],
      method: request.method,
      headers: {
        'user-agent': 'node',
        // Packing costs more than it saves on one's own network.
        ...(isSecure && { 'accept-encoding': 'gzip' }),
        ...request.headers,
        ...(request.body !== undefined && { 'content-length': String(Buffer.byteLength(request.body)) }),
      },
    })
    const stopDeadline = startDeadline(deadlineMs, () =>
      fail(new KitError('timeout', { message: 'The upstream took too long.' })),
    )
    const abort = () => fail(new KitError('aborted', { cause: signal?.reason }))
    const settle = () => {
      stopDeadline()
      signal?.removeEventListener('abort', abort)
    }
    function fail(e: KitError) {
      settle()
      reject(e)
      outgoing.destroy()
    }
    const lose = (cause?: unknown) =>
      fail(new KitError('unavailable', { message: 'The upstream is unreachable.', cause }))

    signal?.addEventListener('abort', abort, { once: true })
    outgoing.on('error', lose)
    outgoing.on('response', (response) => {
      const body = unpacked(response, lose)
      const chunks: Buffer[] = []
      let size = 0
      body.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size <= maxBytes) return void chunks.push(chunk)
        const message = `The response is larger than ${maxBytes} bytes: request less.`
        fail(new KitError('body_too_large', { message }))
      })
      body.on('end', () => {
        settle()
        const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
        resolve({ status: response.statusCode ?? 0, headers: headersOf(response), bytes })
      })
      // A connection that ends before the body does.
      response.on('error', lose)
      response.on('close', () => response.complete || lose())
    })
    outgoing.end(request.body)
  })
}

function unpacked(response: IncomingMessage, lose: (e: unknown) => void): Readable {
  if (response.headers['content-encoding'] !== 'gzip') return response
  return response.pipe(createGunzip()).on('error', lose)
}

const headersOf = ({ headers }: IncomingMessage): ReplyHeaders => ({
  get(name) {
    const value = headers[name]
    return value === undefined ? null : String(value)
  },
})
