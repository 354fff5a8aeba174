import { namesApi, namesRoutes } from '@billfold/protocol/api/profile'
import { KitError } from '@billfold/protocol/error'
import type { Hono } from 'hono'
import { clientAddress } from '../http/clientAddress.ts'
import type { Environment } from '../http/environment.ts'
import { readJson } from '../http/readJson.ts'
import { serveContract } from '../http/serveContract.ts'
import type { Limiter, Quota } from '../limits/createMemoryLimiter.ts'
import { RateLimitError } from '../limits/rateLimitError.ts'
import { takeForClient } from '../limits/takeForClient.ts'
import type { createGateway } from './createGateway.ts'
import type { Names } from './createNames.ts'
import { toProfile } from './ownName.ts'

export type NamesServing = { names: Names; gateway: ReturnType<typeof createGateway> }
type Deps = { names?: NamesServing | undefined; limiter: Limiter; trustProxy: number }

/** Registering costs a permanent row: one client gets few. */
const quota: Quota = { limit: 20, windowMs: 3_600_000 }

/** Serves names under the operator's own, and the gateway for ENS clients; both need no project. */
export function serveNames(app: Hono<Environment>, { names: serving, limiter, trustProxy }: Deps) {
  if (!serving) return
  const { names, gateway } = serving
  const open = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=15' }
  app.get('/ccip/:sender/:data{.+\\.json}', async (c) => {
    const { sender, data } = c.req.param()
    return c.json(await gateway({ sender, data: data.slice(0, -'.json'.length) }), 200, open)
  })
  app.post('/ccip', async (c) => {
    const { sender, data } = await readJson(c)
    if (typeof sender !== 'string' || typeof data !== 'string') throw new KitError('invalid_input')
    return c.json(await gateway({ sender, data }), 200, open)
  })
  serveContract(
    app,
    namesApi,
    namesRoutes,
    {
      registerName: async (signed, signal: AbortSignal) => toProfile(await names.register(signed, signal)),
      changeName: async ({ name, ...signed }, signal: AbortSignal) =>
        toProfile(await names.change(name, signed, signal)),
      setNameAddress: async ({ name, ...signed }, signal: AbortSignal) =>
        toProfile(await names.setAddress(name, signed, signal), 'all'),
      releaseName: async ({ name, ...signed }, signal: AbortSignal) => {
        await names.release(name, signed, signal)
        return { status: 'ok' }
      },
    },
    async (c) => {
      const { isAllowed, resetSeconds } = await takeForClient(
        limiter,
        'names client:',
        clientAddress(c, trustProxy),
        quota,
      )
      if (!isAllowed) throw new RateLimitError(resetSeconds)
      return c.get('signal')
    },
  )
}
