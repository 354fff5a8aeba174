import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { KitError } from '@billfold/protocol/error'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appDeps } from '../../test/appDeps.ts'
import { createApp } from '../createApp.ts'

const deps = appDeps({
  bodyLimitBytes: 100_000,
  mount: (app) => {
    app.post('/body', async (c) => c.text(String((await c.req.text()).length)))
    // Like a source that gets the request's signal.
    app.get('/source', async (c) => {
      await once(c.get('signal'), 'abort')
      throw new KitError('unavailable', { message: 'No source responded.' })
    })
    app.get('/fault', async () => {
      throw new Error('ours')
    })
  },
})
let server: Server
let port: number

beforeAll(async () => {
  server = createServer(getRequestListener(createApp(deps).fetch)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server.close())

const head = (first: string, headers: string) => `${first} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`
const logged = () => deps.lines.map((line) => JSON.parse(line) as { level: string; status: number; route: string })

it.each([
  ['in the middle of a body', 'POST /body?projectId=shop', 'Content-Length: 1000\r\n', '{"a":'],
  ['in the middle of a body that names its project', 'POST /body', 'Content-Length: 1000\r\n', '{"projectId":'],
  [
    'in the middle of a body without a length',
    'POST /body?projectId=shop',
    'Transfer-Encoding: chunked\r\n',
    '5\r\n{"a":\r\n',
  ],
  ['before a body', 'POST /e?projectId=shop', 'Content-Length: 10\r\n', ''],
  ['while a source is asked', 'GET /source?projectId=shop', '', ''],
])('counts no failure when a caller hangs up %s', async (_, first, headers, begun) => {
  for (const end of ['destroy', 'resetAndDestroy', 'end'] as const) {
    deps.lines.length = 0
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    const arrived = once(server, 'request')
    socket.write(head(first, headers) + begun)
    await arrived
    await new Promise((done) => setTimeout(done, 20))
    socket[end]()
    await expect.poll(() => deps.lines.length).toBe(1)
    expect([end, logged()[0]]).toEqual([end, expect.objectContaining({ level: 'info', status: 499 })])
    socket.destroy()
  }
})

it('still counts real failures', async () => {
  deps.lines.length = 0
  expect((await fetch(`http://127.0.0.1:${port}/fault?projectId=shop`)).status).toBe(500)
  expect(logged()[0]).toMatchObject({ level: 'error', status: 500, route: '/fault' })
})
