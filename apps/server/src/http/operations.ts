import { createHash, timingSafeEqual } from 'node:crypto'
import { KitError } from '@billfold/protocol/error'
import type { Hono } from 'hono'
import { createMemo } from '../caches/createMemo.ts'
import type { Metrics } from '../createMetrics.ts'
import { answerError } from './answerError.ts'
import type { Environment, RequestContext } from './environment.ts'

type Operations = {
  metrics: Metrics
  metricsToken?: string | undefined
  /** Why the server cannot do its work now, as a sentence; undefined when it can. */
  findObstacle: () => Promise<string | undefined>
  isLeaving?: () => boolean
  trustProxy: number
}

/** However often it is asked whether it is ready, the server looks no more often than this. */
const lookMs = 1_000

/** What operators and their machines ask: is it alive, can it work, how is it doing. */
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
    if (!mayRead(c, deps)) throw new KitError('not_found')
    return c.body(await metrics.register.metrics(), 200, { 'Content-Type': metrics.register.contentType })
  })
}

/** Whether a caller wants text and not JSON; a browser, which takes anything, does not say so. */
const asksText = (c: RequestContext): boolean => /^\s*text\/plain\s*(?:[;,]|$)/i.test(c.req.header('accept') ?? '')

async function noStore(c: RequestContext, next: () => Promise<void>) {
  c.header('Cache-Control', 'no-store')
  await next()
}

/** What proxies add to a request, each by its own habit. */
const forwarding =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.+|fastly-.+|x-original-.+)$/
const thisMachine = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i

/**
 * With a token, who has it. Without one, programs on this machine that came straight here: over loopback, to a loopback name, with nothing in
 * the request that a proxy adds, and where the operator has said that there is no proxy.
 */
function mayRead(c: RequestContext, { metricsToken, trustProxy }: Operations): boolean {
  if (metricsToken) return isSame(c.req.header('authorization') ?? '', `Bearer ${metricsToken}`)
  const peer = c.env?.incoming?.socket.remoteAddress
  const isHere = peer === '127.0.0.1' || peer === '::1' || peer === '::ffff:127.0.0.1'
  const names = Object.keys(c.req.header())
  const host = c.req.header('host') ?? new URL(c.req.url).host
  return isHere && trustProxy === 0 && thisMachine.test(host) && !names.some((name) => forwarding.test(name))
}

function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
