import { afterEach, expect, test } from 'vitest'
import { eoa } from '../../../test/puppetConnector.ts'
import { until } from '../../../test/setUpKit.ts'
import { connectorId, friend, me, planOf, sentHash, setUpSend } from '../../../test/setUpSend.ts'
import { deleteRequest, pendingRequests } from '../../flows/pendingRequests.ts'
import type { Kit } from '../../kit.ts'
import { trackedEventOf } from '../analytics/trackedEventOf.ts'
import { currentView } from '../modal/modal.ts'
import { editDraft } from './editDraft.ts'
import { sendTransfer } from './sendTransfer.ts'

const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})
function setUp() {
  const set = setUpSend()
  kits.push(set.kit)
  return set
}
const source = { connectorId, ...eoa(me) }
const typesOf = (events: readonly { type: string }[]) =>
  events.map(({ type }) => type).filter((type) => /^(send|transaction)\//.test(type))

test('requests exactly what was shown, and opens the account afterwards', async () => {
  const { kit, requests, events } = setUp()
  kit.store.send({ type: 'modal/opened', view: { name: 'Account' } })
  kit.store.send({ type: 'modal/pushed', view: { name: 'WalletSend' } })
  editDraft(kit, { amount: '0.000000000000000001', to: friend })
  kit.store.send({ type: 'modal/pushed', view: { name: 'WalletSendPreview' } })
  expect(await sendTransfer(kit, { plan: planOf(), source, name: 'ann.eth' })).toBe(true)
  expect(requests).toEqual([
    [
      {
        from: me,
        to: friend,
        value: '0x1',
        data: '0x',
        gas: '0x5208',
        maxFeePerGas: '0xb2d05e00',
        maxPriorityFeePerGas: '0x3b9aca00',
        chainId: '0x1',
      },
    ],
  ])
  const { send, transactions, modal, addressBook } = kit.store.get()
  expect(send).toEqual({ draft: { amount: '', to: '' }, attempt: { phase: 'idle' } })
  expect(transactions).toMatchObject([
    { hash: sentHash, status: 'pending', call: { value: '1' }, meant: { to: friend } },
  ])
  expect(addressBook.recipients).toMatchObject([{ address: friend, name: 'ann.eth' }])
  expect(modal.history).toEqual([{ name: 'Account' }])
  expect(typesOf(events)).toEqual(['send/edited', 'send/started', 'send/stepped', 'transaction/sent'])
})

test('sends nothing after a rejection, and reports it', async () => {
  const { kit, wallet, events } = setUp()
  wallet.sends = () => Promise.reject({ code: 4001, message: 'no' })
  expect(await sendTransfer(kit, { plan: planOf(), source })).toBe(false)
  expect(kit.store.get().send.attempt).toEqual({ phase: 'declined', step: 'asking' })
  expect(kit.store.get().transactions).toEqual([])
  expect(typesOf(events)).toEqual(['send/started', 'send/stepped', 'send/declined'])
})

test.each([
  ['one decimal too many', { symbol: 'ETH', decimals: 19 }],
  ['the name of a token', { symbol: 'USDC', decimals: 18 }],
])('makes no wallet request for a coin shown with %s', async (_, token) => {
  const { kit, requests } = setUp()
  expect(await sendTransfer(kit, { plan: planOf({ token }), source })).toBe(false)
  expect(kit.store.get().send.attempt).toMatchObject({ phase: 'failed', trouble: 'refused' })
  expect(requests).toEqual([])
})

test('makes no wallet request for what the chain rejects', async () => {
  const { kit, node, requests } = setUp()
  node.state.refuses = { code: 3, message: 'execution reverted', data: '0x' }
  expect(await sendTransfer(kit, { plan: planOf(), source })).toBe(false)
  expect(kit.store.get().send.attempt).toMatchObject({ phase: 'failed', trouble: 'refused' })
  expect(requests).toEqual([])
})

test('makes no request of a wallet on another network or account', async () => {
  const { kit, wallet, requests } = setUp()
  wallet.chainId = 10
  await sendTransfer(kit, { plan: planOf(), source })
  expect(kit.store.get().send.attempt).toMatchObject({ phase: 'failed', trouble: 'other_chain' })
  wallet.chainId = 1
  wallet.accounts = [friend]
  await sendTransfer(kit, { plan: planOf(), source })
  expect(kit.store.get().send.attempt).toMatchObject({ phase: 'failed', trouble: 'other_account' })
  expect(requests).toEqual([])
})

test('blocks a lookalike of a known address until exactly that one is confirmed', async () => {
  const { kit, requests } = setUp()
  const fake = `0x8617E3${'1'.repeat(28)}38070D`
  kit.store.send({ type: 'contact/saved', contact: { namespace: 'eip155', address: friend, name: 'Ann' } })
  const order = { plan: planOf({ to: fake }), source }
  await sendTransfer(kit, order)
  expect(kit.store.get().send.attempt).toMatchObject({ phase: 'failed', trouble: 'unconfirmed' })
  editDraft(kit, { confirmed: friend })
  await sendTransfer(kit, order)
  expect(requests).toEqual([])
  editDraft(kit, { confirmed: fake })
  editDraft(kit, { to: fake })
  await sendTransfer(kit, order)
  expect(requests).toEqual([])
  editDraft(kit, { confirmed: fake })
  expect(await sendTransfer(kit, order)).toBe(true)
  expect(requests).toHaveLength(1)
})

test('blocks a name that is not verified on chain until its address is confirmed', async () => {
  for (const proof of ['elsewhere', 'told'] as const) {
    const { kit, requests } = setUp()
    const order = { plan: planOf(), source, name: 'ann.eth', proof }
    await sendTransfer(kit, order)
    expect(kit.store.get().send.attempt).toMatchObject({ trouble: 'unconfirmed' })
    expect(requests).toEqual([])
    editDraft(kit, { confirmed: order.plan.transfer.to })
    expect(await sendTransfer(kit, order)).toBe(true)
  }
})

test('blocks a lookalike known from the history only, and a burn address', async () => {
  const { kit, requests } = setUp()
  const fake = `0x8617E3${'1'.repeat(28)}38070D`
  await sendTransfer(kit, { plan: planOf({ to: fake }), source, sentTo: [friend] })
  expect(kit.store.get().send.attempt).toMatchObject({ trouble: 'unconfirmed' })
  await sendTransfer(kit, { plan: planOf({ to: `0x${'0'.repeat(40)}` }), source })
  expect(kit.store.get().send.attempt).toMatchObject({ trouble: 'unconfirmed' })
  expect(requests).toEqual([])
})

test('stops if the amount to arrive changed since the review', async () => {
  const { kit, requests } = setUp()
  await sendTransfer(kit, { plan: { ...planOf(), arrives: 2n }, source })
  expect(kit.store.get().send.attempt).toMatchObject({ phase: 'failed', trouble: 'changed' })
  expect(requests).toEqual([])
})

test('stops if the network fee more than doubled', async () => {
  const { kit, requests } = setUp()
  await sendTransfer(kit, { plan: { ...planOf(), fee: { most: 1n, likely: 1n } }, source })
  expect(kit.store.get().send.attempt).toMatchObject({ phase: 'failed', trouble: 'costlier' })
  expect(requests).toEqual([])
})

test('tracks what a wallet sends after the visitor stopped waiting', async () => {
  const { kit, wallet } = setUp()
  const { promise, resolve } = Promise.withResolvers<unknown>()
  wallet.sends = () => promise
  const sending = sendTransfer(kit, { plan: planOf(), source })
  await new Promise<void>((done) => {
    const stop = kit.store.onEvent(({ type }) => {
      if (type !== 'send/stepped') return
      stop()
      done()
    })
  })
  expect(await sendTransfer(kit, { plan: planOf(), source })).toBe(false)
  kit.store.send({ type: 'send/abandoned' })
  resolve(sentHash)
  expect(await sending).toBe(true)
  expect(kit.store.get().transactions).toHaveLength(1)
})

test('reports an unknown outcome if a wallet’s response is unclear', async () => {
  const { kit, wallet } = setUp()
  wallet.sends = async () => 'done'
  await sendTransfer(kit, { plan: planOf(), source })
  expect(kit.store.get().send.attempt).toMatchObject({ phase: 'failed', trouble: 'wallet_answer_invalid' })
})

test('resets the form and the review when the network or account changes', () => {
  const { kit } = setUp()
  kit.store.send({ type: 'modal/opened', view: { name: 'WalletSend' } })
  editDraft(kit, { amount: '1', to: friend })
  kit.store.send({ type: 'modal/pushed', view: { name: 'WalletSendPreview' } })
  kit.store.send({
    type: 'account/networkChanged',
    namespace: 'eip155',
    connectorId: 'io.puppet',
    networkId: 'eip155:10',
  })
  expect(kit.store.get().send.draft).toEqual({ amount: '', to: '' })
  expect(currentView(kit.store.get().modal)).toEqual({ name: 'WalletSend' })
})

test('reports every kind of transfer under AppKit’s names', async () => {
  const { kit, events, wallet } = setUp()
  const tracked = () => {
    const state = kit.store.get()
    return events.map((event) => trackedEventOf(event, state, state)).filter((one) => one?.event.startsWith('SEND'))
  }
  await sendTransfer(kit, { plan: planOf({ amount: 15n * 10n ** 17n }), source })
  const properties = { isSmartAccount: false, network: 'eip155:1', token: 'ETH', amount: '1.5' }
  expect(tracked()).toEqual([
    { event: 'SEND_INITIATED', properties },
    { event: 'SEND_SUCCESS', properties: { ...properties, status: 'sent' } },
  ])
  events.length = 0
  wallet.sends = () => Promise.reject({ code: 4001, message: 'no' })
  await sendTransfer(kit, { plan: planOf(), source })
  expect(tracked().map((one) => one?.event)).toEqual(['SEND_INITIATED', 'SEND_ERROR'])
})

test('prompts the wallet only once the following screens have loaded', async () => {
  const { kit, requests } = setUp()
  const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  expect(await sendTransfer(kit, { plan: planOf(), source, prepare: missing })).toBe(false)
  expect(kit.store.get().send.attempt).toMatchObject({ phase: 'failed', trouble: 'not_loaded', step: 'checking' })
  expect(requests).toEqual([])
  const { promise, resolve } = Promise.withResolvers<void>()
  const sending = sendTransfer(kit, { plan: planOf(), source, prepare: () => promise })
  await new Promise((done) => setTimeout(done, 20))
  expect(kit.store.get().send.attempt).toEqual({ phase: 'checking' })
  resolve()
  expect(await sending).toBe(true)
  expect(requests).toHaveLength(1)
})

test('reports with every failure whether the wallet had the request, so that “nothing was sent” is certain', async () => {
  const { kit, wallet, node } = setUp()
  node.state.isDown = true
  await sendTransfer(kit, { plan: planOf(), source })
  expect(kit.store.get().send.attempt).toMatchObject({ phase: 'failed', step: 'checking' })
  node.state.isDown = false
  for (const sends of [() => Promise.reject({ code: -32603, message: 'socket closed' }), async () => 'done']) {
    wallet.sends = sends
    await sendTransfer(kit, { plan: planOf(), source })
    expect(kit.store.get().send.attempt).toMatchObject({ phase: 'failed', step: 'asking' })
    expect(kit.store.get().send.held).toBeUndefined()
    // Allowed again only after the visitor has checked the wallet.
    await sendTransfer(kit, { plan: planOf(), source })
    expect(kit.store.get().send.attempt).toMatchObject({ phase: 'failed', trouble: 'asked' })
    for (const { id } of pendingRequests(kit)) deleteRequest(kit, id)
  }
})

test.each<[string, (kit: Kit) => void]>([
  ['stopping to wait', (kit) => kit.store.send({ type: 'send/abandoned' })],
  [
    'another chain',
    (kit) =>
      kit.store.send({
        type: 'account/networkChanged',
        namespace: 'eip155',
        connectorId: 'io.puppet',
        networkId: 'eip155:10',
      }),
  ],
  ['leaving', (kit) => kit.store.send({ type: 'account/disconnected', namespace: 'eip155', by: 'user' })],
])('keeps the request after %s, since the wallet has not responded', async (_, leave) => {
  const { kit, wallet } = setUp()
  const answer = Promise.withResolvers<unknown>()
  wallet.sends = () => answer.promise
  const sending = sendTransfer(kit, { plan: planOf(), source })
  await until(kit, ({ send }) => send.held === 1)
  leave(kit)
  expect(kit.store.get().send).toMatchObject({ attempt: { phase: 'idle' }, held: 1 })
  answer.reject({ code: 4001, message: 'no' })
  expect(await sending).toBe(false)
  expect(kit.store.get().send.held).toBeUndefined()
})

test('keeps what the visitor fills in while an earlier transfer is sent', async () => {
  const { kit, wallet } = setUp()
  const answer = Promise.withResolvers<unknown>()
  wallet.sends = () => answer.promise
  editDraft(kit, { amount: '1', to: friend })
  const sending = sendTransfer(kit, { plan: planOf(), source })
  await until(kit, ({ send }) => send.held === 1)
  kit.store.send({ type: 'send/abandoned' })
  editDraft(kit, { amount: '7' })
  answer.resolve(sentHash)
  expect(await sending).toBe(true)
  expect(kit.store.get().send.draft).toMatchObject({ amount: '7', to: friend })
})

test.each<[string, (kit: Kit) => void]>([
  [
    'another account',
    (kit) =>
      kit.store.send({
        type: 'account/changed',
        namespace: 'eip155',
        account: eoa(friend),
        accounts: [eoa(friend), eoa(me)],
      }),
  ],
  ['leaving', (kit) => kit.store.send({ type: 'account/disconnected', namespace: 'eip155', by: 'user' })],
])('stops before the wallet request on %s', async (_, leave) => {
  const { kit, requests } = setUp()
  const ready = Promise.withResolvers<void>()
  const sending = sendTransfer(kit, { plan: planOf(), source, prepare: () => ready.promise })
  leave(kit)
  ready.resolve()
  expect(await sending).toBe(false)
  expect(requests).toEqual([])
  expect(kit.store.get().send.attempt).toEqual({ phase: 'idle' })
})

test('continues when a wallet announces its accounts again unchanged', async () => {
  const { kit } = setUp()
  const ready = Promise.withResolvers<void>()
  const sending = sendTransfer(kit, { plan: planOf(), source, prepare: () => ready.promise })
  kit.store.send({ type: 'account/changed', namespace: 'eip155', account: eoa(me), accounts: [eoa(me), eoa(friend)] })
  ready.resolve()
  expect(await sending).toBe(true)
})

test('sends by wallet_sendCalls from a smart account without coins, and tracks the bundle id', async () => {
  const { kit, node, connector } = setUp()
  node.state.balance = 1n
  const calls: unknown[] = []
  const { request } = connector
  connector.request = async (networkId, method, params, signal) => {
    if (method === 'wallet_getCapabilities') return { '0x1': { atomic: { status: 'supported' } } }
    if (method !== 'wallet_sendCalls') return request(networkId, method, params, signal)
    calls.push(params)
    return { id: '0xbatch' }
  }
  const { fee: _, ...plan } = planOf({ accountType: 'smartAccount' })
  const order = { plan: { ...plan, isWalletsFee: true as const }, source: { ...source, type: 'smartAccount' as const } }
  expect(await sendTransfer(kit, order)).toBe(true)
  expect(calls).toMatchObject([[{ from: me, chainId: '0x1', calls: [{ to: friend, value: '0x1', data: '0x' }] }]])
  expect(kit.store.get().transactions).toMatchObject([{ hash: '0xbatch', batch: '0xbatch', status: 'pending' }])
  // An EOA could not pay the network fee.
  expect(await sendTransfer(kit, { plan: planOf(), source })).toBe(false)
})
