import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Hex, numberToHex } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { devAccounts } from './devAccounts.ts'
import { createEvmNode, type EvmNode } from './evmNode.ts'

type Block = { hash: Hex; number: Hex; timestamp: Hex; transactions: Hex[] }
const genesisTime = Date.UTC(2026, 0, 1) / 1000
const [alice, bob] = devAccounts.map(({ address }) => address) as [Hex, Hex]
const open: EvmNode[] = []

async function start(options: { journal?: string; blockTime?: number; chainId?: number } = {}) {
  const node = await createEvmNode({ chainId: 31337, blockTime: 0, genesisTime, ...options })
  open.push(node)
  return node
}
afterEach(async () => {
  for (const node of open.splice(0)) await node.close()
})

const block = (node: EvmNode, at = 'latest') => node.request<Block>('eth_getBlockByNumber', [at, false])
const pay = (node: EvmNode, extra: Record<string, unknown> = {}) =>
  node.request<Hex>('eth_sendTransaction', [{ from: alice, to: bob, value: '0x1', ...extra }])
const balance = (node: EvmNode, address = bob) => node.request<Hex>('eth_getBalance', [address, 'latest'])
const journalPath = () => join(mkdtempSync(join(tmpdir(), 'devnet-')), 'chain.jsonl')
const now = () => Math.floor(Date.now() / 1000)

async function setUp(node: EvmNode) {
  await pay(node)
  await pay(node)
  await node.setupDone({ note: 'hello' })
  return node
}

test('ten funded accounts, and a block at once for each transaction', async () => {
  const node = await start()
  expect(await node.request('eth_accounts')).toEqual(devAccounts.map(({ address }) => address.toLowerCase()))
  for (const { address } of devAccounts) expect(BigInt(await balance(node, address))).toBe(10n ** 22n)
  const hash = await pay(node)
  expect(await node.request('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1', blockNumber: '0x1' })
  expect(BigInt(await balance(node))).toBe(10n ** 22n + 1n)
})

test('set up in the same way, two nodes have the same head; after set-up, time is the wall clock', async () => {
  const [one, two] = [await setUp(await start()), await setUp(await start())]
  expect(await block(one)).toEqual(await block(two))
  expect(Number((await block(one)).timestamp)).toBe(genesisTime + 3)
  await pay(one)
  expect(Math.abs(Number((await block(one)).timestamp) - now())).toBeLessThanOrEqual(2)
  expect((await block(await setUp(await start({ chainId: 31338 })))).hash).not.toBe((await block(two)).hash)
})

test('pending calls see the time of the next block, in set-up and after', async () => {
  const node = await start()
  expect(Number((await block(node, 'pending')).timestamp)).toBe(genesisTime + 1)
  await setUp(node)
  expect(Math.abs(Number((await block(node, 'pending')).timestamp) - now())).toBeLessThanOrEqual(2)
})

test('snapshot and revert bring back state, head and time', async () => {
  const node = await setUp(await start())
  const before = { head: await block(node), balance: await balance(node) }
  const id = await node.request('evm_snapshot')
  await node.request('evm_increaseTime', [86_400])
  await pay(node)
  expect(Number((await block(node)).timestamp) - now()).toBeGreaterThan(86_000)
  expect(await node.request('evm_revert', [id])).toBe(true)
  expect({ head: await block(node), balance: await balance(node) }).toEqual(before)
  await pay(node)
  expect(Math.abs(Number((await block(node)).timestamp) - now())).toBeLessThanOrEqual(2)
  expect(await node.request('evm_revert', [id])).toBe(false)
})

test('time travels forward and goes on from there', async () => {
  const node = await setUp(await start())
  expect(await node.request('evm_increaseTime', ['0xe10'])).toBe('3600')
  await node.request('evm_mine')
  expect(Number((await block(node)).timestamp) - now()).toBeGreaterThanOrEqual(3599)
  const year = now() + 31_536_000
  await node.request('evm_setNextBlockTimestamp', [year])
  await pay(node)
  expect(Number((await block(node)).timestamp)).toBe(year)
  await pay(node)
  expect(Number((await block(node)).timestamp) - year).toBeLessThanOrEqual(3)
  await node.request('evm_mine', [year + 500])
  expect(Number((await block(node)).timestamp)).toBe(year + 500)
  await expect(node.request('evm_setNextBlockTimestamp', [5])).rejects.toMatchObject({ code: -32000 })
  await expect(node.request('evm_mine', [5])).rejects.toMatchObject({ code: -32602 })
  await expect(node.request('evm_increaseTime', [-1])).rejects.toMatchObject({ code: -32602 })
})

