import { afterEach, beforeAll, expect, test } from 'vitest'
import { eoa, puppetConnector, sessionOf } from '../../../test/puppetConnector.ts'
import { friend, me, sentHash, setUpSend } from '../../../test/setUpSend.ts'
import type { Kit } from '../../kit.ts'
import { infoOf } from '../../model/connector.ts'
import type { Transaction } from '../../model/transactions.ts'
import { fakeStorage } from '../../ports/fakeStorage.ts'

// Preloaded, since these tests do not wait for imports.
beforeAll(async () => {
  await import('../../chains/eip155/eip155.ts')
  await import('../../chains/eip155/sendTransfers.ts')
  await import('../../chains/eip155/swapCalls.ts')
  await import('./transactionTracking.ts')
})
const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})
function setUp(storage = fakeStorage()) {
  const set = setUpSend({ storage })
  kits.push(set.kit)
  return set
}
const transaction: Transaction = {
  hash: sentHash,
  networkId: 'eip155:1',
  kind: 'send',
  from: me,
  call: { from: me, to: friend, value: '1', data: '0x' },
  meant: { to: friend, amount: '1', symbol: 'ETH', decimals: 18 },
  sentAt: 1_700_000_000_000,
  trace: { block: '0' },
  status: 'pending',
}
const onChain = { from: me, to: friend, value: '0x1', input: '0x', nonce: '0x4' }
const status = (kit: Kit) => kit.store.get().transactions[0]?.status
/** Lets responses arrive and time pass until the condition holds. */
async function passUntil({ kit, clock }: ReturnType<typeof setUp>, isSo: () => boolean, ms = 1000): Promise<void> {
  for (let round = 0; round < 500 && !isSo(); round++) {
    for (let turn = 0; turn < 40; turn++) await Promise.resolve()
    await new Promise((done) => setImmediate(done))
    if (!isSo()) clock.advance(ms)
  }
  expect(isSo(), JSON.stringify(kit.store.get().transactions)).toBe(true)
}

test('goes from sent to seen to confirmed', async () => {
  const set = setUp()
  const { kit, node } = set
  kit.store.send({ type: 'transaction/sent', transaction })
  node.state.transactions.set(sentHash, onChain)
  await passUntil(set, () => kit.store.get().transactions[0]?.trace?.nonce === 4)
  expect(status(kit)).toBe('pending')
  node.mine(sentHash, onChain)
  await passUntil(set, () => status(kit) === 'confirmed')
  expect(kit.store.get().transactions[0]).not.toHaveProperty('altered')
  kit.store.send({ type: 'notice/expired' })
  expect(set.clock.waiting()).toBe(0)
})

test('marks a reverted transaction as failed', async () => {
  const set = setUp()
  set.kit.store.send({ type: 'transaction/sent', transaction })
  set.node.mine(sentHash, onChain, '0x0')
  await passUntil(set, () => status(set.kit) === 'failed')
  expect(set.kit.store.get().transactions[0]).not.toHaveProperty('refusal')
})

test('stores the chain’s reason across a reload, including the router’s failed step', async () => {
  const storage = fakeStorage()
  const set = setUp(storage)
  const tooLittle = '39d35496'.padEnd(64, '0')
  const word = (value: number) => value.toString(16).padStart(64, '0')
  set.node.state.refuses = {
    code: 3,
    message: 'execution reverted',
    data: `0x2c4029e9${word(0)}${word(64)}${word(4)}${tooLittle}`,
  }
  set.kit.store.send({ type: 'transaction/sent', transaction })
  set.node.mine(sentHash, onChain, '0x0')
  await passUntil(set, () => status(set.kit) === 'failed')
  const refusal = { kind: 'named', name: 'V3TooLittleReceived' }
  expect(set.kit.store.get().transactions[0]).toMatchObject({ refusal })
  set.kit.dispose()
  expect(setUp(storage).kit.store.get().transactions[0]).toMatchObject({ refusal })
})

const batch = `0x${'ba'.repeat(80)}`
const batched: Transaction = {
  ...transaction,
  kind: 'swap',
  hash: batch,
  batch,
  call: { from: me, to: friend, value: '0', data: '0x3593564c' },
}
/** An account with code calls itself, with both calls inside. */
const ownBatch = { from: me, to: me, value: '0x0', nonce: '0x4', input: `0x34fcd5be${friend.slice(2)}3593564c` }

