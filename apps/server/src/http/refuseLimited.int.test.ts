import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appDeps } from '../../test/appDeps.ts'
import { createApp } from '../createApp.ts'
import { refuseLimited } from './refuseLimited.ts'
import { readSecurityHeaders } from './securityHeaders.ts'

const deps = appDeps({ clientQuota: { limit: 2, windowMs: 60_000 }, trustProxy: 1 })
/** Requests that reached the app. */
let handled = 0
let early: string
let plain: string
const servers: ReturnType<typeof createServer>[] = []

beforeAll(async () => {
  const listener = getRequestListener(createApp(deps).fetch)
  const counted: typeof listener = (...args) => {
    handled += 1
    return listener(...args)
  }
  const all = [refuseLimited(counted, await readSecurityHeaders(), deps), listener].map((each) => createServer(each))
  servers.push(...all)
  ;[early, plain] = (await Promise.all(
    all.map(async (server) => {
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    }),
  )) as [string, string]
})
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections()
})

type Sent = { method?: string; client?: string; headers?: Record<string, string> }
const send = (url: string, { method = 'GET', client = '10.1.1.1', headers = {} }: Sent = {}) =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>((done, fail) => {
    request(url, { method, headers: { 'x-forwarded-for': client, ...headers } }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk
      })
      response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
      .on('error', fail)
      .end(method === 'POST' ? '{}' : undefined)
  })

const path = '/getWallets?projectId=shop'

it.each<[string, Sent]>([
  ['a program', {}],
  ['a page', { headers: { origin: 'https://shop.example' } }],
  ['a post', { method: 'POST', headers: { origin: 'https://evil.example' } }],
  [
    'a preflight',
    { method: 'OPTIONS', headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' } },
  ],
])('rejects %s as the middleware does, without it', async (name, sent) => {
  const client = { ...sent, client: `10.2.2.${name.length}` }
  for (let n = 0; n < 3; n++) await send(early + path, client)
  const before = handled
  const rejected = await send(early + path, client)
  expect(handled).toBe(before)
  const usual = await send(plain + path, client)
  const comparable = ({ status, headers, body }: typeof usual) => {
    const { date, 'x-request-id': id, ...others } = headers
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    return { status, body, headers: others }
  }
  expect(comparable(rejected)).toEqual(comparable(usual))
  expect(rejected.status).toBe(429)
})

it('lets others through, and machines of the operator', async () => {
  const before = handled
  expect((await send(early + path, { client: '10.3.3.3' })).status).toBe(200)
  for (let n = 0; n < 5; n++) expect((await send(`${early}/health`, { client: '10.3.3.3' })).status).toBe(200)
  expect(handled).toBe(before + 6)
})

it('counts refusals, and logs them together', async () => {
  const seen = async () =>
    (await deps.metrics.limited.get()).values.find(({ labels }) => labels.by === 'client')?.value ?? 0
  const before = await seen()
  for (let n = 0; n < 12; n++) await send(early + path, { client: '10.4.4.4' })
  expect((await seen()) - before).toBe(10)
  await expect
    .poll(() => deps.lines.filter((line) => line.includes('requests over the limit')).length)
    .toBeGreaterThan(0)
})
