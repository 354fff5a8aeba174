import { KitError } from '@billfold/protocol/error'
import { describe, expect, it } from 'vitest'
import { appDeps, shop } from '../../test/appDeps.ts'
import { createApp } from '../createApp.ts'

const path = '/getAnalyticsConfig?projectId=shop'
const peer = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } }) as never
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code

describe('rate', () => {
  it('rejects only the client over its limit, in a way its page can read', async () => {
    const app = createApp(appDeps({ clientQuota: { limit: 2, windowMs: 60_000 } }))
    const ask = (address: string) => app.request(path, { headers: { origin: 'https://shop.example' } }, peer(address))
    const first = await ask('203.0.113.1')
    expect(first.headers.get('ratelimit')).toContain('"client";r=1;t=')
    expect(first.headers.get('ratelimit-policy')).toContain('"client";q=2;w=60')
    await ask('203.0.113.1')
    const third = await ask('203.0.113.1')
    expect(third.status).toBe(429)
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(third.headers.get('access-control-allow-origin')).toBe('https://shop.example')
    expect(await codeOf(third)).toBe('too_many_requests')
    expect((await ask('203.0.113.2')).status).toBe(200)
  })

  it('rejects only the project over its limit, across clients', async () => {
    const other = { ...shop, id: 'other' }
    const app = createApp(appDeps({ projectQuota: { limit: 2, windowMs: 60_000 } }, [shop, other]))
    for (const n of [1, 2]) expect((await app.request(path, {}, peer(`203.0.113.${n}`))).status).toBe(200)
    expect((await app.request(path, {}, peer('203.0.113.3'))).status).toBe(429)
    expect((await app.request('/getAnalyticsConfig?projectId=other', {}, peer('203.0.113.3'))).status).toBe(200)
  })

  it('never rejects health checks', async () => {
    const app = createApp(appDeps({ clientQuota: { limit: 1, windowMs: 60_000 } }))
    for (let i = 0; i < 5; i++) expect((await app.request('/health', {}, peer('203.0.113.1'))).status).toBe(200)
  })
})

describe('size', () => {
  const app = createApp(appDeps({ mount: (a) => void a.post('/echo', async (c) => c.text(await c.req.text())) }))
  const post = (body: BodyInit, headers = {}) =>
    app.request('/echo?projectId=shop', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)

  it('accepts bodies within the limit and rejects larger ones', async () => {
    expect(await (await post('x'.repeat(2_048), { 'content-length': '2048' })).text()).toHaveLength(2_048)
    const response = await post('x'.repeat(2_049), { 'content-length': '2049' })
    expect(response.status).toBe(413)
    expect(await codeOf(response)).toBe('body_too_large')
  })

  it('reads no body if there is none or its length is known, and no existing response', async () => {
    const looks: string[] = []
    const watch = <T extends object>(what: string, one: T): T =>
      Object.defineProperty(one, 'body', { get: () => void looks.push(what) })
    const app = createApp(
      appDeps({ mount: (a) => void a.on(['GET', 'POST'], '/echo', (c) => watch('answer', c.text('well'))) }),
    )
    const ask = (init: RequestInit) =>
      app.request(watch('request', new Request('http://server.test/echo?projectId=shop', init)))
    const answers = [await ask({}), await ask({ method: 'POST', body: '{}', headers: { 'content-length': '2' } })]
    for (const { status, headers } of answers) {
      expect([status, looks]).toEqual([200, []])
      expect(headers.get('x-request-id')).toMatch(/^[-0-9a-f]{36}$/)
    }
  })

  it('counts a body of unknown length', async () => {
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1_000)) })
    expect((await post(endless)).status).toBe(413)
  })
})

describe('time', () => {
  it('aborts a slow handler and answers 504', async () => {
    let reason: unknown
    const deps = appDeps({
      requestTimeoutMs: 20,
      mount: (app) =>
        void app.get('/stuck', async (c) => {
          await new Promise((_, fail) => {
            c.get('signal').addEventListener('abort', () => {
              reason = c.get('signal').reason
              fail(reason)
            })
          })
          return c.text('never')
        }),
    })
    const response = await createApp(deps).request('/stuck?projectId=shop')
    expect(response.status).toBe(504)
    expect(await codeOf(response)).toBe('timeout')
    expect(reason).toBeInstanceOf(KitError)
    expect(deps.lines.join('')).toContain('"status":504')
  })

  it('answers even if a handler ignores its signal', async () => {
    const deps = appDeps({ requestTimeoutMs: 20, mount: (app) => void app.get('/deaf', () => new Promise(() => {})) })
    expect((await createApp(deps).request('/deaf?projectId=shop')).status).toBe(504)
  })
})
