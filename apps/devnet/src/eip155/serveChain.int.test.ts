import { request } from 'node:http'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { bodyLimit, type OpenHttpServer, openHttpServer } from '../openHttpServer.ts'
import { devAccounts } from './devAccounts.ts'
import { createEvmNode, type EvmNode } from './evmNode.ts'
import { serveChain } from './serveChain.ts'

const [alice, bob] = devAccounts.map(({ address }) => address) as [Hex, Hex]
let node: EvmNode
let http: OpenHttpServer
let served: { close(): void }
let url: string

beforeEach(async () => {
  node = await createEvmNode({ chainId: 31337, blockTime: 0, genesisTime: 1_767_225_600 })
  await node.setupDone()
  http = await openHttpServer({ host: '127.0.0.1', port: 0, setting: 'DEVNET_EVM_PORT' })
  url = `http://127.0.0.1:${http.port}`
  served = serveChain(http, node, { '/echo': async (method, params) => [method, ...params] })
})
afterEach(async () => {
  served.close()
  await http.close()
  await node.close()
})

const post = (body: string, path = '/') => fetch(url + path, { method: 'POST', body })
const ask = async (body: unknown, path?: string) => (await post(JSON.stringify(body), path)).json()
const call = (id: number, method: string, params: unknown[] = []) => ({ jsonrpc: '2.0', id, method, params })

async function connect() {
  const socket = new WebSocket(url.replace('http', 'ws'))
  const messages: Record<string, unknown>[] = []
  let wake = () => {}
  socket.on('message', (data) => {
    messages.push(JSON.parse(String(data)))
    wake()
  })
  await new Promise((done) => socket.once('open', done))
  return {
    socket,
    send: (value: unknown) => socket.send(JSON.stringify(value)),
    async next() {
      while (messages.length === 0) await new Promise<void>((done) => (wake = done))
      return messages.shift()!
    },
  }
}

/** The status for exactly this address: fetch would normalize it first. */
function statusAt(path: string, method: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  return new Promise((done, fail) => {
    const sent = request({ host: '127.0.0.1', port: http.port, path, method, headers, agent: false })
    sent.on('response', (response) => done(response.resume().statusCode))
    sent.on('upgrade', (response, socket) => {
      socket.destroy()
      done(response.statusCode)
    })
    sent.on('error', fail)
    sent.end()
  })
}

