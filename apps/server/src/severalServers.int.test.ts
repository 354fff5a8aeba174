import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { type Devnet, startDevnet } from '@billfold/devnet/startDevnet'
import type { SwapQuote } from '@billfold/protocol/api/swap'
import { sql } from 'kysely'
import { createWalletClient, decodeFunctionData, erc20Abi, type Hex, http, parseUnits, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtEntry } from '../../../tools/test/builtEntry.ts'
import { startTestRedis } from './../test/startTestRedis.ts'
import { connectClient, newMessage, newTopic } from '../test/testClient.ts'
import { startTestCluster, type TestCluster } from '../test/testDatabase.ts'
import { startRelayProcess } from '../test/testProcess.ts'
import type { OpenDatabase } from './db/openDatabase.ts'
import { createSharedLimiter } from './limits/createSharedLimiter.ts'

// Three servers and two relays, processes of their own, on one PostgreSQL and, for the relays, one Redis; before the servers a balancer that goes round.
const main = await builtEntry('apps/server/src/main.ts')
const perMinute = 120
let cluster: TestCluster
let database: OpenDatabase & { url: string }
let devnet: Devnet
let redis: Awaited<ReturnType<typeof startTestRedis>>
let balancer: Server
let base: string
let servers: { child: ChildProcess; url: string }[]
let relays: Awaited<ReturnType<typeof startRelayProcess>>[]
/** The servers that answered, in order. */
const answeredBy: number[] = []

