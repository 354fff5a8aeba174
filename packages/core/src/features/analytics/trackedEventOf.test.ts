import { expect, test } from 'vitest'
import { sessionOf } from '../../../test/puppetConnector.ts'
import { setUpKit } from '../../../test/setUpKit.ts'
import { embeddedId } from '../../model/connector.ts'
import { fakeHttp } from '../../ports/fakeHttp.ts'
import { fakePage } from '../../ports/fakePage.ts'
import { queriesOf } from '../../queries/queriesOf.ts'
import { embeddedInitial, reduceEmbedded } from '../embedded/embedded.ts'
import { historyQuery } from '../history/historyQuery.ts'
import { closeModal } from '../modal/closeModal.ts'
import { goBack, push, replace } from '../modal/navigate.ts'
import { openModal } from '../modal/openModal.ts'
import { switchNetwork } from '../network/switchNetwork.ts'
import { swapAnalytics } from '../swap/swapAnalytics.ts'
import { openWalletApp } from '../walletConnect/openWalletApp.ts'
import { trackedEventsOf } from './trackedEventOf.ts'

const account = sessionOf('0xabc')
const place = { isSmartAccount: false, network: 'eip155:1' }
const eth = { symbol: 'ETH', name: 'Ether', decimals: 18 }
const usdc = { address: '0x0c', symbol: 'USDC', name: 'USD Coin', decimals: 6 }

/** A connected visitor, and the events that analytics receives. */
function setUp(over: Parameters<typeof setUpKit>[0] = {}, isConnected = true) {
  const { kit, ...fakes } = setUpKit(over)
  const tracked: { event: string; properties?: unknown }[] = []
  const connect = () =>
    kit.store.send({ type: 'account/connected', namespace: 'eip155', connectorId: 'one', how: 'reconnect', ...account })
  if (isConnected) connect()
  kit.store.onEvent((...args) => void tracked.push(...trackedEventsOf(...args)))
  const names = (wanted: RegExp) => tracked.map(({ event }) => event).filter((event) => wanted.test(event))
  return { kit, tracked, names, connect, ...fakes }
}

test('counts a form as opened once, however often its visitor visits a list and returns', () => {
  const { kit, tracked, names } = setUp()
  openModal(kit)
  push(kit, { name: 'Swap' })
  for (const side of ['from', 'to'] as const) {
    push(kit, { name: 'SwapSelectToken', side })
    goBack(kit)
  }
  kit.store.send({ type: 'account/networkChanged', namespace: 'eip155', connectorId: 'one', networkId: 'eip155:10' })
  expect(names(/SWAP/)).toEqual(['OPEN_SWAP', 'CLICK_SELECT_TOKEN_TO_SWAP', 'CLICK_SELECT_TOKEN_TO_SWAP'])
  expect(tracked.find(({ event }) => event === 'OPEN_SWAP')).toEqual({ event: 'OPEN_SWAP', properties: place })
  goBack(kit)
  push(kit, { name: 'WalletSend' })
  push(kit, { name: 'WalletSendSelectToken' })
  goBack(kit)
  closeModal(kit)
  openModal(kit, { view: { name: 'WalletSend' } })
  expect(names(/SEND/)).toEqual(['OPEN_SEND', 'OPEN_SEND'])
  expect(names(/MODAL/)).toEqual(['MODAL_OPEN', 'MODAL_CLOSE', 'MODAL_OPEN'])
})

test('counts a form that needs an account as opened once there is one', () => {
  const { kit, names, connect } = setUp({}, false)
  openModal(kit, { view: { name: 'Swap' } })
  expect(names(/SWAP/)).toEqual([])
  connect()
  expect(names(/SWAP/)).toEqual(['OPEN_SWAP'])
})

test('counts the list of swap networks as part of the same opening', () => {
  const { kit, names } = setUp()
  openModal(kit, { view: { name: 'Swap' } })
  replace(kit, { name: 'UnsupportedChain', reason: 'swap' })
  push(kit, { name: 'SwitchNetwork', networkId: 'eip155:10' })
  goBack(kit)
  replace(kit, { name: 'Swap' })
  expect(names(/SWAP/)).toEqual(['OPEN_SWAP', 'CLICK_SELECT_NETWORK_TO_SWAP'])
  openModal(kit, { view: { name: 'Networks' } })
  push(kit, { name: 'SwitchNetwork', networkId: 'eip155:10' })
  expect(names(/CLICK_SELECT_NETWORK/)).toHaveLength(1)
})

