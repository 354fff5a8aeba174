import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requestUpstream } from './requestUpstream.ts'

const text = JSON.stringify({ balance: '1'.repeat(5_000) })
const gzip = { 'content-encoding': 'gzip' }
const routes: Record<string, RequestListener> = {
  '/packed': (_, res) => res.writeHead(200, gzip).end(gzipSync(text)),
  '/bomb': (_, res) => res.writeHead(200, gzip).end(gzipSync(Buffer.alloc(5_000_000))),
  '/cut': (_, res) => res.writeHead(200, gzip).end(gzipSync(text).subarray(0, 30)),
  '/garbage': (_, res) => res.writeHead(200, gzip).end('not packed'),
  '/half': (_, res) => void res.writeHead(200, { 'content-length': '100' }).write('half', () => res.destroy()),
  '/silence': () => {},
  '/moved': (_, res) => res.writeHead(307, { location: '/echo' }).end(),
  '/busy': (_, res) => res.writeHead(429, { 'retry-after': '7' }).end(),
  '/echo': (req, res) => req.pipe(res),
  '/who': (req, res) => res.end(`${req.socket.remotePort} ${req.headers.authorization}`),
}
let server: Server
let base: string

beforeAll(async () => {
  server = createServer((req, res) => routes[req.url ?? '']?.(req, res)).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close().closeAllConnections())

const limits = { deadlineMs: 60_000, maxBytes: 1_000_000 }
const get = (path: string, more: Partial<Parameters<typeof requestUpstream>[1]> = {}) =>
  requestUpstream({ url: base + path, method: 'GET', headers: {} }, { ...limits, ...more })

it('unpacks a response', async () => {
  const { status, bytes } = await get('/packed')
  expect([status, String(bytes)]).toEqual([200, text])
})

it.each([
  ['/bomb', 'body_too_large'],
  ['/cut', 'unavailable'],
  ['/garbage', 'unavailable'],
  ['/half', 'unavailable'],
])('rejects %s with %s', async (path, code) => {
  await expect(get(path)).rejects.toMatchObject({ code })
})

it('ends at its deadline, and as soon as the caller aborts', async () => {
  await expect(get('/silence', { deadlineMs: 20 })).rejects.toMatchObject({ code: 'timeout' })
  const leaving = new AbortController()
  const aborted = get('/silence', { signal: leaving.signal })
  leaving.abort()
  await expect(aborted).rejects.toMatchObject({ code: 'aborted' })
  await expect(get('/echo', { signal: leaving.signal })).rejects.toMatchObject({ code: 'aborted' })
})

it('follows no redirect, and returns headers by name', async () => {
  expect((await get('/moved')).status).toBe(307)
  const { status, headers } = await get('/busy')
  expect([status, headers.get('retry-after'), headers.get('x-missing')]).toEqual([429, '7', null])
})

it('sends a body of any characters with its length', async () => {
  const body = '{"name":"Zoë 🦊"}'
  const { bytes } = await requestUpstream({ url: `${base}/echo`, method: 'POST', headers: {}, body }, limits)
  expect(String(bytes)).toBe(body)
})

it('uses a connection again, and the name and password of a URL', async () => {
  const who = async (url: string) => String((await requestUpstream({ url, method: 'GET', headers: {} }, limits)).bytes)
  const first = (await who(`${base}/who`)).split(' ')[0]
  const second = await who(`${base.replace('//', '//me:s%2Fcret@')}/who`)
  expect(second).toBe(`${first} Basic ${Buffer.from('me:s/cret').toString('base64')}`)
})

it.each(['http://127.0.0.1:1/', 'ftp://127.0.0.1/', 'http://name.invalid/'])(
  'reports %s as unavailable',
  async (url) => {
    await expect(requestUpstream({ url, method: 'GET', headers: {} }, limits)).rejects.toMatchObject({
      code: 'unavailable',
    })
  },
)
