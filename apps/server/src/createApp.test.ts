import { describe, expect, it } from 'vitest'
import { appDeps, shop } from '../test/appDeps.ts'
import { createApp } from './createApp.ts'

const path = '/getAnalyticsConfig?projectId=shop&st=appkit&sv=react-1.7.1'
const from = (origin: string) => ({ headers: { origin } })

async function failure(response: Response) {
  return (await response.json()) as { status: string; code: string; reasons: { field: string; description: string }[] }
}

describe('a call', () => {
  it('answers a page of the project', async () => {
    const response = await createApp(appDeps()).request(path, from('https://shop.example'))
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ isAnalyticsEnabled: true })
    expect(response.headers.get('access-control-allow-origin')).toBe('https://shop.example')
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    expect(response.headers.get('vary')).toBe('Origin')
  })

  it('respects what the project switched off', async () => {
    const off = { ...shop, features: {} }
    const response = await createApp(appDeps({}, [off])).request(path)
    expect(await response.json()).toEqual({ isAnalyticsEnabled: false })
  })

  it.each([
    ['/getAnalyticsConfig', 400, 'project_missing', 'projectId'],
    ['/getAnalyticsConfig?projectId=', 400, 'project_missing', 'projectId'],
    ['/getAnalyticsConfig?projectId=ghost', 401, 'project_unknown', 'projectId'],
  ])('rejects %s in a way that existing clients and people can read', async (url, status, code, field) => {
    const response = await createApp(appDeps()).request(url, from('https://shop.example'))
    expect(response.status).toBe(status)
    const body = await failure(response)
    expect(body).toEqual({ status: 'FAILED', code, reasons: [{ field, description: expect.stringMatching(/\.$/) }] })
    expect(response.headers.get('access-control-allow-origin')).toBe('https://shop.example')
  })

  it('rejects a disabled project like an unknown one', async () => {
    const app = createApp(appDeps({}, [{ ...shop, disabledAt: new Date() }]))
    expect((await app.request(path)).status).toBe(401)
  })

  it('rejects a foreign page, and lets it read the error', async () => {
    for (const origin of ['https://evil.example', 'https://a.b.shop.example', 'http://shop.example', 'null']) {
      const response = await createApp(appDeps()).request(path, from(origin))
      expect(response.status, origin).toBe(403)
      expect((await failure(response)).code).toBe('origin_not_allowed')
      expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    }
  })

  it('answers 404 for unknown paths', async () => {
    const response = await createApp(appDeps()).request('/nothing?projectId=shop')
    expect(response.status).toBe(404)
    expect((await failure(response)).code).toBe('not_found')
  })

  it('sends headers against framing and sniffing', async () => {
    const { headers } = await createApp(appDeps()).request(path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('x-powered-by')).toBeNull()
  })
})

describe('a preflight', () => {
  const ask = (url: string, origin: string) =>
    createApp(appDeps()).request(url, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'content-type' },
    })

  it('allows a page of the project what existing clients send', async () => {
    const { status, headers } = await ask(path, 'https://pay.shop.example')
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe('https://pay.shop.example')
    for (const name of ['content-type', 'authorization', 'x-nonce-jwt'])
      expect(headers.get('access-control-allow-headers')).toContain(name)
    for (const name of ['Origin', 'Access-Control-Request-Method', 'Access-Control-Request-Headers'])
      expect(headers.get('vary')).toContain(name)
  })

  it('rejects everyone else', async () => {
    const { status, headers } = await ask(path, 'https://evil.example')
    expect(status).toBe(403)
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  it('passes for a call that names its project in the body', async () => {
    const deps = appDeps({ mount: (app) => void app.post('/price', (c) => c.json({ project: c.get('project').id })) })
    const body = JSON.stringify({ projectId: 'shop' })
    const post = (origin: string) =>
      createApp(deps).request('/price', { method: 'POST', body, headers: { origin, 'content-type': 'text/plain' } })
    expect((await ask('/price', 'https://evil.example')).status).toBe(204)
    expect((await post('https://evil.example')).status).toBe(403)
    expect(await (await post('https://shop.example')).json()).toEqual({ project: 'shop' })
  })
})

