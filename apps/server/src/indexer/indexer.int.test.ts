import { ownArtifact } from '@billfold/devnet/eip155/deploy/artifact'
import { type Devnet, startDevnet } from '@billfold/devnet/startDevnet'
import type { Transaction } from '@billfold/protocol/api/history'
import { transaction as transactionSchema } from '@billfold/protocol/api/history'
import fc from 'fast-check'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { type Abi, encodeDeployData, encodeFunctionData, maxUint256, parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fromDevnet } from '../chains/devnetChain.ts'
import { createChains, type ServerChain } from '../chains.ts'
import type { OpenDatabase } from '../db/openDatabase.ts'
import { openDatabase } from '../db/openDatabase.ts'
import { startTestCluster, type TestCluster } from '../db/testDatabase.ts'
import { createLog } from '../log.ts'
import { createIndexedHistory } from '../providers/history/createIndexedHistory.ts'
import { createRpc, type Rpc } from '../rpc/createRpc.ts'
import { createIndexerMetrics } from './indexerMetrics.ts'
import type { Hex } from './indexRows.ts'
import { createPretendChain, type PretendTransaction } from './pretendChain.ts'
import { startIndexer } from './startIndexer.ts'
import { contentsOf, createTestFollower } from './testFollower.ts'

// One network and one PostgreSQL for the whole file; tests go on where the one before left off.
let devnet: Devnet
let cluster: TestCluster
let database: OpenDatabase & { url: string }
let chain: ServerChain
let rpc: Rpc
let follower: ReturnType<typeof createTestFollower>

const erc20 = parseAbi([
  'function transfer(address,uint256) returns (bool)',
  'function transferFrom(address,address,uint256) returns (bool)',
  'function approve(address,uint256) returns (bool)',
  'function mint(address,uint256)',
])
const router = parseAbi([
  'function swapExactETHForTokens(uint256,address[],address,uint256) payable returns (uint256[])',
  'function swapExactTokensForETH(uint256,uint256,address[],address,uint256) returns (uint256[])',
])
const weth = parseAbi(['function deposit() payable', 'function withdraw(uint256)'])
const never = 4_000_000_000n

beforeAll(async () => {
  const config = { host: '127.0.0.1', port: 0, evmPort: 0, chainIds: [31337], blockTime: 0, market: false }
  ;[devnet, cluster] = await Promise.all([startDevnet(config), startTestCluster()])
  database = await cluster.create()
  const [manifest] = devnet.manifest.chains
  chain = fromDevnet(manifest!)
  rpc = createRpc({ chains: createChains([chain]) })
  follower = createTestFollower(database.db, rpc(chain.id), {
    chainId: 31337,
    startBlock: 0,
    wrappedNative: chain.wrappedNative?.toLowerCase() as Hex,
  })
})
afterAll(async () => {
  await cluster?.stop()
  await devnet?.close()
})

const account = (i: number) => devnet.manifest.accounts[i]!.address as Hex
const tokenAt = (symbol: string) => chain.tokens.find((token) => token.symbol === symbol)!.address as Hex
const call = <T = Hex>(method: string, params: unknown[] = []) => rpc(chain.id).call<T>(method, params)
async function send(from: Hex, to: Hex | undefined, data: Hex = '0x', value = 0n): Promise<Hex> {
  return call('eth_sendTransaction', [{ from, ...(to ? { to } : {}), data, value: `0x${value.toString(16)}` }])
}
const run = (from: Hex, to: Hex, abi: Abi, functionName: string, args: unknown[], value = 0n) =>
  send(from, to, encodeFunctionData({ abi, functionName, args }), value)
async function deploy(from: Hex, name: 'PlainToken' | 'Collectible1155', args: unknown[]): Promise<Hex> {
  const hash = await send(from, undefined, encodeDeployData({ ...ownArtifact(`own/${name}`), args }))
  return (await call<{ contractAddress: Hex }>('eth_getTransactionReceipt', [hash])).contractAddress
}
const historyOf = async (address: Hex, limit = 50, cursor?: string, on = chain) => {
  const source = createIndexedHistory({ db: database.db, answersPartly: () => true, patienceMs: 0 })
  const page = await source.history({ chain: on, address, cursor, limit }, AbortSignal.timeout(5_000))
  for (const one of page!.data) transactionSchema.parse(one)
  return page!
}
const newest = async (address: Hex): Promise<Transaction> => {
  await follower.catchUp()
  return (await historyOf(address, 1)).data[0]!
}
const moved = ({ transfers }: Transaction) =>
  transfers.map((t) => `${t.direction} ${t.quantity.numeric} ${t.fungible_info?.symbol ?? t.nft_info?.name}`)

