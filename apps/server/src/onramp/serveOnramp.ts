import { onrampApi, onrampRoutes } from '@billfold/protocol/api/onramp'
import { KitError } from '@billfold/protocol/error'
import type { Hono } from 'hono'
import { callerIp, clientAddress } from '../http/clientAddress.ts'
import type { Environment, RequestContext } from '../http/environment.ts'
import { limitBody } from '../http/limits.ts'
import { serveContract } from '../http/serveContract.ts'
import { AskedTooMuch } from '../limits/askedTooMuch.ts'
import type { Limiter, Quota } from '../limits/createMemoryLimiter.ts'
import type { Buyer, Onramp } from './createOnramp.ts'

type Deps = { onramp?: Onramp | undefined; limiter: Limiter; trustProxy: number }
type Context = Buyer & { take(what: string, quota: Quota): Promise<void> }

/** An order costs a row that stays, and a quote costs the operator a question to a provider. */
const orderQuota: Quota = { limit: 60, windowMs: 3_600_000 }
const quoteQuota: Quota = { limit: 120, windowMs: 60_000 }
const webhookBytes = 65_536

/** Takes providers' webhooks: they belong to no project, and are believed by their signature alone, over the bytes as they came. */
export function serveOnrampWebhooks(app: Hono<Environment>, { onramp }: Deps) {
  if (!onramp) return
  app.post('/v1/onramp/webhooks/:provider', limitBody(webhookBytes), async (c) => {
    const body = new Uint8Array(await c.req.arrayBuffer())
    await onramp.hear(c.req.param('provider'), c.req.raw.headers, body)
    return c.json({ status: 'ok' })
  })
}

/** Puts buying on the web; where the operator has no provider, an empty list and nothing else. */
export function serveOnramp(app: Hono<Environment>, { onramp, limiter, trustProxy }: Deps) {
  const require = () => {
    if (!onramp) throw new KitError('not_found', { message: 'Nothing can be bought here.' })
    return onramp
  }
  const contextOf = async (c: RequestContext): Promise<Context> => ({
    ...{ project: c.get('project'), signal: c.get('signal'), ip: callerIp(c, trustProxy) },
    async take(what, quota) {
      const { isAllowed, resetSeconds } = await limiter.take(`${what} client:${clientAddress(c, trustProxy)}`, quota)
      if (!isAllowed) throw new AskedTooMuch(resetSeconds)
    },
  })
  serveContract(
    app,
    onrampApi,
    onrampRoutes,
    {
      getOnrampProviders: async (asked, { signal }: Context) =>
        onramp ? onramp.list(asked, signal) : { providers: [], countries: [] },
      getOnrampQuote: async (asked, { signal, take }) => {
        await take('onramp quotes', quoteQuota)
        return require().quote(asked, signal)
      },
      createOnrampOrder: async (asked, context) => {
        await context.take('onramp orders', orderQuota)
        return require().create(asked, context)
      },
      getOnrampOrder: async ({ id }, { project, signal }) => require().read(id, project, signal),
    },
    contextOf,
  )
}