test('hardhat_mine makes many blocks, so many seconds apart', async () => {
  const node = await setUp(await start())
  await node.request('hardhat_mine', [numberToHex(1000), numberToHex(60)])
  const [first, last] = [await block(node, numberToHex(4)), await block(node)]
  expect(Number(last.number)).toBe(1003)
  expect(Number(last.timestamp) - Number(first.timestamp)).toBe(999 * 60)
  await pay(node)
  expect(Number((await block(node)).timestamp)).toBeGreaterThan(Number(last.timestamp))
})

test('without automine transactions wait; with a gap before their nonce they wait too', async () => {
  const node = await setUp(await start())
  await node.request('evm_setAutomine', [false])
  await pay(node)
  expect(Number((await block(node)).number)).toBe(3)
  expect(await node.request('txpool_status')).toEqual({ pending: '0x1', queued: '0x0' })
  await node.request('evm_mine')
  expect((await block(node)).transactions).toHaveLength(1)
  await node.request('evm_setAutomine', [true])
  const early = await pay(node, { nonce: '0x4' })
  expect(Number((await block(node)).number)).toBe(4)
  expect(await node.request('txpool_content')).toMatchObject({
    pending: {},
    queued: { [alice.toLowerCase()]: { 4: { hash: early } } },
  })
  const late = await pay(node, { nonce: '0x3' })
  expect((await block(node)).transactions).toEqual([late, early])
  const receipts = await node.request<{ transactionHash: Hex }[]>('eth_getBlockReceipts', ['latest'])
  expect(receipts.map((receipt) => receipt.transactionHash)).toEqual([late, early])
  expect(await node.request('eth_getBlockReceipts', [(await block(node)).hash])).toEqual(receipts)
})

test('state setters and impersonation, under the names of hardhat and of anvil', async () => {
  const node = await setUp(await start())
  const stranger = '0x00000000000000000000000000000000000000aa'
  await node.request('anvil_setBalance', [stranger, numberToHex(10n ** 18n)])
  await expect(pay(node, { from: stranger })).rejects.toThrow()
  await node.request('hardhat_impersonateAccount', [stranger])
  await pay(node, { from: stranger })
  await node.request('hardhat_stopImpersonatingAccount', [stranger])
  await expect(pay(node, { from: stranger })).rejects.toThrow()
  // Returns what it is sent the value of slot 0.
  await node.request('hardhat_setCode', [stranger, '0x60005460005260206000f3'])
  await node.request('hardhat_setStorageAt', [stranger, '0x0', numberToHex(7, { size: 32 })])
  expect(await node.request('eth_call', [{ to: stranger }])).toBe(numberToHex(7, { size: 32 }))
})

test('a revert is code 3 with its bytes; what is not there says so', async () => {
  const node = await start()
  const reverter = '0x00000000000000000000000000000000000000bb'
  // Reverts with the single word 0x2a.
  await node.request('hardhat_setCode', [reverter, '0x602a60005260206000fd'])
  await expect(node.request('eth_call', [{ to: reverter }])).rejects.toMatchObject({
    code: 3,
    message: expect.stringMatching(/^execution reverted/),
    data: numberToHex(42, { size: 32 }),
  })
  await expect(node.request('eth_estimateGas', [{ from: alice, to: reverter }])).rejects.toMatchObject({ code: 3 })
  for (const method of ['eth_createAccessList', 'trace_block', 'hardhat_reset', 'toString'])
    await expect(node.request(method)).rejects.toMatchObject({ code: -32004 })
})

test('simultaneous sends are mined one after the other', async () => {
  const node = await setUp(await start())
  await Promise.all(Array.from({ length: 20 }, () => pay(node)))
  expect(Number((await block(node)).number)).toBe(23)
  expect(await node.request('eth_getTransactionCount', [alice, 'latest'])).toBe(numberToHex(22))
})

test('interval mining makes blocks by itself', async () => {
  const node = await setUp(await start({ blockTime: 60 }))
  expect(await node.request('hardhat_getAutomine')).toBe(false)
  const mined = Promise.withResolvers<unknown>()
  await node.subscribe(['newHeads'], mined.resolve)
  await node.request('evm_setIntervalMining', [20])
  expect(await mined.promise).toMatchObject({ number: '0x4' })
})

