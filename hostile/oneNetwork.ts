import { connect as connectTcp } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectClient, newMessage, newTopic, type TestClient } from '@billfold/server/test/testClient'
import { createWalletClient, type Hex, http, publicActions } from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'

/** The attackers' targets: the services of a stack that trusts one proxy, and an account of its chain. */
export type Target = { api: string; relay: string; chain: string; key: Hex; account: Hex }
/** Runs until the signal; its rejections are the attacker's own matter. */
export type Stranger = (target: Target, over: AbortSignal) => Promise<void>

const who = 'projectId=billfold-local&st=appkit&sv=hostile'
const chainId = 'chainId=eip155:31337'
let clients = 0
/** A different /64 of one /48 each time. */
const nextClient = () => `2001:db8:66:${(clients++ % 65_536).toString(16)}::1`

const ask = async (api: string, path: string, over: AbortSignal, init: RequestInit = {}) => {
  const signal = AbortSignal.any([over, AbortSignal.timeout(20_000)])
  const url = `${api}${path}${path.includes('?') ? '&' : '?'}${who}`
  const headers = { 'x-forwarded-for': nextClient() }
  const answer = await fetch(url, { ...init, headers, signal }).catch(() => undefined)
  await answer?.arrayBuffer().catch(() => {})
  return answer?.status
}

/** Repeats a task in `lanes` at once, with a pause so that the machine's own load does not count. */
const inLanes = (lanes: number, over: AbortSignal, task: () => Promise<unknown>, pauseMs = 50) =>
  Promise.all(
    Array.from({ length: lanes }, async () => {
      while (!over.aborted) {
        await task().catch(() => {})
        await sleep(pauseMs, undefined, { signal: over }).catch(() => {})
      }
    }),
  )
const newAccount = () => privateKeyToAddress(generatePrivateKey())
const rpc = (api: string, over: AbortSignal, method: string, params: unknown[]) =>
  ask(api, `/v1?${chainId}`, over, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) })

/** A contract that names an unresponsive host for each of its collectibles. */
async function deployCollectible({ chain, key }: Target): Promise<Hex> {
  const text = Buffer.from('https://slow.example/a')
  const word = text.toString('hex').padEnd(64, '0')
  const code = `60205f5260${text.length.toString(16).padStart(2, '0')}6020527f${word}60405260605ff3`
  const length = (code.length / 2).toString(16).padStart(4, '0')
  const wallet = createWalletClient({ account: privateKeyToAccount(key), transport: http(chain) }).extend(publicActions)
  const hash = await wallet.sendTransaction({
    data: `0x61${length}80600a5f395ff3${code}`,
    gas: 1_000_000n,
    chain: null,
  })
  return (await wallet.waitForTransactionReceipt({ hash })).contractAddress!
}

/** Connects clients of one address up to its limit, and keeps them. */
async function connectMany(url: string, most: number, over: AbortSignal): Promise<TestClient[]> {
  const address = nextClient()
  const clients: TestClient[] = []
  while (clients.length < most && !over.aborted) {
    const client = await connectClient(url, { address }).catch(() => undefined)
    if (!client) break
    client.socket.on('error', () => {})
    clients.push(client)
  }
  return clients
}