test('polls a batch at the wallet, even after a reload, then on chain by its hash', async () => {
  const storage = fakeStorage()
  const first = setUp(storage)
  first.kit.store.send({ type: 'transaction/sent', transaction: batched })
  first.kit.dispose()
  const second = setUp(storage)
  const { kit, node } = second
  node.state.batches.set(batch, { status: 100 })
  await passUntil(second, () => node.state.asked.filter((method) => method === 'wallet_getCallsStatus').length > 2)
  expect(kit.store.get().transactions[0]).toEqual(batched)
  node.state.code = `0xef0100${'11'.repeat(20)}`
  node.mine(sentHash, ownBatch)
  node.state.batches.set(batch, { status: 200, receipts: [{ transactionHash: sentHash }] })
  await passUntil(second, () => status(kit) === 'confirmed')
  expect(kit.store.get().transactions).toMatchObject([{ hash: sentHash, batch }])
  expect(kit.store.get().transactions[0]).not.toHaveProperty('altered')
})

test('tracks a batch while the wallet shows another of its accounts', async () => {
  const set = setUp()
  set.kit.store.send({ type: 'transaction/sent', transaction: batched })
  const accounts = [eoa(friend), eoa(me)] as const
  set.kit.store.send({ type: 'account/changed', namespace: 'eip155', account: eoa(friend), accounts })
  set.node.state.batches.set(batch, { status: 400 })
  await passUntil(set, () => status(set.kit) === 'failed')
})

test('marks a batch that the wallet could not send as failed, and detects altered contents', async () => {
  const failed = setUp()
  failed.kit.store.send({ type: 'transaction/sent', transaction: batched })
  failed.node.state.batches.set(batch, { status: 400 })
  await passUntil(failed, () => status(failed.kit) === 'failed')
  const other = setUp()
  other.node.state.code = `0xef0100${'11'.repeat(20)}`
  other.node.mine(sentHash, { ...ownBatch, input: `0x34fcd5be${me.slice(2)}3593564c` })
  other.node.state.batches.set(batch, { status: 200, receipts: [{ transactionHash: sentHash }] })
  other.kit.store.send({ type: 'transaction/sent', transaction: batched })
  await passUntil(other, () => status(other.kit) === 'confirmed')
  expect(other.kit.store.get().transactions[0]?.altered).toBe(true)
})

test('keeps tracking after a reload', async () => {
  const storage = fakeStorage()
  const first = setUp(storage)
  first.kit.store.send({ type: 'transaction/sent', transaction })
  first.kit.dispose()
  const second = setUp(storage)
  expect(status(second.kit)).toBe('pending')
  second.node.mine(sentHash, onChain)
  await passUntil(second, () => status(second.kit) === 'confirmed')
})

test('marks a transaction with its nonce used by another as replaced, with the other’s hash', async () => {
  const set = setUp()
  const { kit, node } = set
  kit.store.send({ type: 'transaction/sent', transaction })
  node.state.transactions.set(sentHash, onChain)
  await passUntil(set, () => kit.store.get().transactions[0]?.trace?.nonce === 4)
  node.state.transactions.delete(sentHash)
  const other = `0x${'cd'.repeat(32)}`
  node.mine(other, { ...onChain, to: me, value: '0x0' })
  node.state.counts = 5
  await passUntil(set, () => status(kit) === 'replaced')
  expect(kit.store.get().transactions[0]).toMatchObject({ replacedBy: other })
})

test('confirms a sped-up transfer at another price', async () => {
  const set = setUp()
  const { kit, node } = set
  kit.store.send({ type: 'transaction/sent', transaction: { ...transaction, trace: { nonce: 4, block: '0' } } })
  const faster = `0x${'cd'.repeat(32)}`
  node.mine(faster, onChain)
  node.state.counts = 5
  await passUntil(set, () => status(kit) === 'confirmed')
  expect(kit.store.get().transactions[0]).toMatchObject({ replacedBy: faster })
})

test('reports a dropped transaction, and its return', async () => {
  const set = setUp()
  const { kit, node } = set
  kit.store.send({ type: 'transaction/sent', transaction })
  await passUntil(set, () => status(kit) === 'missing', 10_000)
  node.state.transactions.set(sentHash, onChain)
  await passUntil(set, () => status(kit) === 'pending', 10_000)
  node.mine(sentHash, onChain)
  await passUntil(set, () => status(kit) === 'confirmed', 10_000)
})