test('everything that moves on a chain is there, each in the words that clients know', async () => {
  const [alice, bob] = [account(1), account(2)]
  const hash = await send(alice, bob, '0x', parseEther('1.5'))
  const sent = await newest(alice)
  expect(sent.metadata).toMatchObject({ operationType: 'send', hash, chain: 'eip155:31337', status: 'confirmed' })
  expect(sent.metadata).toMatchObject({ sentFrom: alice, sentTo: bob })
  expect(Date.parse(sent.metadata.minedAt)).toBeGreaterThan(Date.UTC(2026, 0, 1))
  expect(moved(sent)).toEqual(['out 1.5 ETH'])
  const got = await newest(bob)
  expect([got.metadata.operationType, ...moved(got)]).toEqual(['receive', 'in 1.5 ETH'])

  await run(alice, tokenAt('USDC'), erc20, 'transfer', [bob, 12_500_000n])
  const paid = await newest(bob)
  expect([paid.metadata.operationType, ...moved(paid)]).toEqual(['receive', 'in 12.5 USDC'])
  expect(paid.transfers[0]).toMatchObject({ from: alice, to: bob, token: `eip155:31337:${tokenAt('USDC')}` })
  expect(paid.transfers[0]).not.toHaveProperty('suspicion')

  await run(alice, tokenAt('USDC'), erc20, 'approve', [bob, maxUint256])
  expect(await newest(alice)).toMatchObject({ metadata: { operationType: 'approve' }, transfers: [] })

  await send(alice, alice, '0x', 7n)
  expect(moved(await newest(alice))).toEqual(['self 0.000000000000000007 ETH'])

  const failing = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [bob, maxUint256] })
  const gas = { from: alice, to: tokenAt('USDC'), data: failing, gas: '0x186a0' }
  await call('eth_sendTransaction', [gas]).catch(() => {}) // mined, and reported as the revert it is
  expect((await newest(alice)).metadata).toMatchObject({ operationType: 'send', status: 'failed' })
})

test('an exchange is one trade of what it came to, also where the coin comes out of a contract', async () => {
  const carol = account(3)
  const usdc = tokenAt('USDC')
  const v2 = chain.contracts.uniswapV2Router as Hex
  const path = [chain.wrappedNative, usdc]
  await run(carol, v2, router, 'swapExactETHForTokens', [0n, path, carol, never], parseEther('1'))
  const bought = await newest(carol)
  expect(bought.metadata).toMatchObject({ operationType: 'trade', application: { name: 'Uniswap' } })
  expect(moved(bought)).toEqual(['out 1 ETH', expect.stringMatching(/^in \d+(\.\d+)? USDC$/)])

  await run(carol, usdc, erc20, 'approve', [v2, maxUint256])
  await run(carol, v2, router, 'swapExactTokensForETH', [100_000_000n, 0n, path.toReversed(), carol, never])
  const sold = await newest(carol)
  expect(sold.metadata.operationType).toBe('trade')
  expect(moved(sold)).toEqual(['out 100 USDC', expect.stringMatching(/^in 0\.\d+ ETH$/)])

  await run(carol, chain.wrappedNative as Hex, weth, 'deposit', [], parseEther('2'))
  expect(moved(await newest(carol))).toEqual(['out 2 ETH', 'in 2 WETH'])
  await run(carol, chain.wrappedNative as Hex, weth, 'withdraw', [parseEther('2')])
  expect(moved(await newest(carol)).sort()).toEqual(['in 2 ETH', 'out 2 WETH'])
})

