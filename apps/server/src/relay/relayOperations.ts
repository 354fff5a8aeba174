import type { IncomingMessage, RequestListener } from 'node:http'
import { readRequestTarget } from '@billfold/protocol/readRequestTarget'
import { createMemo } from '../caches/createMemo.ts'
import { mayReadMetrics } from '../http/mayReadMetrics.ts'
import type { Limiter } from '../limits/createMemoryLimiter.ts'
import { takeForClient } from '../limits/takeForClient.ts'
import { addressOf } from './admit.ts'
import type { RelayMetrics } from './relayMetrics.ts'

type Operations = {
  metrics: RelayMetrics
  metricsToken: string | undefined
  trustProxy: number
  limiter: Limiter
  /** One sentence that says why the relay cannot work; undefined if it can. */
  findObstacle: () => Promise<string | undefined>
  isLeaving?: () => boolean
}

/** HTTP requests of one address: health checks and scrapers need far fewer. */
const quota = { limit: 1_200, windowMs: 60_000 }
/** Readiness is checked at most this often, however often it is requested. */
const readyMs = 1_000

/** Health, readiness and metrics over HTTP. */
export function createRelayOperations(deps: Operations): RequestListener {
  const { metrics, findObstacle, isLeaving, limiter, trustProxy } = deps
  const isOperator = ({ headers, socket }: IncomingMessage) =>
    mayReadMetrics({ headers, host: headers.host ?? '', peer: socket.remoteAddress }, deps)
  const readObstacle = createMemo<string | undefined>({ ttlMs: readyMs })
  const routes: Record<string, (request: IncomingMessage) => Promise<[number, string, string?]>> = {
    '/health': async () => [200, json({ status: 'ok' })],
    '/ready': async () => {
      const leaving = isLeaving?.() ? 'The relay is shutting down.' : undefined
      const obstacle = leaving ?? (await readObstacle('obstacle', findObstacle))
      const parts = { sockets: leaving ?? 'ok', database: obstacle ?? 'ok' }
      return obstacle ? [503, json({ error: obstacle, parts })] : [200, json({ status: 'ok', parts })]
    },
    '/metrics': async (request) =>
      isOperator(request)
        ? [200, await metrics.register.metrics(), metrics.register.contentType]
        : [404, json({ error: 'Not found' })],
    '/': async () => [426, json({ error: 'This is a relay: open a WebSocket here.' })],
  }
  async function answer(request: IncomingMessage): Promise<readonly [number, string, string?]> {
    const path = readRequestTarget(request.url)?.path
    const { isAllowed } = await takeForClient(limiter, 'relay http:', addressOf(request, trustProxy), quota)
    // The operator's own scraper is not limited.
    if (!isAllowed && !(path === '/metrics' && isOperator(request))) return [429, json({ error: 'Too many requests' })]
    if (path === undefined) return [400, json({ error: 'The request URL is malformed.' })]
    const route = request.method === 'GET' && Object.hasOwn(routes, path) ? routes[path] : undefined
    if (!route) return [404, json({ error: 'Not found' })]
    return route(request).catch(() => [500, json({ error: 'Something went wrong' })])
  }
  return async (request, response) => {
    const [status, body, type = 'application/json'] = await answer(request)
    response.writeHead(status, {
      'Content-Type': type,
      'Cache-Control': 'no-store',
      ...(status === 426 && { Upgrade: 'websocket' }),
      ...((status === 503 || status === 429) && { 'Retry-After': '5' }),
    })
    response.end(body)
  }
}

const json = (value: unknown) => JSON.stringify(value)