test('the journal brings everything back: head, state, time, snapshots', async () => {
  const journal = journalPath()
  const node = await setUp(await start({ journal }))
  await node.request('hardhat_setBalance', [bob, '0x10'])
  await pay(node)
  const snapshot = await node.request('evm_snapshot')
  await node.request('evm_increaseTime', [1_000_000])
  await node.request('hardhat_mine', ['0x400', '0x3c'])
  await pay(node)
  const undone = await node.request('evm_snapshot')
  await pay(node)
  await node.request('evm_revert', [undone])
  const early = await pay(node, { nonce: '0x9' })
  const before = { head: await block(node), balance: await balance(node) }
  await node.close()

  const again = await start({ journal })
  expect(again.setup).toEqual({ note: 'hello' })
  expect({ head: await block(again), balance: await balance(again) }).toEqual(before)
  expect(await again.request('eth_getTransactionByHash', [early])).toMatchObject({ blockHash: null })
  await pay(again)
  expect(Number((await block(again)).timestamp) - now()).toBeGreaterThan(1_000_000)
  expect(await again.request('evm_revert', [snapshot])).toBe(true)
  expect(BigInt(await balance(again))).toBe(0x11n)
  await expect(again.setupDone()).rejects.toThrow('already set up')
})

test('empty interval blocks are one line of the journal and come back as the same blocks', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: (genesisTime + 1000) * 1000 })
  try {
    const journal = journalPath()
    const node = await setUp(await start({ journal, blockTime: 2 }))
    const lines = () => readFileSync(journal, 'utf8').split('\n').length
    const before = lines()
    for (let index = 0; index < 50; index++) {
      await vi.advanceTimersByTimeAsync(2000)
      // A subscription waits for its turn behind the block that the timer asked for.
      await node.unsubscribe(await node.subscribe(['newHeads'], () => undefined))
    }
    await node.close()
    expect(lines()).toBe(before + 1)
    const head = await block(node)
    expect(Number(head.number)).toBe(53)
    expect(await block(await start({ journal, blockTime: 2 }))).toEqual(head)
  } finally {
    vi.useRealTimers()
  }
})

test('a last line cut off by a crash is dropped, and the chain goes on', async () => {
  const journal = journalPath()
  const node = await setUp(await start({ journal }))
  const head = await block(node)
  await node.close()
  appendFileSync(journal, '{"calls":[["eth_sendTransa')
  const again = await start({ journal })
  expect(await block(again)).toEqual(head)
  await pay(again)
  const next = await block(again)
  await again.close()
  expect(await block(await start({ journal }))).toEqual(next)
})

test('a crash during set-up leaves nothing behind', async () => {
  const journal = journalPath()
  await pay(await start({ journal }))
  const node = await start({ journal })
  expect(node.setup).toBe(undefined)
  expect(Number((await block(node)).number)).toBe(0)
})

test.each([
  ['not JSON', (lines: string[]) => lines.with(2, '{oops'), 'line 3 is not a journal entry'],
  ['a foreign file', (lines: string[]) => lines.with(0, 'hello'), 'line 1 is not a journal header'],
  ['another chain', (lines: string[]) => lines.with(0, lines[0]!.replace('31337', '1')), 'says chainId 1 where 31337'],
  ['a missing line', (lines: string[]) => lines.toSpliced(1, 1), 'line 2 leads to block'],
  ['a call that fails', (lines: string[]) => lines.with(2, lines[2]!.replace('0x1"', '0xz"')), 'line 3 fails with'],
  ['no set-up', (lines: string[]) => [...lines.slice(0, 3), ''], 'line 3 ends before the chain was set up'],
])('a journal with %s is refused in one sentence', async (_, damage, sentence) => {
  const journal = journalPath()
  await (await setUp(await start({ journal }))).close()
  writeFileSync(journal, damage(readFileSync(journal, 'utf8').split('\n')).join('\n'))
  await expect(start({ journal })).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringContaining(sentence),
  })
  await expect(start({ journal })).rejects.toThrow(/^The journal .*chain\.jsonl cannot be replayed: .* start anew\.$/)
})

test('a place that cannot be written is one sentence', async () => {
  const file = journalPath()
  writeFileSync(file, '')
  const node = await start({ journal: join(file, 'chain.jsonl') })
  await expect(node.setupDone()).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(/^The journal .* cannot be written \(/),
  })
})