test('collectibles of both kinds, alone and in a batch', async () => {
  const dave = account(4)
  const [tiles, patterns] = devnet.manifest.chains[0]!.nfts.map(({ address }) => address as Hex)
  const mint721 = parseAbi(['function mint(address)'])
  await run(dave, tiles!, mint721, 'mint', [dave])
  const minted = await newest(dave)
  expect(minted.metadata.operationType).toBe('mint')
  expect(minted.transfers[0]?.nft_info).toMatchObject({ name: expect.stringMatching(/^Billfold Tiles #\d+$/) })
  const abi = parseAbi([
    'function safeTransferFrom(address,address,uint256,uint256,bytes)',
    'function safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
    'function mint(address,uint256,uint256)',
  ])
  const erin = account(5)
  await run(dave, patterns!, abi, 'mint', [dave, 1n, 10n])
  await run(dave, patterns!, abi, 'mint', [dave, 2n, 10n])
  await run(dave, patterns!, abi, 'safeTransferFrom', [dave, erin, 1n, 2n, '0x'])
  expect(moved(await newest(erin))).toEqual(['in 2 Billfold Patterns #1'])
  await run(dave, patterns!, abi, 'safeBatchTransferFrom', [dave, erin, [1n, 2n], [3n, 1n], '0x'])
  expect(moved(await newest(erin))).toEqual(['in 3 Billfold Patterns #1', 'in 1 Billfold Patterns #2'])
})

test('what a thief puts into a history is marked, and a name cannot turn the text around it', async () => {
  const [thief, victim, friend] = [account(6), account(7), account(8)]
  await run(thief, tokenAt('USDT'), erc20, 'transferFrom', [victim, friend, 0n])
  const poison = await newest(victim)
  expect(moved(poison)).toEqual(['out 0 USDT'])
  expect(poison.transfers[0]?.suspicion).toBe('zero_value')

  const fake = await deploy(thief, 'PlainToken', ['Tether USD', 'US\u202eDT\u200b', 6, [victim], 5_000_000n])
  const gift = await newest(victim)
  expect(gift.transfers[0]).toMatchObject({ suspicion: 'fake_symbol', fungible_info: { symbol: 'USDT' } })
  expect(gift.transfers[0]?.token?.toLowerCase()).toBe(`eip155:31337:${fake}`)

  await deploy(thief, 'Collectible1155', ['Visit free-apes.com', 'APE', 'x', [victim], 1n])
  const spam = await newest(victim)
  expect(spam.transfers.map((t) => t.nft_info?.flags.is_spam)).toEqual([true, true])
})

test('pages follow each other without a gap or a double, while new transactions come', async () => {
  const [from, to] = [account(9), account(0)]
  const hashes: Hex[] = []
  for (let i = 1; i <= 12; i++) hashes.unshift(await send(from, to, '0x', BigInt(i)))
  await follower.catchUp()
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await historyOf(from, 5, cursor)
    seen.push(...page.data.map(({ metadata }) => metadata.hash))
    cursor = page.next ?? undefined
    await send(from, to, '0x', 1n)
    await follower.catchUp()
  } while (cursor)
  expect(seen.slice(0, hashes.length)).toEqual(hashes)
  expect(new Set(seen).size).toBe(seen.length)
  const source = createIndexedHistory({ db: database.db, answersPartly: () => true })
  const asked = { chain, address: from, cursor: 'bm9wZQ', limit: 5 }
  expect(await source.history(asked, AbortSignal.timeout(5_000))).toBeUndefined()
})

test('a real fork: what was undone is taken back, and the index is the one that reading afresh gives', async () => {
  const [alice, bob] = [account(1), account(2)]
  await follower.catchUp()
  const snapshot = await call('evm_snapshot')
  const undone = await send(alice, bob, '0x', 111n)
  await run(alice, tokenAt('DAI'), erc20, 'transfer', [bob, 222n])
  await follower.catchUp()
  expect((await historyOf(bob)).data.map(({ metadata }) => metadata.hash)).toContain(undone)

  await call('evm_revert', [snapshot])
  await run(alice, tokenAt('DAI'), erc20, 'transfer', [bob, 333n])
  await send(alice, bob, '0x', 444n)
  await send(alice, bob, '0x', 555n)
  const steps = await follower.catchUp()
  expect(steps.filter(({ rolledBackTo }) => rolledBackTo !== undefined)).toHaveLength(1)
  const after = (await historyOf(bob)).data
  expect(after.map(({ metadata }) => metadata.hash)).not.toContain(undone)
  expect(moved(after[0]!)).toEqual(['in 0.000000000000000555 ETH'])

  const fresh = await cluster.create()
  await createTestFollower(fresh.db, rpc(chain.id), {
    chainId: 31337,
    startBlock: 0,
    wrappedNative: chain.wrappedNative?.toLowerCase() as Hex,
  }).catchUp()
  expect(await contentsOf(database.db, 31337)).toEqual(await contentsOf(fresh.db, 31337))
})

test('any history with any forks, read in any pieces, ends as the same index', async () => {
  const people = Array.from({ length: 4 }, (_, i): Hex => `0x${String(i + 1).repeat(40)}`)
  const person = fc.constantFrom(...people)
  const token = fc.constantFrom<(Hex | undefined)[]>(undefined, `0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`)
  const transfer = fc.record({ from: person, to: person, amount: fc.bigInt(0n, maxUint256), token })
  const transaction = fc.record({ from: person, transfers: fc.array(transfer, { maxLength: 3 }), fails: fc.boolean() })
  const action = fc.oneof(
    { weight: 4, arbitrary: fc.record({ mine: fc.array(transaction, { maxLength: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ forget: fc.integer({ min: 1, max: 12 }) }) },
    { weight: 2, arbitrary: fc.constant('read' as const) },
  )
  const { db } = await cluster.create()
  let chainId = 0
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 40 }), fc.constantFrom(1, 4, 128), async (actions, window) => {
      const node = createPretendChain({ chainId, mostLogs: 5 })
      const [forked, afresh] = [++chainId, ++chainId]
      const reader = createTestFollower(db, node, { chainId: forked, startBlock: 0, window })
      for (const each of actions) {
        if (each === 'read') await reader.catchUp()
        else if ('mine' in each) node.mine(each.mine as PretendTransaction[])
        else node.forget(each.forget)
      }
      // The chain that counts in the end is the longer one: that is why it does.
      let highest = node.head()
      for (const each of actions) if (each !== 'read' && 'mine' in each) highest++
      while (node.head() <= highest) node.mine([])
      await reader.catchUp()
      await createTestFollower(db, node, { chainId: afresh, startBlock: 0 }).catchUp()
      expect(await contentsOf(db, forked)).toEqual(await contentsOf(db, afresh))
    }),
    { numRuns: 25 },
  )
})

