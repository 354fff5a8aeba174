import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { appDeps } from '../../test/appDeps.ts'
import { ethereum } from '../../test/testUpstream.ts'
import { createChains } from '../chains/createChains.ts'
import { createApp } from '../createApp.ts'
import { acceptRpcSockets } from './acceptRpcSockets.ts'
import { createRpc } from './createRpc.ts'

let node: WebSocketServer
let server: Server
let sockets: ReturnType<typeof acceptRpcSockets>
const nodeCalls: { method: string; params: unknown[] }[] = []
const open: WebSocket[] = []

beforeAll(async () => {
  // A node that gives each subscription a number.
  node = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(node, 'listening')
  node.on('connection', (peer) =>
    peer.on('message', (data) => {
      const { id, method, params } = JSON.parse(String(data))
      nodeCalls.push({ method, params })
      peer.send(
        JSON.stringify({ jsonrpc: '2.0', id, result: method === 'eth_subscribe' ? `0x${nodeCalls.length}` : true }),
      )
    }),
  )
  const chain = { ...ethereum, wsUrls: [`ws://127.0.0.1:${(node.address() as AddressInfo).port}`] }
  const chains = createChains([chain])
  const deps = appDeps({ chains, rpc: createRpc({ chains }), bodyLimitBytes: 65_536, trustProxy: 1 })
  server = createAdaptorServer({ fetch: createApp(deps).fetch }) as Server
  const free = { limit: 1_000_000, windowMs: 60_000 }
  sockets = acceptRpcSockets(server, {
    ...{ ...deps, clientQuota: free, projectQuota: free, isLeaving: () => false },
    ...{ limits: { deadlineMs: 10_000, maxBytes: 1_000_000 }, maxPerClient: 2, bytesPerMinute: 100_000 },
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate()
  await expect.poll(() => sockets.count()).toBe(0)
  nodeCalls.length = 0
})
afterAll(async () => {
  await sockets.close()
  server.close()
  node.close()
})

async function connect(address: string) {
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/v1/?projectId=shop&chainId=eip155:1`
  const socket = new WebSocket(url, { headers: { 'x-forwarded-for': address } })
  const messages: { id?: number; result?: string; params?: { subscription: string; result: unknown } }[] = []
  let code: number | undefined
  socket.on('message', (data) => messages.push(JSON.parse(String(data))))
  socket.on('close', (closed) => {
    code = closed
  })
  await Promise.race([once(socket, 'open'), once(socket, 'unexpected-response').then(() => Promise.reject('refused'))])
  open.push(socket)
  return {
    messages,
    code: () => code,
    async subscribe(filter: object): Promise<string> {
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['logs', filter] }))
      await expect.poll(() => messages.some(({ id }) => id === 1)).toBe(true)
      return messages.find(({ id }) => id === 1)!.result!
    },
  }
}
const tell = (result: object) => {
  const subscription = `0x${nodeCalls.findLastIndex(({ method }) => method === 'eth_subscribe') + 1}`
  const text = JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params: { subscription, result } })
  for (const peer of node.clients) peer.send(text)
}
const contract = `0x${'Cc'.repeat(20)}`

it('holds equal subscriptions of different visitors once, and sends them the same log', async () => {
  const [one, two] = [await connect('203.0.113.1'), await connect('198.51.100.7')]
  const ids = [await one.subscribe({ address: contract }), await two.subscribe({ address: [contract.toLowerCase()] })]
  expect(nodeCalls.filter(({ method }) => method === 'eth_subscribe')).toHaveLength(1)
  expect(new Set(ids).size).toBe(2)
  tell({ data: '0x07' })
  for (const [i, client] of [one, two].entries()) {
    await expect.poll(() => client.messages.at(-1)?.params?.subscription).toBe(ids[i])
    expect(client.messages.at(-1)?.params?.result).toMatchObject({ data: '0x07' })
  }
})

it('closes the connections of a visitor that exceeds its bytes, and no others', async () => {
  const [greedy, honest] = [await connect('203.0.113.1'), await connect('198.51.100.7')]
  await greedy.subscribe({ address: contract })
  for (let i = 0; i < 12; i++) tell({ data: `0x${'ab'.repeat(5_000)}` })
  await expect.poll(greedy.code).toBe(1008)
  await honest.subscribe({ address: contract })
  tell({ data: '0x01' })
  await expect.poll(() => honest.messages.at(-1)?.params?.result).toEqual({ data: '0x01' })
})

it('allows all addresses of a network sixteen times the sockets of one', async () => {
  let taken = 0
  for (let n = 0x100; n < 0x3000; n += 0x80) {
    const client = await connect(`2001:db8:9:${n.toString(16)}::1`).catch(() => undefined)
    if (!client) break
    taken++
  }
  expect(taken).toBe(32)
  await connect('198.51.100.7')
})
