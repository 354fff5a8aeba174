import { KitError } from '@billfold/protocol/error'
import type { Hono } from 'hono'
import { createMemo } from '../caches/createMemo.ts'
import type { Metrics } from '../createMetrics.ts'
import { answerError } from './answerError.ts'
import type { Environment, RequestContext } from './environment.ts'
import { mayReadMetrics } from './mayReadMetrics.ts'

type Operations = {
  metrics: Metrics
  metricsToken?: string | undefined
  /** One sentence that says why the server cannot work; undefined if it can. */
  findObstacle: () => Promise<string | undefined>
  isLeaving?: () => boolean
  trustProxy: number
}

/** Readiness is checked at most this often, however often it is requested. */
const lookMs = 1_000

/** Routes for operators and their machines: health, readiness and metrics. */
export function serveOperations(app: Hono<Environment>, deps: Operations) {
  const { metrics, findObstacle, isLeaving } = deps
  const look = createMemo<string | undefined>({ ttlMs: lookMs })
  app.use('/health', noStore).use('/ready', noStore).use('/metrics', noStore)
  app.get('/health', (c) => (asksText(c) ? c.text('ok') : c.json({ status: 'ok' })))
  app.get('/ready', async (c) => {
    const obstacle = isLeaving?.() ? 'The server is shutting down.' : await look('obstacle', findObstacle)
    return obstacle ? answerError(c, new KitError('unavailable', { message: obstacle })) : c.json({ status: 'ok' })
  })
  app.get('/metrics', async (c) => {
    const host = c.req.header('host') ?? new URL(c.req.url).host
    const request = { headers: c.req.header(), host, peer: c.env?.incoming?.socket.remoteAddress }
    if (!mayReadMetrics(request, deps)) throw new KitError('not_found')
    return c.body(await metrics.register.metrics(), 200, { 'Content-Type': metrics.register.contentType })
  })
}

/** Whether a caller prefers text to JSON; a browser, which accepts anything, does not say so. */
const asksText = (c: RequestContext): boolean => /^\s*text\/plain\s*(?:[;,]|$)/i.test(c.req.header('accept') ?? '')

async function noStore(c: RequestContext, next: () => Promise<void>) {
  c.header('Cache-Control', 'no-store')
  await next()
}
