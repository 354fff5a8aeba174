import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { cors } from 'hono/cors'

type Servers = {
  fetch(request: Request): Promise<Response>
  guardian: { fetch(request: Request): Response | Promise<Response> }
}
type Answers = Record<string, (params: unknown[]) => unknown>

/** A fake API: a project's origins and a chain with canned responses; with `servers`, the wallet's routes, too. */
export async function servePretendApi(origins: () => string[], answers: Answers, servers?: Servers) {
  const calls: { method: string; params: unknown[] }[] = []
  const app = new Hono()
  app.use(cors({ origin: '*' }))
  app.get('/projects/v1/origins', (c) =>
    c.req.query('projectId') === 'known'
      ? c.json({ allowedOrigins: origins(), recovery: 'convenient' })
      : c.json({ status: 'FAILED', code: 'project_unknown', reasons: [] }, 401),
  )
  app.get('/v1/network-names', (c) => c.json({ networks: [] }))
  app.get('/v1/smart-accounts', (c) => c.json({ chains: [] }))
  app.post('/v1', async (c) => {
    const { method, params } = (await c.req.json()) as { method: string; params: unknown[] }
    calls.push({ method, params })
    const answer = answers[method]
    return c.json(
      answer
        ? { jsonrpc: '2.0', id: 1, result: answer(params) }
        : { jsonrpc: '2.0', id: 1, error: { code: -32601, message: `no ${method}` } },
    )
  })
  if (servers) {
    app.all('/embedded/*', async (c) => {
      // Over HTTP a request without a body has an empty one.
      const body = await c.req.text()
      const { method, headers } = c.req.raw
      return servers.fetch(new Request(c.req.url, { method, headers, ...(body ? { body } : {}) }))
    })
    app.all('/guardian/*', async (c) => servers.guardian.fetch(c.req.raw))
  }
  const { promise, resolve } = Promise.withResolvers<AddressInfo>()
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, resolve)
  const { port } = await promise
  return { url: `http://127.0.0.1:${port}`, calls, close: () => new Promise((done) => server.close(done)) }
}
