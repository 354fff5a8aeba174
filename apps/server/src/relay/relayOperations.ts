import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import { readRequestTarget } from '@billfold/protocol/readRequestTarget'
import type { RelayMetrics } from './relayMetrics.ts'

type Operations = {
  metrics: RelayMetrics
  metricsToken: string | undefined
  /** Why the relay cannot do its work now, as a sentence; undefined when it can. */
  findObstacle: () => Promise<string | undefined>
}

/** What operators and their machines ask over HTTP: is it alive, can it work, how is it doing. */
export function createRelayOperations({ metrics, metricsToken, findObstacle }: Operations): RequestListener {
  const routes: Record<string, (request: IncomingMessage) => Promise<[number, string, string?]>> = {
    '/health': async () => [200, json({ status: 'ok' })],
    '/ready': async () => {
      const obstacle = await findObstacle()
      return obstacle ? [503, json({ error: obstacle })] : [200, json({ status: 'ok' })]
    },
    '/metrics': async (request) =>
      mayRead(request, metricsToken)
        ? [200, await metrics.register.metrics(), metrics.register.contentType]
        : [404, json({ error: 'Not found' })],
    '/': async () => [426, json({ error: 'This is a relay: open a WebSocket here.' })],
  }
  async function answer(request: IncomingMessage): Promise<readonly [number, string, string?]> {
    const path = readRequestTarget(request.url)?.path
    if (path === undefined) return [400, json({ error: 'The address of this request is malformed.' })]
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
      ...(status === 503 && { 'Retry-After': '5' }),
    })
    response.end(body)
  }
}

const json = (value: unknown) => JSON.stringify(value)

/** With a token, who has it; without one, programs on this machine that came straight to us and not through a proxy. */
function mayRead({ headers, socket }: IncomingMessage, token: string | undefined): boolean {
  if (token) return isSame(headers.authorization ?? '', `Bearer ${token}`)
  const isProxied = ['x-forwarded-for', 'forwarded', 'via'].some((name) => headers[name] !== undefined)
  return !isProxied && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(socket.remoteAddress ?? '')
}

function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