test('initiates a swap at the review, and succeeds once the transaction confirms', () => {
  const { kit, tracked, names } = setUp()
  const quote = { toAmount: '2500000' } as never
  const shown = { networkId: 'eip155:1', from: eth, to: usdc, amount: 10n ** 15n, quote } as const
  kit.store.send({ type: 'swap/reviewed', ...swapAnalytics(shown) })
  const swap = { swapFromToken: 'ETH', swapToToken: '0x0c', swapFromAmount: '0.001', swapToAmount: '2.5' }
  expect(tracked).toEqual([{ event: 'INITIATE_SWAP', properties: { ...place, ...swap } }])
  const meant = { to: '0xabc', amount: '2500000', symbol: 'USDC', decimals: 6, token: '0x0c' }
  const sent = (hash: string, kind: 'swap' | 'approval') =>
    kit.store.send({
      type: 'transaction/sent',
      transaction: {
        hash,
        networkId: 'eip155:1',
        kind,
        from: '0xabc',
        call: {} as never,
        meant: { ...meant, paid: { amount: `${10n ** 15n}`, symbol: 'ETH', decimals: 18 } },
        sentAt: 0,
        status: 'pending',
      },
    })
  for (const hash of ['0x1', '0x2']) sent(hash, 'swap')
  sent('0x3', 'approval')
  expect(names(/SWAP_SUCCESS/)).toEqual([])
  kit.store.send({ type: 'transaction/settled', hash: '0x1', outcome: 'failed', at: 1 })
  kit.store.send({ type: 'transaction/settled', hash: '0x3', outcome: 'confirmed', at: 1 })
  expect(names(/SWAP_SUCCESS/)).toEqual([])
  kit.store.send({ type: 'transaction/settled', hash: '0x2', outcome: 'confirmed', at: 2 })
  expect(tracked.filter(({ event }) => event === 'SWAP_SUCCESS')).toEqual([
    { event: 'SWAP_SUCCESS', properties: { ...place, ...swap, status: 'confirmed' } },
  ])
})

test.each(['email', 'passkey', 'google', 'farcaster'] as const)('names the login that connected: %s', (by) => {
  const { kit, tracked } = setUp({}, false)
  kit.store.add({ embedded: { reduce: reduceEmbedded } }, { embedded: embeddedInitial })
  kit.store.send({ type: 'embedded/loggedIn', by })
  kit.store.send({
    ...{ type: 'account/connected', namespace: 'eip155', connectorId: embeddedId, how: 'user' },
    ...account,
  })
  expect(tracked.find(({ event }) => event === 'CONNECT_SUCCESS')?.properties).toMatchObject({ method: by })
})

test('reports a network switch while disconnected, and only if the network changes', async () => {
  const { kit, tracked, names } = setUp({}, false)
  await switchNetwork(kit, { networkId: 'eip155:1' })
  expect(names(/SWITCH/)).toEqual([])
  await switchNetwork(kit, { networkId: 'eip155:10' })
  expect(tracked).toEqual([{ event: 'SWITCH_NETWORK', properties: { network: 'eip155:10' } }])
})

test('reports activity when it is opened, paged or fails to load', async () => {
  const http = fakeHttp(() => ({ status: 503, body: {} }))
  const { kit, tracked, names } = setUp({ http })
  openModal(kit)
  push(kit, { name: 'Transactions' })
  expect(tracked.at(-1)).toEqual({ event: 'CLICK_TRANSACTIONS', properties: { isSmartAccount: false } })
  kit.store.send({ type: 'history/moreAsked', address: 'eip155:1:0xabc', cursor: 'page2' })
  const properties = { address: '0xabc', projectId: 'test-project', isSmartAccount: false }
  expect(tracked.at(-1)).toEqual({ event: 'LOAD_MORE_TRANSACTIONS', properties: { ...properties, cursor: 'page2' } })
  const { queryFn } = historyQuery(kit, { address: 'eip155:1:0xabc' })
  await expect(queryFn({ pageParam: 'page2', signal: new AbortController().signal })).rejects.toThrow()
  expect(tracked.at(-1)).toEqual({ event: 'ERROR_FETCH_TRANSACTIONS', properties: { ...properties, cursor: 'page2' } })
  await expect(queryFn({ pageParam: 'page2', signal: AbortSignal.abort() })).rejects.toThrow()
  expect(names(/ERROR/)).toHaveLength(1)
  queriesOf(kit).clear()
})

test('reports a wallet app that cannot be opened without the pairing, which contains its key', () => {
  const page = fakePage()
  const { kit, tracked } = setUp({ page })
  const uri = 'wc:topic@2?symKey=secret'
  kit.ports.page.open = () => {
    // Browsers include the rejected URL in the message.
    throw new Error(`Unable to open ${uri}`)
  }
  openWalletApp(kit, { link: { redirect: `wallet://wc?uri=${uri}`, href: 'wallet://' }, name: 'One' })
  const properties = { message: 'Something went wrong', mobile_link: 'wallet://', name: 'One' }
  expect(tracked).toEqual([{ event: 'CONNECT_PROXY_ERROR', properties }])
  expect(JSON.stringify(tracked)).not.toContain('secret')
})

test('names the network of a failed sign-in, even if the need for one is unknown', () => {
  const { kit, tracked } = setUp()
  kit.store.send({ type: 'signIn/failed', message: 'No', network: 'eip155:10' })
  kit.store.send({ type: 'signIn/needed', account: 'eip155:1:0xabc', trouble: 'unknown' })
  kit.store.send({ type: 'signIn/needed', account: 'eip155:1:0xabc', trouble: 'expired' })
  expect(tracked).toEqual([
    { event: 'SIWX_AUTH_ERROR', properties: { message: 'No', isSmartAccount: false, network: 'eip155:10' } },
    { event: 'SIWX_AUTH_ERROR', properties: place },
  ])
})