test('an address that nobody asked for is looked up when it is, and followed from then on', async () => {
  const node = createPretendChain({ mostLogs: 50 })
  const [ann, ben, shop]: Hex[] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`, `0x${'3'.repeat(40)}`]
  const pay = (from: Hex, to: Hex, amount: bigint): PretendTransaction => ({
    from,
    transfers: [{ from, to, amount, token: `0x${'c'.repeat(40)}` }],
  })
  for (let i = 1; i <= 200; i++) node.mine([pay(ann!, shop!, BigInt(i)), pay(ben!, shop!, 1n)])
  const own = { ...chain, id: 'eip155:77' as const, reference: '77', startBlock: undefined, tokens: [] }
  const { db } = await cluster.create()
  const source = createIndexedHistory({ db, answersPartly: () => false, patienceMs: 0 })
  const ask = () =>
    source.history({ chain: own, address: ann!, cursor: undefined, limit: 1_000 }, AbortSignal.timeout(5_000))
  const reader = createTestFollower(db, node, { chainId: 77 })
  expect(await ask()).toBeUndefined()
  await reader.catchUp()
  expect((await ask())?.data).toHaveLength(200)
  node.mine([pay(shop!, ann!, 9n), pay(ben!, shop!, 1n)])
  await reader.catchUp()
  const found = await ask()
  expect(found?.data.map(({ transfers }) => transfers[0]?.quantity.numeric).slice(0, 3)).toEqual(['9', '200', '199'])
  const { rows } = await sql<{ count: string }>`select count(*) from index_transfers`.execute(db)
  expect(rows[0]?.count).toBe('201')
})

test('two servers share the work without doing it twice, and when one dies the other goes on', async () => {
  const { url } = await cluster.create()
  const node = createPretendChain({ chainId: 88 })
  const own = { ...chain, id: 'eip155:88' as const, reference: '88', startBlock: 0n }
  const pay = (i: number) =>
    node.mine([{ from: account(1), transfers: [{ from: account(1), to: account(2), amount: BigInt(i) }] }])
  const servers = [0, 1].map(() => {
    const opened = openDatabase({ url, poolSize: 2, statementTimeoutMs: 10_000 })
    const register = new Registry()
    const metrics = createIndexerMetrics(register)
    const log = createLog('silent')
    const calls = { db: opened.db, chains: createChains([own]), rpc: () => node as never, log, metrics, pollMs: 20 }
    return { opened, register, indexer: startIndexer(calls) }
  })
  const read = async (name: string) =>
    Promise.all(
      servers.map(async ({ register }) => (await register.getSingleMetric(name)?.get())?.values[0]?.value ?? 0),
    )
  const { db } = servers[0]!.opened
  const count = async () =>
    Number((await sql<{ n: string }>`select count(*) as n from index_transfers`.execute(db)).rows[0]?.n)
  for (let i = 0; i < 50; i++) pay(i + 1)
  await vi.waitFor(async () => expect(await count()).toBe(50), { timeout: 10_000, interval: 20 })
  await vi.waitFor(async () => expect((await read('indexer_lag_blocks')).includes(0)).toBe(true))
  const holder = (await read('indexer_holds_chain')).indexOf(1)
  expect(await read('indexer_transfers_total')).toEqual(holder === 0 ? [50, 0] : [0, 50])

  // The holder's connection is cut: its lock is gone with it, and what it had begun is not there.
  await servers[holder]!.indexer.stop()
  for (let i = 0; i < 30; i++) pay(i + 1)
  await vi.waitFor(async () => expect(await count()).toBe(80), { timeout: 10_000, interval: 20 })
  expect((await read('indexer_holds_chain'))[1 - holder]).toBe(1)

  await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'`.execute(db)
  for (let i = 0; i < 5; i++) pay(i + 1)
  await vi.waitFor(async () => expect(await count()).toBe(85), { timeout: 10_000, interval: 20 })
  await Promise.all(servers.map(({ indexer }) => indexer.stop()))
  for (const { opened } of servers) await opened.close()
})