/** Attacks by target: each once succeeded against this server. */
export const strangers: Readonly<Record<string, Stranger>> = {
  async 'images at hosts that never answer, and drawings that multiply'(target, over) {
    const contract = await deployCollectible(target)
    let id = 0
    await inLanes(24, over, () => ask(target.api, `/public/getNftImage/eip155:31337/${contract}/${++id}`, over))
  },

  async 'subscriptions by the hundred thousand, and frames that never end'({ relay }, over) {
    const url = new URL(relay)
    const clients = (await Promise.all([connectMany(relay, 60, over), connectMany(relay, 60, over)])).flat()
    await inLanes(8, over, async () => {
      for (const client of clients) {
        if (over.aborted || client.socket.readyState !== client.socket.OPEN) continue
        const topics = Array.from({ length: 500 }, newTopic)
        await client.call('irn_batchSubscribe', { topics }).catch(() => {})
        // Three and a half megabytes of a frame of four.
        const frame = Buffer.alloc(3_500_000)
        const stream = connectTcp(Number(url.port), url.hostname)
        stream.on('error', () => {})
        stream.write(`GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${nextClient()}\r\nConnection: Upgrade\r\n`)
        stream.write(
          'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
        )
        frame.set([0x81, 0xff, 0, 0, 0, 0, 0, 0x3f, 0xff, 0xff, 0, 0, 0, 0])
        stream.write(frame)
        setTimeout(() => stream.destroy(), 20_000).unref()
        await sleep(200)
      }
    })
    await Promise.all(clients.map((client) => client.close().catch(() => {})))
  },

  async 'messages on ever new topics'({ relay }, over) {
    const clients = await connectMany(relay, 4, over)
    await inLanes(4, over, () =>
      Promise.all(clients.map((client) => client.publish(newTopic(), newMessage(64)).catch(() => {}))),
    )
    await Promise.all(clients.map((client) => client.close().catch(() => {})))
  },

  async 'readiness, metrics and paths that do not exist'({ api, relay }, over) {
    const doors = [api, relay.replace('ws', 'http')]
    const paths = ['/ready', '/metrics', '/health', '/nothing']
    let turn = 0
    await inLanes(8, over, () => ask(doors[turn++ % 2]!, paths[turn % 4]!, over))
  },

  async 'a full lane, then what others need, too'({ api, account }, over) {
    const slow = () => rpc(api, over, 'eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest' }])
    const shared = () => ask(api, `/v1/account/${account}/balance?currency=usd&${chainId}`, over)
    await inLanes(24, over, () => Promise.all([slow(), slow(), shared()]))
  },

  async 'work that costs much: forced updates, whole histories, batches of events'({ api, account }, over) {
    const events = Array.from({ length: 50 }, () => ({
      props: { type: 'track', event: 'INITIALIZE', properties: { text: 'x'.repeat(3_000) } },
    }))
    await inLanes(8, over, () =>
      Promise.all([
        ask(api, `/v1/account/${newAccount()}/balance?currency=usd&forceUpdate=1`, over),
        ask(api, `/v1/account/${account}/counterparties`, over),
        ask(api, `/v1/account/${account}/history?${chainId}`, over),
        ask(api, '/batch', over, { method: 'POST', body: JSON.stringify(events) }),
      ]),
    )
  },

  async 'calls of nodes that are heavier than they look'({ api, account }, over) {
    const keys = Array.from({ length: 1_000 }, (_, i) => `0x${i.toString(16).padStart(64, '0')}`)
    await inLanes(12, over, () =>
      Promise.all([
        rpc(api, over, 'eth_getProof', [account, keys, 'latest']),
        rpc(api, over, 'eth_feeHistory', ['0x400', 'latest', [10, 50, 90]]),
      ]),
    )
  },

  async 'subscriptions to logs, and sockets that do nothing'({ api }, over) {
    const sockets = new Set<WebSocket>()
    await inLanes(
      4,
      over,
      async () => {
        if (sockets.size >= 400) return
        const headers = { 'x-forwarded-for': nextClient() }
        // Node's own, which takes headers besides.
        const socket = new WebSocket(`${api.replace('http', 'ws')}/v1?${who}&${chainId}`, { headers } as never)
        sockets.add(socket)
        socket.addEventListener('error', () => sockets.delete(socket))
        socket.addEventListener('close', () => sockets.delete(socket))
        socket.addEventListener('open', () => {
          for (let id = 0; id < 50; id++) {
            const filter = { address: newAccount() }
            socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_subscribe', params: ['logs', filter] }))
          }
        })
      },
      100,
    )
    for (const socket of sockets) socket.close()
  },

  async 'addresses by the thousand for the indexer'({ api }, over) {
    await inLanes(8, over, () => ask(api, `/v1/account/${newAccount()}/history?${chainId}`, over))
  },

  async 'orders that are never paid'({ api }, over) {
    const wish = {
      provider: 'local',
      asset: { chainId: 'eip155:31337', address: null },
      currency: 'USD',
      method: 'card',
    }
    await inLanes(4, over, () => {
      const body = JSON.stringify({ ...wish, pays: '100.00', address: newAccount() })
      return ask(api, '/v1/onramp/orders', over, { method: 'POST', body })
    })
  },
}
