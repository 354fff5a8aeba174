import type { Namespace } from '@billfold/protocol/caip'
import { beforeAll, expect, test, vi } from 'vitest'
import { eoa, puppetConnector, sessionOf } from '../../test/puppetConnector.ts'
import { setUpKit, until } from '../../test/setUpKit.ts'
import { completeKit } from '../completeKit.ts'
import { closeModal } from '../features/modal/closeModal.ts'
import { currentView } from '../features/modal/modal.ts'
import { goBack, push } from '../features/modal/navigate.ts'
import { openModal } from '../features/modal/openModal.ts'
import { selectNetwork } from '../features/network/selectNetwork.ts'
import { switchActiveChain } from '../features/network/switchActiveChain.ts'
import type { Kit } from '../kit.ts'
import { infoOf } from '../model/connector.ts'
import type { Event } from '../model/state.ts'

beforeAll(() => import('../chains/eip155/eip155.ts'))

const a = `0x${'a'.repeat(40)}`
const connected = (namespace: Namespace = 'eip155', networkId = 'eip155:1' as const): Event => ({
  type: 'account/connected',
  namespace,
  connectorId: 'io.puppet',
  how: 'user',
  ...sessionOf(a, namespace === 'solana' ? 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' : networkId),
})
const view = (kit: Kit) => (kit.store.get().modal.open ? currentView(kit.store.get().modal).name : undefined)
function withPuppet(over: Parameters<typeof setUpKit>[0] = {}) {
  const set = setUpKit(over)
  const puppet = puppetConnector()
  set.kit.connectors.add(puppet.connector)
  set.kit.store.send({ type: 'connector/announced', connector: infoOf(puppet.connector) })
  return { ...set, puppet }
}

test('requests a connection on a wallet’s view once, cancels on leaving, and requests again on returning', async () => {
  const { kit, puppet } = withPuppet()
  openModal(kit)
  const wait = () => push(kit, { name: 'ConnectingExternal', connectorId: 'io.puppet', namespace: 'eip155' })
  wait()
  expect(puppet.connectRequests).toHaveLength(1)
  goBack(kit)
  expect(kit.store.get().connectAttempt).toEqual({ phase: 'idle' })
  wait()
  expect(puppet.connectRequests).toHaveLength(2)
  puppet.connectRequests[1]!.resolve(sessionOf(a))
  await until(kit, (s) => s.account.eip155.status === 'connected')
  expect(view(kit)).toBeUndefined()
})

test('reports a missing wallet', async () => {
  const { kit } = setUpKit()
  openModal(kit)
  push(kit, { name: 'ConnectingExternal', connectorId: 'io.gone', namespace: 'eip155' })
  const { connectAttempt } = await until(kit, (s) => s.connectAttempt.phase === 'failed')
  expect(connectAttempt).toMatchObject({ code: 'connector_missing', message: 'Failed to find connector' })
})

test('closes only the account’s views when the account disconnects', () => {
  const { kit } = setUpKit()
  const lost: Event = { type: 'account/disconnected', namespace: 'eip155', by: 'wallet' }
  for (const [name, stays] of [
    ['AccountSettings', false],
    ['WhatIsANetwork', true],
  ] as const) {
    kit.store.send(connected())
    openModal(kit)
    push(kit, { name })
    kit.store.send(lost)
    expect(view(kit)).toBe(stays ? name : undefined)
  }
})

const names = (kit: Kit) => kit.store.get().modal.history.map(({ name }) => name)
const lost: Event = { type: 'account/disconnected', namespace: 'eip155', by: 'wallet' }

test('leads Back to Connect, never to a disconnected account', () => {
  const { kit } = setUpKit()
  kit.store.send(connected())
  openModal(kit)
  push(kit, { name: 'AccountSettings' })
  push(kit, { name: 'Networks' })
  kit.store.send(lost)
  expect(names(kit)).toEqual(['Connect', 'Networks'])
  goBack(kit)
  expect(view(kit)).toBe('Connect')
})

test('leads Back to the other account when one of two wallets disconnects', () => {
  const { kit } = setUpKit()
  kit.store.send(connected('solana'))
  kit.store.send(connected())
  openModal(kit)
  push(kit, { name: 'Swap' })
  push(kit, { name: 'WhatIsANetwork' })
  kit.store.send(lost)
  expect(names(kit)).toEqual(['Account', 'WhatIsANetwork'])
})

test('rests on Connect in a closed dialog once its account is gone', () => {
  const { kit } = setUpKit()
  kit.store.send(connected())
  openModal(kit)
  closeModal(kit)
  expect(names(kit)).toEqual(['Account'])
  kit.store.send(lost)
  expect(kit.store.get().modal).toMatchObject({ open: false, history: [{ name: 'Connect' }] })
  expect(kit.store.get().modal.wanted).toBeUndefined()
})

test.each(['Swap', 'Account', 'WalletSend', 'WalletReceive'] as const)(
  'leads %s to Connect while disconnected, and opens it once connected',
  async (name) => {
    const { kit, puppet } = withPuppet()
    openModal(kit, { view: { name } })
    expect(names(kit)).toEqual(['Connect'])
    push(kit, { name: 'ConnectingExternal', connectorId: 'io.puppet', namespace: 'eip155' })
    puppet.connectRequests[0]!.resolve(sessionOf(a))
    await until(kit, (s) => s.account.eip155.status === 'connected')
    expect(kit.store.get().modal).toMatchObject({ open: true, history: [{ name }] })
    expect(kit.store.get().modal.wanted).toBeUndefined()
  },
)

test('keeps a view that waits for an account through a wrong network, but not through closing', () => {
  const { kit } = setUpKit()
  openModal(kit, { view: { name: 'Swap' } })
  kit.store.send(connected('eip155', 'eip155:77' as never))
  expect(names(kit)).toEqual(['UnsupportedChain'])
  kit.store.send({
    type: 'account/networkChanged',
    namespace: 'eip155',
    connectorId: 'io.puppet',
    networkId: 'eip155:10',
  })
  expect(names(kit)).toEqual(['Swap'])
  kit.store.send(lost)
  openModal(kit, { view: { name: 'Swap' } })
  closeModal(kit)
  openModal(kit)
  kit.store.send(connected())
  expect(view(kit)).toBeUndefined()
})

test('delays an early request for a view until an account is connected too', () => {
  const { kit } = setUpKit({ isComplete: false })
  openModal(kit, { view: { name: 'Account' } })
  completeKit(kit)
  expect(names(kit)).toEqual(['Connect'])
  kit.store.send({ ...connected(), how: 'reconnect' } as Event)
  expect(names(kit)).toEqual(['Account'])
})

test.each(['Nowhere', 'toString', 'Downloads', 'SwitchNetwork'])('rejects the view %s by name', async (name) => {
  const { kit, log } = setUpKit()
  openModal(kit, { view: { name } as never })
  expect(names(kit)).toEqual(['Connect'])
  await vi.waitFor(() => expect(log.errors).toHaveLength(1))
  expect(log.errors).toEqual([
    `Unknown view “${name}”. A site can open Account, Connect, Networks, WhatIsAWallet, WhatIsANetwork, AllWallets, ConnectingWalletConnectBasic, WalletSend, Swap, OnRampProviders, ApproveTransaction, RegisterAccountName, SIWXSignMessage, Transactions`,
  ])
  kit.store.send(connected())
  expect(view(kit)).toBeUndefined()
  openModal(kit, { view: { name } as never })
  expect(names(kit)).toEqual(['Account'])
})

test.each(['polkadot', 'nonsense'])('hides no wallets for an unused family, %s', async (family) => {
  const { kit, log } = setUpKit()
  openModal(kit, { namespace: family as Namespace })
  expect(kit.store.get().modal).toMatchObject({ open: true, history: [{ name: 'Connect' }] })
  expect(kit.store.get().modal.namespace).toBeUndefined()
  await vi.waitFor(() => expect(log.errors).toHaveLength(1))
  expect(log.errors).toEqual([`This site has no “${family}” networks: showing all wallets`])
})

test('switches to the family that the modal is opened for', () => {
  const { kit } = setUpKit()
  expect(kit.store.get().network.activeNamespace).toBe('eip155')
  openModal(kit, { namespace: 'solana' })
  expect(kit.store.get()).toMatchObject({
    network: { activeNamespace: 'solana' },
    modal: { open: true, namespace: 'solana', history: [{ name: 'Connect' }] },
  })
})

test('returns from a review to its form when its content is gone', () => {
  const { kit } = setUpKit()
  kit.store.send(connected())
  const review = () => {
    openModal(kit)
    push(kit, { name: 'WalletSend' })
    kit.store.send({ type: 'send/edited', change: { amount: '1', to: a } })
    push(kit, { name: 'WalletSendPreview' })
    expect(view(kit)).toBe('WalletSendPreview')
  }
  review()
  kit.store.send({
    type: 'account/networkChanged',
    namespace: 'eip155',
    connectorId: 'io.puppet',
    networkId: 'eip155:10',
  })
  expect(names(kit)).toEqual(['Account', 'WalletSend'])
  review()
  kit.store.send({ type: 'account/changed', namespace: 'eip155', account: eoa(a), accounts: [eoa(a)] })
  expect(names(kit)).toEqual(['Account', 'WalletSend'])
  openModal(kit, { view: { name: 'WalletSendPreview' } })
  kit.store.send({ type: 'network/namespaceActivated', namespace: 'eip155' })
  expect(names(kit)).toEqual(['WalletSend'])
})

test('leads to the account when the new family has no swaps', () => {
  const { kit } = setUpKit()
  kit.store.send(connected())
  kit.store.send(connected('solana'))
  openModal(kit, { view: { name: 'Swap' } })
  expect(names(kit)).toEqual(['Account'])
})

test('opens nothing on a reload with a wrong network, but warns on connecting to one', () => {
  const { kit } = setUpKit()
  kit.store.send({ ...connected('eip155', 'eip155:77' as never), how: 'reconnect' } as Event)
  expect(view(kit)).toBeUndefined()
  kit.store.send(connected('eip155', 'eip155:77' as never))
  expect(view(kit)).toBe('UnsupportedChain')
  const tolerant = setUpKit({ allowUnsupportedChain: true })
  tolerant.kit.store.send(connected('eip155', 'eip155:77' as never))
  expect(view(tolerant.kit)).toBeUndefined()
})

test('resumes a swap after leaving a network without swaps, and keeps the form only within a swap', () => {
  const { kit } = setUpKit()
  kit.store.send(connected())
  openModal(kit, { view: { name: 'Account' } })
  push(kit, { name: 'Swap' })
  kit.store.send({ type: 'swap/edited', change: { amount: '7' } })
  push(kit, { name: 'SwapSelectToken', side: 'to' })
  goBack(kit)
  expect(kit.store.get().swap.draft.amount).toBe('7')
  goBack(kit)
  expect(kit.store.get().swap.draft.amount).toBe('')
  for (const first of [true, false]) {
    if (first) push(kit, { name: 'UnsupportedChain', reason: 'swap' })
    else openModal(kit, { view: { name: 'UnsupportedChain', reason: 'swap' } })
    push(kit, { name: 'SwitchNetwork', networkId: first ? 'eip155:10' : 'eip155:1' })
    const networkId = first ? 'eip155:10' : 'eip155:1'
    kit.store.send({ type: 'account/networkChanged', namespace: 'eip155', connectorId: 'io.puppet', networkId })
    expect(kit.store.get().modal.history.map(({ name }) => name)).toEqual(first ? ['Account', 'Swap'] : ['Swap'])
  }
  kit.store.send({ type: 'swap/edited', change: { amount: '7' } })
  closeModal(kit)
  expect(kit.store.get().swap.draft.amount).toBe('')
})

test('leads a pending swap to the account, where it is a row', () => {
  const { kit } = setUpKit()
  kit.store.send(connected())
  openModal(kit, { view: { name: 'Swap' } })
  push(kit, { name: 'SwapPreview' })
  const transaction = {
    hash: '0x1',
    networkId: 'eip155:1',
    kind: 'swap',
    from: a,
    call: { from: a, to: a, value: '0', data: '0x' },
    meant: { to: a, amount: '2', symbol: 'USDC', decimals: 6 },
    sentAt: 0,
    status: 'pending',
  } as const
  kit.store.send({ type: 'transaction/sent', transaction: { ...transaction, kind: 'approval' } })
  expect(view(kit)).toBe('SwapPreview')
  kit.store.send({ type: 'transaction/sent', transaction })
  expect(kit.store.get().modal.history).toEqual([{ name: 'Account' }])
})

test('is always open when embedded, requests wallets, and rests on Account or Connect', async () => {
  const { kit, puppet } = withPuppet({ enableEmbedded: true })
  expect(view(kit)).toBe('Connect')
  push(kit, { name: 'ConnectingExternal', connectorId: 'io.puppet', namespace: 'eip155' })
  puppet.connectRequests[0]!.resolve(sessionOf(a))
  await until(kit, (s) => s.account.eip155.status === 'connected')
  expect(view(kit)).toBe('Account')
  closeModal(kit)
  goBack(kit)
  expect(view(kit)).toBe('Account')
  kit.store.send({ type: 'account/disconnected', namespace: 'eip155', by: 'user' })
  expect(view(kit)).toBe('Connect')
})

test('rests on the other family when one of two disconnects, when embedded', () => {
  const { kit } = setUpKit({ enableEmbedded: true })
  kit.store.send(connected())
  kit.store.send(connected('solana'))
  push(kit, { name: 'AccountSettings' })
  kit.store.send({ type: 'account/disconnected', namespace: 'solana', by: 'user' })
  expect(kit.store.get()).toMatchObject({
    network: { activeNamespace: 'eip155' },
    modal: { history: [{ name: 'Account' }] },
  })
})

test('leads from another family’s network to its wallets or account', () => {
  const { kit } = setUpKit()
  const solana = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
  kit.store.send(connected())
  openModal(kit)
  push(kit, { name: 'Networks' })
  selectNetwork(kit, { networkId: 'eip155:1' })
  expect(view(kit)).toBe('Networks')
  selectNetwork(kit, { networkId: solana })
  expect(currentView(kit.store.get().modal)).toEqual({
    name: 'SwitchActiveChain',
    namespace: 'solana',
    networkId: solana,
  })
  switchActiveChain(kit, { namespace: 'solana', networkId: solana })
  expect(kit.store.get().modal).toMatchObject({ history: [{ name: 'Connect' }], namespace: 'solana' })
  expect(kit.store.get().network.activeNamespace).toBe('solana')
  kit.store.send(connected('solana'))
  expect(view(kit)).toBeUndefined()
  openModal(kit)
  switchActiveChain(kit, { namespace: 'eip155' })
  expect(kit.store.get()).toMatchObject({
    network: { activeNamespace: 'eip155' },
    modal: { history: [{ name: 'Account' }] },
  })
})

test('returns to the previous view after a network is selected', () => {
  const { kit } = setUpKit()
  kit.store.send(connected())
  openModal(kit)
  push(kit, { name: 'AccountSettings' })
  push(kit, { name: 'Networks' })
  push(kit, { name: 'SwitchNetwork', networkId: 'eip155:10' })
  kit.store.send({ type: 'switch/succeeded', namespace: 'eip155', connectorId: 'io.puppet', networkId: 'eip155:10' })
  expect(names(kit)).toEqual(['Account', 'AccountSettings'])
})

test('selects a network directly while disconnected, and shows the list again', () => {
  const { kit } = setUpKit()
  openModal(kit, { view: { name: 'Networks' } })
  selectNetwork(kit, { networkId: 'eip155:10' })
  expect(view(kit)).toBe('Networks')
  expect(kit.store.get().network.selected.eip155).toBe('eip155:10')
})

test('isolates a throwing listener', async () => {
  const { kit } = setUpKit()
  const uncaught = new Promise<unknown>((resolve) => process.once('uncaughtException', resolve))
  const others = process.listeners('uncaughtException').slice(0, -1)
  for (const other of others) process.off('uncaughtException', other)
  const stop = kit.store.onEvent(() => {
    stop()
    throw new Error('the site’s')
  })
  openModal(kit)
  expect(view(kit)).toBe('Connect')
  expect(await uncaught).toMatchObject({ message: 'the site’s' })
  for (const other of others) process.on('uncaughtException', other)
})
