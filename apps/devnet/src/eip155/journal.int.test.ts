import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { devAccounts } from './devAccounts.ts'
import { createEvmNode, type EvmNode } from './evmNode.ts'

type Block = { hash: Hex; number: Hex; timestamp: Hex; transactions: Hex[] }
const genesisTime = Date.UTC(2026, 0, 1) / 1000
const [alice, bob] = devAccounts.map(({ address }) => address) as [Hex, Hex]
const open: EvmNode[] = []

async function start(options: { journal: string; blockTime?: number }) {
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

test('restores everything from the journal: head, state, time, snapshots', async () => {
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

test('stores empty interval blocks as one line and restores the same blocks', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: (genesisTime + 1000) * 1000 })
  try {
    const journal = journalPath()
    const node = await setUp(await start({ journal, blockTime: 2 }))
    const lines = () => readFileSync(journal, 'utf8').split('\n').length
    const before = lines()
    for (let index = 0; index < 50; index++) {
      await vi.advanceTimersByTimeAsync(2000)
      // A subscription waits behind the block that the timer requested.
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

test('drops a last line cut off by a crash, and continues', async () => {
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

test('leaves nothing behind after a crash during set-up', async () => {
  const journal = journalPath()
  await pay(await start({ journal }))
  const node = await start({ journal })
  expect(node.setup).toBe(undefined)
  expect(Number((await block(node)).number)).toBe(0)
})

test.each([
  ['not JSON', (lines: string[]) => lines.with(2, '{oops'), 'line 3 is not a journal entry'],
  ['a foreign file', (lines: string[]) => lines.with(0, 'hello'), 'line 1 is not a journal header'],
  [
    'another chain',
    (lines: string[]) => lines.with(0, lines[0]!.replace('31337', '1')),
    'has chainId 1 instead of 31337',
  ],
  ['a missing line', (lines: string[]) => lines.toSpliced(1, 1), 'line 2 leads to block'],
  ['a call that fails', (lines: string[]) => lines.with(2, lines[2]!.replace('0x1"', '0xz"')), 'line 3 fails with'],
  ['no set-up', (lines: string[]) => [...lines.slice(0, 3), ''], 'line 3 ends before the chain was set up'],
])('rejects a journal with %s in one sentence', async (_, damage, sentence) => {
  const journal = journalPath()
  await (await setUp(await start({ journal }))).close()
  writeFileSync(journal, damage(readFileSync(journal, 'utf8').split('\n')).join('\n'))
  await expect(start({ journal })).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringContaining(sentence),
  })
  await expect(start({ journal })).rejects.toThrow(/^The journal .*chain\.jsonl cannot be replayed: .* start over\.$/)
})

test('reports an unwritable path in one sentence', async () => {
  const file = journalPath()
  writeFileSync(file, '')
  const node = await start({ journal: join(file, 'chain.jsonl') })
  await expect(node.setupDone()).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(/^The journal .* cannot be written \(/),
  })
})