describe('operations', () => {
  const local = { incoming: { socket: { remoteAddress: '127.0.0.1' } } } as never

  it('is healthy while it responds, and ready without obstacles', async () => {
    const app = createApp(appDeps({ readParts: async () => ({ database: 'The database is unavailable.' }) }))
    expect((await app.request('/health')).status).toBe(200)
    const ready = await app.request('/ready')
    expect(ready.status).toBe(503)
    expect((await failure(ready)).reasons[0]?.description).toBe('The database is unavailable.')
    expect((await createApp(appDeps()).request('/ready')).status).toBe(200)
  })

  it('reports its health in the requested form', async () => {
    const app = createApp(appDeps())
    const getHealth = async (accept: string) => (await app.request('/health', { headers: { accept } })).text()
    expect(await getHealth('text/plain')).toBe('ok')
    expect(await getHealth('text/html,application/xhtml+xml,*/*;q=0.8')).toBe('{"status":"ok"}')
  })

  it('lists its chains without a project, on any page', async () => {
    const response = await createApp(appDeps()).request('/v1/supported-chains', {
      headers: { origin: 'https://anywhere.example' },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe('https://anywhere.example')
    expect(await response.json()).toMatchObject({ http: expect.any(Array), ws: expect.any(Array) })
  })

  it('checks once for concurrent readiness requests, and reports a shutdown at once', async () => {
    let [looks, isLeaving] = [0, false]
    const readParts = async () => {
      looks++
      return { database: undefined }
    }
    const app = createApp(appDeps({ readParts, isLeaving: () => isLeaving }))
    const responses = await Promise.all(Array.from({ length: 200 }, () => app.request('/ready')))
    expect(responses.every(({ status }) => status === 200)).toBe(true)
    expect(looks).toBe(1)
    isLeaving = true
    expect((await app.request('/ready')).status).toBe(503)
  })

  it.each([
    'x-real-ip',
    'x-forwarded-proto',
    'x-forwarded-host',
    'forwarded',
    'via',
    'cf-connecting-ip',
    'true-client-ip',
  ])('hides metrics without a token behind a proxy that sends %s', async (name) => {
    const app = createApp(appDeps())
    expect((await app.request('/metrics', { headers: { [name]: '1' } }, local)).status).toBe(404)
  })

  it('hides metrics without a token behind a proxy, or under a foreign host name', async () => {
    expect((await createApp(appDeps({ trustProxy: 1 })).request('/metrics', {}, local)).status).toBe(404)
    const headers = { host: 'api.example.com' }
    expect((await createApp(appDeps()).request('/metrics', { headers }, local)).status).toBe(404)
  })

  it("counts by route pattern, never by the callers' text", async () => {
    const app = createApp(appDeps({ mount: (a) => void a.get('/users/:id', (c) => c.text('ok')) }))
    await app.request('/users/ada@example.com?projectId=shop')
    await app.request('/made/up/0xabc?projectId=shop')
    await app.request(path, { method: 'BREW' })
    const text = await (await app.request('/metrics', {}, local)).text()
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/users/:id",status="200"} 1')
    expect(text).toContain('route="(none)",status="404"')
    expect(text).toContain('method="OTHER"')
    expect(text).not.toMatch(/ada|0xabc|BREW/)
  })

  it('shows metrics to this machine or with the token', async () => {
    const open = createApp(appDeps())
    expect((await open.request('/metrics', {}, local)).status).toBe(200)
    expect((await open.request('/metrics', { headers: { 'x-forwarded-for': '1.2.3.4' } }, local)).status).toBe(404)
    expect((await open.request('/metrics')).status).toBe(404)
    const closed = createApp(appDeps({ metricsToken: 'a-long-enough-token' }))
    const ask = (authorization: string) => closed.request('/metrics', { headers: { authorization } }, local)
    expect((await ask('Bearer a-long-enough-token')).status).toBe(200)
    expect((await ask('Bearer another-token-here')).status).toBe(404)
    expect((await closed.request('/metrics', {}, local)).status).toBe(404)
  })
})
