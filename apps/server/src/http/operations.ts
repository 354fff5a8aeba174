import { KitError } from '@billfold/protocol/error'
import type { Hono } from 'hono'
import { createMemo } from '../caches/createMemo.ts'
import type { Metrics } from '../createMetrics.ts'
import { answerError } from './answerError.ts'
import type { Environment, RequestContext } from './environment.ts'
import { mayReadMetrics } from './mayReadMetrics.ts'

/** The parts of a server by name. Calls of nodes need none of them, so `rpc` works as long as the process does. */
export type Parts = Readonly<Record<string, string | undefined>>

type Operations = {
  metrics: Metrics
  metricsToken?: string | undefined
  /** The server's parts, each with one sentence that says why it does not work; undefined if it does. */
  readParts: () => Promise<Parts>
  isLeaving?: () => boolean
  trustProxy: number
}

/** Readiness is checked at most this often, however often it is requested. */
const lookMs = 1_000

/** Routes for operators and their machines: health, readiness and metrics. */
export function serveOperations(app: Hono<Environment>, deps: Operations) {
  const { metrics, readParts, isLeaving } = deps
  const look = createMemo<Parts>({ ttlMs: lookMs })
  app.use('/health', noStore).use('/ready', noStore).use('/metrics', noStore)
  app.get('/health', (c) => (asksText(c) ? c.text('ok') : c.json({ status: 'ok' })))
  app.get('/ready', async (c) => {
    const leaving = isLeaving?.() ? 'The server is shutting down.' : undefined
    const all: Parts = { rpc: leaving, ...(leaving ? { database: leaving } : await look('parts', readParts)) }
    const part = c.req.query('part')
    if (part !== undefined && !Object.hasOwn(all, part))
      throw new KitError('not_found', { message: 'There is no such part.' })
    const obstacle = part === undefined ? Object.values(all).find(Boolean) : all[part]
    const parts = Object.fromEntries(Object.entries(all).map(([name, problem]) => [name, problem ?? 'ok']))
    if (!obstacle) return c.json({ status: 'ok', parts })
    return answerError(c, new KitError('unavailable', { message: obstacle }), undefined, { parts })
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
