import { onrampApi, onrampRoutes } from '@billfold/protocol/api/onramp'
import { KitError } from '@billfold/protocol/error'
import type { Hono } from 'hono'
import type { Chains } from '../chains/createChains.ts'
import { callerIp, clientAddress } from '../http/clientAddress.ts'
import type { Environment, RequestContext } from '../http/environment.ts'
import { limitBody } from '../http/limits.ts'
import { serveContract } from '../http/serveContract.ts'
import type { Limiter, Quota } from '../limits/createMemoryLimiter.ts'
import { RateLimitError } from '../limits/rateLimitError.ts'
import { takeForClient } from '../limits/takeForClient.ts'
import type { PriceBook } from '../providers/createPriceBook.ts'
import type { Buyer, Onramp } from './createOnramp.ts'
import { serveExchanges } from './serveExchanges.ts'
import { serveStockOnramp } from './serveStockOnramp.ts'

type Deps = { onramp?: Onramp | undefined; limiter: Limiter; trustProxy: number; chains: Chains; prices: PriceBook }
/** The caller, and its quotas. */
export type OnrampContext = Buyer & { takeQuote(): Promise<void>; takeOrder(): Promise<void> }

/** An order costs a permanent row, and a quote costs the operator a provider request. */
const orderQuota: Quota = { limit: 60, windowMs: 3_600_000 }
const quoteQuota: Quota = { limit: 120, windowMs: 60_000 }
const webhookBytes = 65_536

/**
 * Serves providers' webhooks: they belong to no project, and only their signature authenticates them, over the raw
 * bytes.
 */
export function serveOnrampWebhooks(app: Hono<Environment>, { onramp }: Pick<Deps, 'onramp'>) {
  if (!onramp) return
  app.post('/v1/onramp/webhooks/:provider', limitBody(webhookBytes), async (c) => {
    const body = new Uint8Array(await c.req.arrayBuffer())
    await onramp.hear(c.req.param('provider'), c.req.raw.headers, body, c.get('signal'))
    return c.json({ status: 'ok' })
  })
}

/** Serves buying; without a provider, an empty list and nothing else. */
export function serveOnramp(app: Hono<Environment>, { onramp, limiter, trustProxy, chains, prices }: Deps) {
  const require = () => {
    if (!onramp) throw new KitError('not_found', { message: 'This server has no on-ramp provider.' })
    return onramp
  }
  const contextOf = async (c: RequestContext): Promise<OnrampContext> => {
    const take = (what: string, quota: Quota) => async () => {
      const { isAllowed, resetSeconds } = await takeForClient(
        limiter,
        `${what} client:`,
        clientAddress(c, trustProxy),
        quota,
      )
      if (!isAllowed) throw new RateLimitError(resetSeconds)
    }
    return {
      ...{ project: c.get('project'), signal: c.get('signal'), ip: callerIp(c, trustProxy) },
      ...{ takeQuote: take('onramp quotes', quoteQuota), takeOrder: take('onramp orders', orderQuota) },
    }
  }
  serveStockOnramp(app, { onramp, chains, contextOf })
  serveExchanges(app, { onramp, chains, prices, contextOf })
  serveContract(
    app,
    onrampApi,
    onrampRoutes,
    {
      getOnrampProviders: async (input, { signal }: OnrampContext) =>
        onramp ? onramp.list(input, signal) : { providers: [], countries: [] },
      getOnrampQuote: async (input, { signal, takeQuote }) => {
        await takeQuote()
        return require().quote(input, signal)
      },
      createOnrampOrder: async (input, context) => {
        await context.takeOrder()
        return require().create(input, context)
      },
      getOnrampOrder: async ({ id }, { project, signal }) => require().read(id, project, signal),
    },
    contextOf,
  )
}
