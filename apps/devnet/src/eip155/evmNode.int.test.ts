import { type Hex, numberToHex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { devAccounts } from './devAccounts.ts'
import { createEvmNode, type EvmNode } from './evmNode.ts'

type Block = { hash: Hex; number: Hex; timestamp: Hex; transactions: Hex[] }
const genesisTime = Date.UTC(2026, 0, 1) / 1000
const [alice, bob] = devAccounts.map(({ address }) => address) as [Hex, Hex]
const open: EvmNode[] = []

async function start(options: { blockTime?: number; chainId?: number } = {}) {
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
const now = () => Math.floor(Date.now() / 1000)

/** Mined blocks carry the time of mining, however long it takes; two blocks in one second are one apart. */
async function isMinedNow(node: EvmNode, mine: () => Promise<unknown>) {
  const before = now()
  await mine()
  const mined = Number((await block(node)).timestamp)
  expect(mined).toBeGreaterThanOrEqual(before)
  expect(mined).toBeLessThanOrEqual(now() + 1)
}

async function setUp(node: EvmNode) {
  await pay(node)
  await pay(node)
  await node.setupDone({ note: 'hello' })
  return node
}

test('has ten funded accounts, and mines each transaction at once', async () => {
  const node = await start()
  expect(await node.request('eth_accounts')).toEqual(devAccounts.map(({ address }) => address.toLowerCase()))
  for (const { address } of devAccounts) expect(BigInt(await balance(node, address))).toBe(10n ** 22n)
  const hash = await pay(node)
  expect(await node.request('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1', blockNumber: '0x1' })
  expect(BigInt(await balance(node))).toBe(10n ** 22n + 1n)
})

test('two nodes with the same set-up have the same head, and then follow the wall clock', async () => {
  const [one, two] = [await setUp(await start()), await setUp(await start())]
  expect(await block(one)).toEqual(await block(two))
  expect(Number((await block(one)).timestamp)).toBe(genesisTime + 3)
  await isMinedNow(one, () => pay(one))
  expect((await block(await setUp(await start({ chainId: 31338 })))).hash).not.toBe((await block(two)).hash)
})

test('pending calls see the time of the next block, in set-up and after', async () => {
  const node = await start()
  expect(Number((await block(node, 'pending')).timestamp)).toBe(genesisTime + 1)
  await setUp(node)
  // As near as EDR's own clock allows, which counts whole seconds too.
  const before = now()
  const pending = Number((await block(node, 'pending')).timestamp)
  expect(pending).toBeGreaterThanOrEqual(before - 1)
  expect(pending).toBeLessThanOrEqual(now() + 1)
})

test('snapshot and revert restore state, head and time', async () => {
  const node = await setUp(await start())
  const before = { head: await block(node), balance: await balance(node) }
  const id = await node.request('evm_snapshot')
  await node.request('evm_increaseTime', [86_400])
  await pay(node)
  expect(Number((await block(node)).timestamp) - now()).toBeGreaterThan(86_000)
  expect(await node.request('evm_revert', [id])).toBe(true)
  expect({ head: await block(node), balance: await balance(node) }).toEqual(before)
  await isMinedNow(node, () => pay(node))
  expect(await node.request('evm_revert', [id])).toBe(false)
})

test('time travels forward and continues from there', async () => {
  const node = await setUp(await start())
  expect(await node.request('evm_increaseTime', ['0xe10'])).toBe('3600')
  const before = now()
  await node.request('evm_mine')
  expect(Number((await block(node)).timestamp)).toBeGreaterThanOrEqual(before + 3600)
  const year = now() + 31_536_000
  await node.request('evm_setNextBlockTimestamp', [year])
  const travelled = now()
  await pay(node)
  expect(Number((await block(node)).timestamp)).toBe(year)
  await pay(node)
  expect(Number((await block(node)).timestamp) - year).toBeLessThanOrEqual(now() - travelled + 1)
  await node.request('evm_mine', [year + 500])
  expect(Number((await block(node)).timestamp)).toBe(year + 500)
  await expect(node.request('evm_setNextBlockTimestamp', [5])).rejects.toMatchObject({ code: -32000 })
  await expect(node.request('evm_mine', [5])).rejects.toMatchObject({ code: -32602 })
  await expect(node.request('evm_increaseTime', [-1])).rejects.toMatchObject({ code: -32602 })
})

test('hardhat_mine makes many blocks, at a given interval', async () => {
  const node = await setUp(await start())
  await node.request('hardhat_mine', [numberToHex(1000), numberToHex(60)])
  const [first, last] = [await block(node, numberToHex(4)), await block(node)]
  expect(Number(last.number)).toBe(1003)
  expect(Number(last.timestamp) - Number(first.timestamp)).toBe(999 * 60)
  await pay(node)
  expect(Number((await block(node)).timestamp)).toBeGreaterThan(Number(last.timestamp))
})

test('without automine transactions stay pending, as do those with a nonce gap', async () => {
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

test('has state setters and impersonation, under the names of hardhat and of anvil', async () => {
  const node = await setUp(await start())
  const stranger = '0x00000000000000000000000000000000000000aa'
  await node.request('anvil_setBalance', [stranger, numberToHex(10n ** 18n)])
  await expect(pay(node, { from: stranger })).rejects.toThrow()
  await node.request('hardhat_impersonateAccount', [stranger])
  await pay(node, { from: stranger })
  await node.request('hardhat_stopImpersonatingAccount', [stranger])
  await expect(pay(node, { from: stranger })).rejects.toThrow()
  // Returns its call value for slot 0.
  await node.request('hardhat_setCode', [stranger, '0x60005460005260206000f3'])
  await node.request('hardhat_setStorageAt', [stranger, '0x0', numberToHex(7, { size: 32 })])
  expect(await node.request('eth_call', [{ to: stranger }])).toBe(numberToHex(7, { size: 32 }))
})

test('a revert is code 3 with its bytes, and unknown things are errors', async () => {
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

test('mines simultaneous sends one after the other', async () => {
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