beforeAll(async () => {
  cluster = await startTestCluster()
  database = await cluster.create()
  devnet = await startDevnet({ host: '127.0.0.1', port: 0, evmPort: 0, chainIds: [31337], blockTime: 0, market: false })
  redis = await startTestRedis()
  relays = await Promise.all([1, 2].map(() => startRelayProcess({ DATABASE_URL: database.url, REDIS_URL: redis.url })))
  servers = await Promise.all([1, 2, 3].map(startServerProcess))
  let next = 0
  balancer = createServer(async (incoming, answer) => {
    const turn = next++
    // Whole: a server that is gone must not take a part of it along.
    pass(incoming, Buffer.concat(await incoming.toArray()), answer, turn)
  })
  balancer.listen(0, '127.0.0.1')
  await once(balancer, 'listening')
  base = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`
})
afterAll(async () => {
  for (const { child } of [...(servers ?? []), ...(relays ?? [])]) child.kill('SIGKILL')
  balancer?.closeAllConnections()
  balancer?.close()
  await redis?.stop()
  await devnet?.close()
  await database?.close()
  await cluster?.stop()
})

async function startServerProcess() {
  const env = {
    DATABASE_URL: database.url,
    DEVNET_URL: new URL(devnet.manifest.faucetUrl).origin,
    DEFAULT_PROJECT: 'local',
    INDEXER: 'off',
    PORT: '0',
  }
  const more = { TRUST_PROXY: '1', RATE_LIMIT: String(perMinute), QUOTE_TIMEOUT_MS: '12000', LOG_LEVEL: 'info' }
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env, ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const { url } = JSON.parse(line) as { url?: string }
    if (!url) continue
    child.stdout.resume()
    while ((await fetch(`${url}/ready`)).status !== 200) await new Promise((done) => setTimeout(done, 100))
    return { child, url }
  }
  throw new Error('A server did not start.')
}

/** Hands a request to the next server that is up, with its sender's address. */
function pass(incoming: IncomingMessage, body: Buffer, answer: ServerResponse, turn: number, tries = 0) {
  const at = (turn + tries) % servers.length
  const { 'x-visitor': visitor = '10.0.0.1', ...headers } = incoming.headers
  const onward = request(servers[at]!.url + incoming.url, {
    ...{ method: incoming.method, headers: { ...headers, 'x-forwarded-for': visitor }, agent: false },
  })
  onward.on('response', (reply) => {
    answeredBy.push(at)
    answer.writeHead(reply.statusCode ?? 502, reply.headers)
    reply.pipe(answer)
  })
  onward.on('error', (e: NodeJS.ErrnoException) => {
    if (e.code === 'ECONNREFUSED' && tries < servers.length) pass(incoming, body, answer, turn, tries + 1)
    else answer.destroy()
  })
  onward.end(body)
}

type Built = { tx: { to: string; data: Hex } }
const who = 'projectId=billfold-local&st=appkit&sv=react-wagmi-1.7.1'
async function ask<T>(path: string, query: Record<string, string>, body?: unknown): Promise<T> {
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const response = await fetch(`${base}/v1/convert/${path}?${who}&${new URLSearchParams(query)}`, init)
  const json = (await response.json()) as T
  expect([response.status, json]).toEqual([200, json])
  return json
}

test('complete a swap whose requests reach different servers, even if the quoting one is killed', async () => {
  const network = devnet.manifest.chains[0]!
  const account = privateKeyToAccount(devnet.manifest.accounts[3]!.privateKey as Hex)
  const me = createWalletClient({ account, transport: http(network.rpcUrl), pollingInterval: 20 }).extend(publicActions)
  const caip = (symbol: string) => `eip155:31337:${network.tokens.find((token) => token.symbol === symbol)!.address}`
  const [from, to, userAddress] = [caip('USDC'), caip('DAI'), `eip155:31337:${account.address}`]
  const amount = String(parseUnits('250', 6))
  const send = async ({ tx }: Built) => {
    const hash = await me.sendTransaction({ to: tx.to.split(':')[2] as Hex, data: tx.data, chain: null })
    expect((await me.waitForTransactionReceipt({ hash })).status).toBe('success')
  }
  const begun = answeredBy.length
  const { quotes } = await ask<{ quotes: SwapQuote[] }>('quotes', {
    amount,
    userAddress: account.address,
    from,
    to,
    wait: 'all',
  })
  const quote = quotes.find(({ permit }) => permit === 'permit2')!
  // Like existing clients, without an amount: the server that gets this request never saw the quote.
  const approval = await ask<Built>('build-approve', { userAddress, from, to })
  expect(decodeFunctionData({ abi: erc20Abi, data: approval.tx.data }).args[1]).toBe(BigInt(amount))
  await send(approval)
  const { permit } = await ask<{ permit: never }>('build-permit', {}, { quoteId: quote.id, userAddress })
  const steps = answeredBy.slice(begun)
  expect(new Set(steps).size).toBe(3)
  const first = servers[steps[0]!]!.child
  first.kill('SIGKILL')
  await once(first, 'exit')
  const signature = await me.signTypedData(permit)
  const swap = { amount, from, to, userAddress, quoteId: quote.id, eip155: { permit: signature } }
  await send(await ask<Built>('build-transaction', {}, swap))
})

test('fetch a quote once for concurrent requests', async () => {
  const network = devnet.manifest.chains[0]!
  const caip = (symbol: string) => `eip155:31337:${network.tokens.find((token) => token.symbol === symbol)!.address}`
  const [userAddress] = devnet.manifest.accounts.slice(5).map(({ address }) => address)
  const query = { amount: '41000000', userAddress: userAddress!, from: caip('USDC'), to: caip('DAI'), wait: 'all' }
  const begun = answeredBy.length
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask<{ quotes: SwapQuote[] }>('quotes', query)))
  expect(new Set(answeredBy.slice(begun)).size).toBeGreaterThan(1)
  const [first, ...others] = answers.map(({ quotes }) => quotes.map(({ id }) => id).sort())
  expect(first!.length).toBeGreaterThan(0)
  for (const ids of others) expect(ids).toEqual(first)
})

test('share a rate limit', async () => {
  const began = performance.now()
  const statuses = await Promise.all(
    Array.from({ length: perMinute * 3 }, async () => {
      const headers = { 'x-visitor': '10.6.6.6' }
      return (await fetch(`${base}/getAnalyticsConfig?projectId=billfold-local&sv=x`, { headers })).status
    }),
  )
  const allowed = statuses.filter((status) => status === 200).length
  const refilled = ((performance.now() - began) / 60_000) * perMinute
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect(allowed).toBeLessThanOrEqual(perMinute + refilled + 1)
  expect(allowed).toBeGreaterThan(perMinute * 0.9)
  // No one else waits for that.
  expect((await fetch(`${base}/getAnalyticsConfig?projectId=billfold-local&sv=x`)).status).toBe(200)
})

test('enforce a small quota exactly, store it without names, and keep it on each server during a database outage', async () => {
  const quota = { limit: 20, windowMs: 3_600_000 }
  const all = [1, 2, 3].map(() => createSharedLimiter({ db: database.db, patienceMs: 20_000 }))
  const verdicts = await Promise.all(
    Array.from({ length: 90 }, (_, n) => all[n % 3]!.take('login client:10.1.2.3', quota)),
  )
  expect(verdicts.filter(({ isAllowed }) => isAllowed)).toHaveLength(20)
  const refused = verdicts.find(({ isAllowed }) => !isAllowed)
  expect(refused).toMatchObject({ remaining: 0 })
  // The servers' clocks and the database's may be a fraction of a second apart.
  expect([180, 181]).toContain(refused?.resetSeconds)
  const { rows } = await sql<{ text: string }>`select encode(key, 'escape') as text from shared_limits`.execute(
    database.db,
  )
  expect(JSON.stringify(rows)).not.toContain('10.1.2.3')
  const lost = await cluster.create()
  await lost.close()
  const alone = createSharedLimiter({ db: lost.db })
  const own = await Promise.all(Array.from({ length: 30 }, () => alone.take('login client:10.1.2.3', quota)))
  expect(own.filter(({ isAllowed }) => isAllowed)).toHaveLength(20)
})

test('forward messages between their relays', async () => {
  const [one, other] = await Promise.all(relays.map(async ({ url }) => connectClient(await url)))
  const [topic, message] = [newTopic(), newMessage(200)]
  await other!.ask('irn_subscribe', { topic })
  expect((await one!.publish(topic, message)).result).toBe(true)
  await other!.until(() => other!.received.find((received) => received.message === message))
  for (const client of [one!, other!]) client.close()
})
