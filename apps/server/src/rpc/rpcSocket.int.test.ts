import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Devnet, startDevnet } from '@billfold/devnet/startDevnet'
import { createAdaptorServer } from '@hono/node-server'
import { createPublicClient, createWalletClient, http, parseEther, webSocket } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { appDeps } from '../../test/appDeps.ts'
import { createChains } from '../chains/createChains.ts'
import { evmFromDevnet } from '../chains/eip155/evmFromDevnet.ts'
import { createApp } from '../createApp.ts'
import { createMemoryLimiter } from '../limits/createMemoryLimiter.ts'
import { acceptRpcSockets } from './acceptRpcSockets.ts'
import { createRpc } from './createRpc.ts'
import { openNodeSocket } from './nodeSocket.ts'

let devnet: Devnet
let server: Server
let sockets: ReturnType<typeof acceptRpcSockets>
let base: string

beforeAll(async () => {
  devnet = await startDevnet({ host: '127.0.0.1', port: 0, evmPort: 0, chainIds: [31337], blockTime: 0, market: false })
  const chain = evmFromDevnet(devnet.manifest.chains[0]!)
  // The same chain again, with nodes without WebSocket.
  const chains = createChains([chain, { ...chain, id: 'eip155:31338', wsUrls: [] }])
  const rpc = createRpc({ chains })
  const quota = { limit: 200, windowMs: 60_000 }
  // Nothing refills, however long it takes.
  const limiter = createMemoryLimiter({ now: () => 0 })
  const deps = appDeps({ chains, rpc, bodyLimitBytes: 65_536, clientQuota: quota, limiter })
  server = createAdaptorServer({ fetch: createApp(deps).fetch }) as Server
  sockets = acceptRpcSockets(server, {
    ...deps,
    isLeaving: () => false,
    limits: { deadlineMs: 60_000, maxBytes: 1_000_000 },
    maxPerClient: 4,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `127.0.0.1:${(server.address() as AddressInfo).port}/v1/?projectId=shop&chainId=`
})
afterAll(async () => {
  await sockets.close()
  server.closeAllConnections()
  server.close()
  await devnet.close()
})

/** A bare client: sends text, and waits for the next message. */
async function connect(url: string, options: { origin?: string } = {}) {
  const socket = new WebSocket(`ws://${url}`, options)
  await once(socket, 'open')
  return {
    socket,
    async ask(text: unknown) {
      const nextMessage = once(socket, 'message')
      socket.send(typeof text === 'string' ? text : JSON.stringify(text))
      return JSON.parse(String((await nextMessage)[0]))
    },
  }
}
const refusal = async (url: string, origin?: string) => {
  const socket = new WebSocket(`ws://${url}`, origin ? { origin } : {})
  const [, response] = await once(socket, 'unexpected-response')
  socket.on('error', () => {})
  socket.terminate()
  return response.statusCode
}

describe('JSON-RPC over a WebSocket', () => {
  it('lets viem call, watch blocks and receive logs', async () => {
    const client = createPublicClient({ transport: webSocket(`ws://${base}eip155:31337`, { reconnect: false }) })
    expect(await client.getChainId()).toBe(31337)
    const heads = Promise.withResolvers<bigint>()
    const unwatch = client.watchBlockNumber({ onBlockNumber: heads.resolve, onError: heads.reject })
    const logs = Promise.withResolvers<string>()
    const weth = devnet.manifest.chains[0]!.contracts.weth as `0x${string}`
    const unwatchLogs = client.watchEvent({
      address: weth,
      onLogs: ([log]) => logs.resolve(log!.transactionHash!),
      onError: logs.reject,
    })
    // Calls overtake subscriptions, which first need a node: events before both exist reach no one.
    const { close, subscriptions } = await client.transport.getRpcClient()
    await expect.poll(() => subscriptions.size).toBe(2)
    const before = await client.getBlockNumber({ cacheTime: 0 })
    const account = privateKeyToAccount(devnet.manifest.accounts[0]!.privateKey as `0x${string}`)
    const wallet = createWalletClient({ account, transport: http(`http://${base}eip155:31337`) })
    const hash = await wallet.sendTransaction({ chain: null, to: weth, value: parseEther('1'), data: '0xd0e30db0' })
    expect(await logs.promise).toBe(hash)
    expect(await heads.promise).toBeGreaterThan(before)
    unwatch()
    unwatchLogs()
    // A reply on the same socket: the unsubscribes above have been answered too.
    await client.getChainId()
    close()
  })

  it('answers batches, rejects unlisted methods, and survives malformed messages', async () => {
    const { socket, ask } = await connect(`${base}eip155:31337`, { origin: 'https://shop.example' })
    const reply = await ask([
      { jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] },
      { jsonrpc: '2.0', id: 2, method: 'eth_chainId' },
      { jsonrpc: '2.0', id: 3, method: 'personal_sign', params: [] },
      { jsonrpc: '2.0', id: 4, method: 'eth_subscribe', params: ['newPendingTransactions'] },
    ])
    expect(reply[0]).toMatchObject({ id: 1, result: expect.stringMatching(/^0x/) })
    expect(reply[1]).toMatchObject({ id: 2, result: '0x7a69' })
    expect(reply[2].error.code).toBe(-32601)
    expect(reply[3].error.message).toMatch(/newHeads, and to logs/)
    expect(await ask({ jsonrpc: '2.0', id: 5, method: 'eth_unsubscribe', params: [reply[0].result] })).toMatchObject({
      result: true,
    })
    expect(await ask({ jsonrpc: '2.0', id: 6, method: 'eth_unsubscribe', params: ['0x1'] })).toMatchObject({
      result: false,
    })
    expect((await ask('nonsense')).error.code).toBe(-32700)
    expect((await ask({ jsonrpc: '2.0', id: 8, method: 'eth_chainId' })).id).toBe(8)
    socket.send('x'.repeat(70_000))
    expect((await once(socket, 'close'))[0]).toBe(1009)
  })

  it('reports nodes without subscriptions', async () => {
    const { socket, ask } = await connect(`${base}eip155:31338`)
    expect((await ask({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] })).error).toMatchObject({
      code: -32601,
      message: expect.stringMatching(/do not support WebSocket/),
    })
    socket.terminate()
  })

  it('enforces project, origin, chain and connection limits', async () => {
    expect(await refusal(`${base}eip155:1`)).toBe(400)
    expect(await refusal(`${base}eip155:31337`.replace('=shop', '=ghost'))).toBe(401)
    expect(await refusal(`${base}eip155:31337`, 'https://evil.example')).toBe(403)
    expect(await refusal(`${base}eip155:31337`.replace('/v1/', '/other'))).toBe(404)
    // A client that left counts until the server notices.
    await expect.poll(() => sockets.count()).toBe(0)
    const open = await Promise.all([1, 2, 3, 4].map(() => connect(`${base}eip155:31337`)))
    expect(await refusal(`${base}eip155:31337`)).toBe(429)
    for (const { socket } of open) socket.terminate()
    await expect.poll(() => sockets.count()).toBe(0)
  })

  // The last one: it uses up what this client may ask.
  it('charges every message, and a large batch by its cost, here and over HTTP', async () => {
    const { socket, ask } = await connect(`${base}eip155:31337`)
    type Reply = { error?: { code: number } }
    const untilRefused = async (message: unknown) => {
      for (let i = 0; i < 250; i++) {
        const reply: Reply = await ask(message)
        if (reply.error) return { messages: i, code: reply.error.code }
      }
      return undefined
    }
    const batch = Array.from({ length: 900 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'eth_chainId' }))
    const refused = await untilRefused(batch)
    expect(refused?.code).toBe(-32005)
    // 900 calls count as 45 requests, of which this client has 200.
    expect(refused?.messages).toBeLessThan(10)
    const response = await fetch(`http://${base}eip155:31337`, { method: 'POST', body: JSON.stringify(batch) })
    expect(response.status).toBe(429)
    expect((await untilRefused({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' }))?.code).toBe(-32005)
    socket.terminate()
  })
})

describe('a broken node', () => {
  it.each(['garbage', 'nothing'])('with %s ends their connection, so that they subscribe again', async (what) => {
    const node = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    await once(node, 'listening')
    node.on('connection', (peer) =>
      peer.on('message', (data) => {
        const { id } = JSON.parse(String(data))
        peer.send(JSON.stringify({ jsonrpc: '2.0', id, result: '0x1' }), () => {
          if (what === 'garbage') peer.send('\u0000 not json')
          else peer.terminate()
        })
      }),
    )
    const url = `ws://127.0.0.1:${(node.address() as AddressInfo).port}`
    const lost = Promise.withResolvers<void>()
    const socket = await openNodeSocket({ urls: ['ws://127.0.0.1:1', url], onNotice: () => {}, onLost: lost.resolve })
    expect(await socket.request('eth_subscribe', ['newHeads'])).toBe('0x1')
    await lost.promise
    await expect(socket.request('eth_subscribe', ['newHeads'])).rejects.toMatchObject({ code: 'unavailable' })
    node.close()
  })

  it('that is silent is given up', async () => {
    const node = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    await once(node, 'listening')
    const url = `ws://127.0.0.1:${(node.address() as AddressInfo).port}`
    const socket = await openNodeSocket({ urls: [url], onNotice: () => {}, onLost: () => {}, deadlineMs: 60_000 })
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const timeout = expect(socket.request('eth_subscribe', ['newHeads'])).rejects.toMatchObject({ code: 'timeout' })
    vi.advanceTimersByTime(60_000)
    vi.useRealTimers()
    await timeout
    socket.close()
    node.close()
    const nobody = openNodeSocket({ urls: ['ws://127.0.0.1:1'], onNotice: () => {}, onLost: () => {} })
    await expect(nobody).rejects.toMatchObject({ code: 'unavailable' })
  })
})