test('a chain on which nobody is followed is not read, and the first question waits for its answer', async () => {
  const { db } = await cluster.create()
  const node = createPretendChain({ chainId: 99 })
  const [ann, shop]: Hex[] = [`0x${'1'.repeat(40)}`, `0x${'3'.repeat(40)}`]
  for (let i = 1; i <= 300; i++)
    node.mine([{ from: ann!, transfers: [{ from: ann!, to: shop!, amount: BigInt(i), token: `0x${'c'.repeat(40)}` }] }])
  const own = { ...chain, id: 'eip155:99' as const, reference: '99', startBlock: undefined, tokens: [] }
  const asked = new Set<string>()
  const call = (method: string, params: readonly unknown[]) => {
    asked.add(method)
    return node.call(method, params)
  }
  const register = new Registry()
  const metrics = createIndexerMetrics(register)
  const chains = createChains([own])
  const indexer = startIndexer({
    db,
    chains,
    rpc: () => ({ call }) as never,
    log: createLog('silent'),
    metrics,
    pollMs: 20,
  })
  try {
    const lag = async () => (await register.getSingleMetric('indexer_lag_blocks')?.get())?.values[0]?.value
    await vi.waitFor(async () => expect(await lag()).toBe(0), { timeout: 10_000, interval: 20 })
    expect(asked).toEqual(new Set(['eth_chainId', 'eth_getBlockByNumber']))
    const source = createIndexedHistory({ db, answersPartly: () => false, patienceMs: 20_000 })
    const question = { chain: own, address: ann!, cursor: undefined, limit: 50 }
    const page = await source.history(question, AbortSignal.timeout(30_000))
    expect(page?.data.map(({ transfers }) => transfers[0]?.quantity.numeric).slice(0, 2)).toEqual(['300', '299'])
    expect(page?.data).toHaveLength(50)
  } finally {
    await indexer.stop()
  }
})