test.each(['//', '//evil.example/health', '*', 'http://evil.example/', '/%', '/health%zz', '/%ff'])(
  'rejects the malformed address %s, plain and as an upgrade, and keeps running',
  async (path) => {
    const upgrade = {
      connection: 'upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    }
    for (const method of ['GET', 'POST', 'OPTIONS'])
      expect([method, await statusAt(path, method)]).toEqual([method, 400])
    expect(await statusAt(path, 'GET', upgrade)).toBe(400)
    expect(await statusAt('/', 'GET', upgrade)).toBe(101)
    expect((await fetch(`${url}/health`)).status).toBe(200)
  },
)

test('health, CORS and services by path', async () => {
  expect(await (await fetch(`${url}/health`)).json()).toEqual({ ok: true, chainId: 31337, block: 1 })
  const preflight = await fetch(url, { method: 'OPTIONS' })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(await ask(call(1, 'hi', [2]), '/echo')).toEqual({ jsonrpc: '2.0', id: 1, result: ['hi', 2] })
  expect((await fetch(`${url}/nothing`)).status).toBe(404)
  expect((await post('{}', '/toString')).status).toBe(404)
  expect((await fetch(url)).status).toBe(405)
})

test('keeps a connection while its client is idle', async () => {
  expect((await fetch(`${url}/health`)).headers.get('keep-alive')).toBe('timeout=60')
})

test('answers a wrong payload with the right JSON-RPC error', async () => {
  expect(await (await post('{oops')).json()).toMatchObject({ id: null, error: { code: -32700 } })
  expect(await ask([])).toMatchObject({ id: null, error: { code: -32600 } })
  expect(await ask(5)).toMatchObject({ id: null, error: { code: -32600 } })
  expect(await ask({ id: 7, method: 'eth_chainId' })).toMatchObject({ id: 7, error: { code: -32600 } })
  expect(await ask(call(7, 'eth_nope'))).toMatchObject({ id: 7, error: { code: -32004 } })
  expect(await ask({ ...call(7, 'eth_chainId'), params: {} })).toMatchObject({ id: 7, error: { code: -32602 } })
  expect(await ask(call(7, 'eth_subscribe', ['newHeads']))).toMatchObject({ id: 7, error: { code: -32601 } })
  expect((await post('x'.repeat(bodyLimit + 1))).status).toBe(413)
})

test('answers each item of a batch, and no notification', async () => {
  const batch = [
    call(1, 'eth_chainId'),
    5,
    call(2, 'eth_nope'),
    { jsonrpc: '2.0', method: 'eth_chainId' },
    call(3, 'net_version'),
  ]
  expect(await ask(batch)).toMatchObject([
    { id: 1, result: '0x7a69' },
    { id: null, error: { code: -32600 } },
    { id: 2, error: { code: -32004 } },
    { id: 3, result: '31337' },
  ])
  expect((await post(JSON.stringify([{ jsonrpc: '2.0', method: 'eth_chainId' }]))).status).toBe(204)
})

test('mines the transactions of a batch in order', async () => {
  const pay = (id: number) => call(id, 'eth_sendTransaction', [{ from: alice, to: bob, value: '0x1' }])
  const replies = (await ask([pay(1), pay(2), pay(3)])) as { result: Hex }[]
  const numbers = await Promise.all(
    replies.map(
      async ({ result }) =>
        (await node.request<{ blockNumber: Hex }>('eth_getTransactionReceipt', [result])).blockNumber,
    ),
  )
  expect(numbers).toEqual(['0x2', '0x3', '0x4'])
})

test('heads, pending transactions and each single log arrive over the WebSocket', async () => {
  const emitter = '0x00000000000000000000000000000000000000ee'
  // Two LOG0 of nothing.
  await node.request('hardhat_setCode', [emitter, '0x60006000a060006000a000'])
  const { socket, send, next } = await connect()
  const ids: unknown[] = []
  for (const params of [['newHeads'], ['newPendingTransactions'], ['logs', { address: emitter }]]) {
    send(call(1, 'eth_subscribe', params))
    ids.push((await next()).result)
  }
  send(call(9, 'eth_sendTransaction', [{ from: alice, to: emitter }]))
  const arrived = [await next(), await next(), await next(), await next(), await next()]
  const hash = arrived.find((message) => message.id === 9)?.result
  const notes = arrived.flatMap((message) => (message.method === 'eth_subscription' ? [message.params] : []))
  expect(notes).toContainEqual({ subscription: ids[0], result: expect.objectContaining({ number: '0x2' }) })
  expect(notes).toContainEqual({ subscription: ids[1], result: hash })
  for (const logIndex of ['0x0', '0x1'])
    expect(notes).toContainEqual({
      subscription: ids[2],
      result: expect.objectContaining({ address: emitter, logIndex }),
    })

  send(call(2, 'eth_unsubscribe', [ids[0]]))
  expect(await next()).toMatchObject({ id: 2, result: true })
  send(call(3, 'eth_unsubscribe', [ids[0]]))
  expect(await next()).toMatchObject({ id: 3, result: false })
  socket.send('{oops')
  expect(await next()).toMatchObject({ id: null, error: { code: -32700 } })
  socket.terminate()
})

test("one client cannot end another's subscription", async () => {
  const [one, two] = [await connect(), await connect()]
  one.send(call(1, 'eth_subscribe', ['newHeads']))
  const { result } = await one.next()
  two.send(call(1, 'eth_unsubscribe', [result]))
  expect(await two.next()).toMatchObject({ result: false })
  await node.request('evm_mine')
  expect(await one.next()).toMatchObject({ method: 'eth_subscription', params: { subscription: result } })
  one.socket.terminate()
  two.socket.terminate()
})

test('a revert keeps its reason and its bytes over the wire', async () => {
  const reverter = '0x00000000000000000000000000000000000000bb'
  // Copies the call's data and reverts with it.
  await node.request('hardhat_setCode', [reverter, '0x366000600037366000fd'])
  const data = encodeFunctionData({ abi: parseAbi(['function Error(string)']), args: ['no money'] })
  expect(await ask(call(1, 'eth_call', [{ to: reverter, data }]))).toMatchObject({
    error: { code: 3, message: expect.stringMatching(/^execution reverted.*no money/), data },
  })
})

test('names a taken port', async () => {
  await expect(openHttpServer({ host: '127.0.0.1', port: http.port, setting: 'DEVNET_EVM_PORT' })).rejects.toThrow(
    `Port ${http.port} on 127.0.0.1 is taken: stop what uses it, or set DEVNET_EVM_PORT to a free one.`,
  )
})