test('distinguishes unreachable nodes from a dropped transaction', async () => {
  const set = setUp()
  const { kit, node } = set
  node.state.isDown = true
  kit.store.send({ type: 'transaction/sent', transaction })
  await passUntil(set, () => node.state.asked.length > 40, 20_000)
  expect(status(kit)).toBe('pending')
  node.state.isDown = false
  node.mine(sentHash, onChain)
  await passUntil(set, () => status(kit) === 'confirmed', 20_000)
})

test('detects a wallet that sent something else', async () => {
  const set = setUp()
  set.kit.store.send({ type: 'transaction/sent', transaction })
  set.node.state.transactions.set(sentHash, { ...onChain, to: me })
  await passUntil(set, () => set.kit.store.get().transactions[0]?.altered === true)
})

test('gives up after a day, resumes on request, and drops what is dismissed', async () => {
  const set = setUp()
  const { kit, node } = set
  kit.store.send({ type: 'transaction/sent', transaction: { ...transaction, sentAt: 1 } })
  await passUntil(set, () => status(kit) === 'lapsed')
  const { length } = node.state.asked
  await passUntil(set, () => set.clock.now() > transaction.sentAt + 20_000)
  expect(node.state.asked).toHaveLength(length)
  kit.store.send({ type: 'transaction/reopened', hash: sentHash, at: set.clock.now() })
  node.mine(sentHash, onChain)
  await passUntil(set, () => status(kit) === 'confirmed')
  kit.store.send({ type: 'transaction/dismissed', hash: sentHash })
  expect(kit.store.get().transactions).toEqual([])
})

test('distinguishes included from final, and reverts with the block', async () => {
  const set = setUp()
  const { kit, node } = set
  node.state.final = () => 0
  kit.store.send({ type: 'transaction/sent', transaction })
  node.mine(sentHash, onChain)
  await passUntil(set, () => status(kit) === 'confirmed')
  expect(kit.store.get().transactions[0]).toMatchObject({ isRecallable: true })
  node.state.receipts.delete(sentHash)
  await passUntil(set, () => status(kit) === 'pending')
  node.mine(sentHash, onChain)
  node.state.final = () => node.state.blocks.length
  await passUntil(set, () => status(kit) === 'confirmed' && !kit.store.get().transactions[0]?.isRecallable)
})

test('polls the wallet that sent a batch, even if another is current', async () => {
  const set = setUp()
  const { kit, node, connector } = set
  kit.store.send({ type: 'transaction/sent', transaction: { ...batched, wallet: connector.id } })
  const { connector: other } = puppetConnector({ id: 'io.other' }, { accounts: async () => [eoa(friend)] })
  kit.connectors.add(other)
  kit.store.send({ type: 'connector/announced', connector: infoOf(other) })
  kit.store.send({
    ...{ type: 'account/connected', namespace: 'eip155', connectorId: other.id, how: 'user' },
    ...sessionOf(friend),
  })
  node.state.batches.set(batch, { status: 500, receipts: [{ transactionHash: sentHash, status: '0x0' }] })
  await passUntil(set, () => status(kit) === 'failed')
  expect(kit.store.get().transactions[0]).toMatchObject({ hash: sentHash, batch })
})

test('merges two tabs’ transactions and contacts without overwriting', async () => {
  const storage = fakeStorage()
  const [first, second] = [setUp(storage), setUp(storage)]
  first.kit.store.send({ type: 'transaction/sent', transaction })
  const other = { ...transaction, hash: `0x${'cd'.repeat(32)}`, sentAt: transaction.sentAt + 1 }
  second.kit.store.send({ type: 'transaction/sent', transaction: other })
  const contact = { namespace: 'eip155', address: friend, name: 'Ann' } as const
  first.kit.store.send({ type: 'contact/saved', contact })
  for (const { kit } of [first, second]) {
    expect(kit.store.get().transactions.map(({ hash }) => hash)).toEqual([other.hash, sentHash])
    expect(kit.store.get().addressBook.contacts).toEqual([contact])
  }
  first.node.mine(sentHash, onChain)
  await passUntil(first, () => first.kit.store.get().transactions[1]?.status === 'confirmed')
  expect(second.kit.store.get().transactions[1]?.status).toBe('confirmed')
})
