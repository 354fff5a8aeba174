import { createHash, timingSafeEqual } from 'node:crypto'
import { KitError } from '@billfold/protocol/error'
import type { Hono } from 'hono'
import type { Metrics } from '../createMetrics.ts'
import { answerError } from './answerError.ts'
import type { Environment, RequestContext } from './environment.ts'

type Operations = {
  metrics: Metrics
  metricsToken?: string | undefined
  /** Why the server cannot do its work now, as a sentence; undefined when it can. */
  findObstacle: () => Promise<string | undefined>
}

/** What operators and their machines ask: is it alive, can it work, how is it doing. */
export function serveOperations(app: Hono<Environment>, { metrics, metricsToken, findObstacle }: Operations) {
  app.use('/health', noStore).use('/ready', noStore).use('/metrics', noStore)
  app.get('/health', (c) => c.json({ status: 'ok' }))
  app.get('/ready', async (c) => {
    const obstacle = await findObstacle()
    return obstacle ? answerError(c, new KitError('unavailable', { message: obstacle })) : c.json({ status: 'ok' })
  })
  app.get('/metrics', async (c) => {
    if (!mayRead(c, metricsToken)) throw new KitError('not_found')
    return c.body(await metrics.register.metrics(), 200, { 'Content-Type': metrics.register.contentType })
  })
}

async function noStore(c: RequestContext, next: () => Promise<void>) {
  c.header('Cache-Control', 'no-store')
  await next()
}

/** With a token, who has it; without one, programs on this machine that came straight to us and not through a proxy. */
function mayRead(c: RequestContext, token: string | undefined): boolean {
  if (token) return isSame(c.req.header('authorization') ?? '', `Bearer ${token}`)
  const peer = c.env?.incoming?.socket.remoteAddress
  const isProxied = ['x-forwarded-for', 'forwarded', 'via'].some((name) => c.req.header(name) !== undefined)
  return !isProxied && (peer === '127.0.0.1' || peer === '::1' || peer === '::ffff:127.0.0.1')
}

function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
