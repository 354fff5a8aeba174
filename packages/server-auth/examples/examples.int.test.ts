import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { evmSigner } from '@billfold/server/test/authAccounts'
import { site, startAuthNetwork } from '@billfold/server/test/startAuthNetwork'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

type Handle = (request: Request) => Promise<Response>
let network: Awaited<ReturnType<typeof startAuthNetwork>>
let api: Awaited<ReturnType<typeof network.startServer>>
const open: Server[] = []
const listen = async (server: Server) => {
  open.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
/** A sample over the wire, as its visitors would meet it. */
async function over(server: Server): Promise<Handle> {
  const url = await listen(server)
  return (request) => fetch(`${url}${new URL(request.url).pathname}`, request)
}

beforeAll(async () => {
  network = await startAuthNetwork({ started: [] })
  network.clock.now = new Date()
  api = await network.startServer({ now: () => new Date() })
  vi.stubEnv('API_URL', await api.listen())
  // Samples read it when they are loaded, and files that ran before this one may have loaded them.
  vi.resetModules()
})
afterAll(async () => {
  for (const server of open) server.close().closeAllConnections()
  vi.unstubAllEnvs()
  await network.stop()
})

const signer = evmSigner('eip155:31337')
const ask = (token?: string, init: RequestInit = {}) =>
  new Request('https://shop.example/account/me', {
    ...init,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(init.headers as Record<string, string>) },
  })

describe('every sample', () => {
  const samples: Record<string, () => Promise<Handle>> = {
    plainRequest: async () => (await import('./plainRequest.ts')).handle,
    honoApp: async () => over(createServer(getRequestListener((await import('./honoApp.ts')).app.fetch))),
    expressApp: async () => over(createServer((await import('./expressApp.ts')).app as RequestListener)),
    nodeServer: async () => over((await import('./nodeServer.ts')).server),
    nextRoute: async () => {
      const { GET } = await import('./nextRoute.ts')
      return async (request) => GET(request, {})
    },
  }
  it.each(Object.keys(samples))('%s lets in signed-in users, and tells others by name why not', async (name) => {
    const handle = await samples[name]!()
    const { body } = await api.signIn(signer)
    const answer = await handle(ask(body.token))
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ account: `eip155:31337:${signer.address}` })

    const stripped = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${body.token.split('.')[1]}.`
    for (const [token, code] of [
      [undefined, 'missing'],
      ['a.b.c', 'malformed'],
      [stripped, 'algorithm'],
    ] as const) {
      const refused = await handle(ask(token))
      expect(refused.status).toBe(401)
      expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer/)
      expect(await refused.json()).toMatchObject({ code })
    }
  })

  it('of the page is the file that ran', async () => {
    const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8')
    const page = await read('../../../docs/server-auth.md')
    const blocks = [...page.matchAll(/```ts\n([\s\S]*?)\n```/g)].map(([, code]) => code)
    const names = ['auth', 'plainRequest', 'honoApp', 'expressApp', 'nextRoute', 'nodeServer', 'cookieSession']
    expect(blocks).toEqual(await Promise.all(names.map(async (name) => (await read(`./${name}.ts`)).trimEnd())))
  })
})

describe('a session in a cookie', () => {
  it('comes from a token, authorizes the site’s own pages alone, and ends with sign-out', async () => {
    const { startSession, placeOrder } = await import('./cookieSession.ts')
    const { body } = await api.signIn(signer)
    const begun = await startSession(ask(body.token, { method: 'POST' }))
    const [cookie = ''] = begun.headers.get('set-cookie')?.split(';') ?? []
    expect(begun.headers.get('set-cookie')).toMatch(/Path=\/; Secure; HttpOnly; SameSite=Lax/)
    const order = async (headers: Record<string, string>, method = 'POST') =>
      (await placeOrder(ask(undefined, { method, headers: { cookie, ...headers } }))).status
    expect(await order({ origin: site })).toBe(200)
    expect(await order({ 'sec-fetch-site': 'same-origin' })).toBe(200)
    expect(await order({}, 'GET')).toBe(200)
    expect(await order({ origin: 'https://evil.example' })).toBe(401)
    expect(await order({})).toBe(401)
    await api.call('signOut', {}, { token: body.token })
    expect(await order({ origin: site })).toBe(401)
  })
})
