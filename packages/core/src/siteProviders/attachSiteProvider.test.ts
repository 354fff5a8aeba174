import { EventEmitter } from 'node:events'
import { afterEach, expect, it, vi } from 'vitest'
import { setUpKit, until } from '../../test/setUpKit.ts'
import { settle } from '../../test/walletConnect/memoryRelay.ts'
import { connectWallet } from '../features/connect/connectWallet.ts'
import { disconnect } from '../features/connect/disconnect.ts'
import { closeModal } from '../features/modal/closeModal.ts'
import type { Kit } from '../kit.ts'
import { walletConnectId } from '../model/connector.ts'
import { attachSiteProvider, offerLink } from './attachSiteProvider.ts'
import '../chains/eip155/eip155.ts'
import '../connectors/walletconnect/createHub.ts'

const [one, two] = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8']
const hex = (digit: string) => digit.repeat(64)
const link = 'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn&symKey=1'

let kit: Kit | undefined
afterEach(() => kit?.dispose())

const sessionWith = (accounts: string[], topic = 'a') => ({
  topic: hex(topic),
  pairingTopic: hex('b'),
  relay: { protocol: 'irn' },
  expiry: 4_000_000_000,
  acknowledged: true,
  controller: hex('c'),
  namespaces: {
    eip155: { accounts, methods: ['personal_sign'], events: ['accountsChanged', 'chainChanged'] },
  },
  requiredNamespaces: {},
  optionalNamespaces: {},
  self: { publicKey: hex('d'), metadata: { name: 'Site', description: '', url: '', icons: [] } },
  peer: { publicKey: hex('c'), metadata: { name: 'Their Wallet', description: '', url: '', icons: [] } },
})

/** A mock of a site's provider, as far as the kit uses it. */
function siteProvider(session?: object) {
  const events = new EventEmitter()
  const provider = {
    session,
    on: events.on.bind(events),
    removeListener: events.removeListener.bind(events),
    emit: events.emit.bind(events),
    heard: events.listenerCount.bind(events),
    connect: vi.fn((_: unknown) => {
      events.emit('display_uri', link)
      return new Promise<unknown>(() => undefined)
    }),
    disconnect: vi.fn(async () => {
      provider.session = undefined
    }),
    request: vi.fn(async (..._: unknown[]): Promise<unknown> => '0xsigned'),
    /** With a session that a wallet approved. */
    take(granted: object) {
      provider.session = granted
      events.emit('connect', { session: granted })
    },
  }
  return provider
}

function setUp({ provider, isManual = false }: { provider?: ReturnType<typeof siteProvider>; isManual?: boolean }) {
  const made = setUpKit()
  kit = made.kit
  attachSiteProvider(made.kit, { provider, isManual })
  return made
}
const accountIn = (own: Kit) => own.store.get().account.eip155
const connected = (own: Kit) => until(own, ({ account }) => account.eip155.status === 'connected')
const begin = (own: Kit) => connectWallet(own, { connectorId: walletConnectId, namespace: 'eip155' })
const offered = async (own: Kit) => {
  const { pairing } = (await until(own, ({ walletConnect }) => walletConnect.pairing.phase === 'offered')).walletConnect
  return pairing.phase === 'offered' ? pairing.uri : ''
}

it('adopts the session of the site’s provider, sends requests through it, and ends it', async () => {
  const provider = siteProvider(sessionWith([`eip155:1:${one}`]))
  const { kit: own } = setUp({ provider })
  await connected(own)
  expect(accountIn(own)).toMatchObject({ connectorId: walletConnectId, address: one })
  expect(own.store.get().walletConnect.peer).toMatchObject({ name: 'Their Wallet' })
  const connector = own.connectors.get('eip155', walletConnectId)
  expect(await connector?.request('eip155:1', 'personal_sign', ['0x00', one])).toBe('0xsigned')
  expect(provider.request).toHaveBeenCalledWith({ method: 'personal_sign', params: ['0x00', one] }, 'eip155:1', 300)
  await disconnect(own)
  expect(provider.disconnect).toHaveBeenCalledOnce()
  expect(accountIn(own).status).toBe('disconnected')
})

it('follows the wallet’s events: accounts, chain, disconnect', async () => {
  const both = [`eip155:1:${one}`, `eip155:1:${two}`, `eip155:10:${one}`, `eip155:10:${two}`]
  const provider = siteProvider(sessionWith([`eip155:1:${one}`, `eip155:10:${one}`]))
  const { kit: own } = setUp({ provider })
  await connected(own)
  const say = (name: string, data: unknown) =>
    provider.emit('session_event', { params: { event: { name, data }, chainId: 'eip155:1' } })
  say('chainChanged', 10)
  expect(accountIn(own)).toMatchObject({ networkId: 'eip155:10' })
  // Ignore an account that the session does not grant.
  say('accountsChanged', [`eip155:1:${two}`])
  await settle()
  expect(accountIn(own)).toMatchObject({ address: one })
  provider.session = sessionWith(both)
  provider.emit('session_update', {})
  say('accountsChanged', [`eip155:1:${two}`])
  await until(own, ({ account }) => account.eip155.status === 'connected' && account.eip155.address === two)
  provider.session = undefined
  provider.emit('session_delete', {})
  expect(accountIn(own).status).toBe('disconnected')
})

it('shows the provider’s link, and connects on its response', async () => {
  const provider = siteProvider()
  const { kit: own } = setUp({ provider })
  const connecting = begin(own)
  expect(await offered(own)).toBe(link)
  expect(provider.connect.mock.calls[0]?.[0]).toMatchObject({
    optionalNamespaces: { eip155: { chains: ['eip155:1', 'eip155:10'] } },
  })
  provider.take(sessionWith([`eip155:1:${one}`]))
  await connecting
  expect(accountIn(own)).toMatchObject({ status: 'connected', address: one })
})

it('reports the provider’s rejection as the visitor’s', async () => {
  const provider = siteProvider()
  provider.connect.mockImplementation(() => Promise.reject({ code: 5000, message: 'User rejected.' }))
  const { kit: own } = setUp({ provider })
  await begin(own)
  expect(own.store.get().connectAttempt.phase).toBe('declined')
})

it('leaves pairing to the site if configured, and connects with it', async () => {
  const provider = siteProvider()
  const { kit: own } = setUp({ provider, isManual: true })
  void begin(own)
  await settle()
  expect(provider.connect).not.toHaveBeenCalled()
  offerLink(own, link)
  expect(await offered(own)).toBe(link)
  provider.take(sessionWith([`eip155:1:${one}`]))
  await connected(own)
})

it('adopts a session that the site creates while no dialog is open, and the next one', async () => {
  const provider = siteProvider()
  const { kit: own } = setUp({ provider, isManual: true })
  provider.take(sessionWith([`eip155:1:${one}`]))
  await connected(own)
  await disconnect(own)
  provider.take(sessionWith([`eip155:1:${two}`], 'e'))
  await connected(own)
  expect(accountIn(own)).toMatchObject({ address: two })
  own.dispose()
  expect(provider.heard('connect') + provider.heard('session_event')).toBe(0)
})

it('ignores invalid sessions', async () => {
  const provider = siteProvider({ ...sessionWith([`eip155:1:${one}`]), expiry: 1 })
  const { kit: own } = setUp({ provider })
  provider.take({ topic: 'x' })
  await settle()
  expect(accountIn(own).status).toBe('disconnected')
})

it('shows a given link before the kit’s own, until it expires or the dialog closes', async () => {
  const { kit: own, clock } = setUpKit({ relayUrl: 'wss://relay.example' })
  kit = own
  offerLink(own, 'https://example.com')
  offerLink(own, `${link}&expiryTimestamp=${Math.floor(clock.now() / 1000) + 100}`)
  const connecting = begin(own)
  expect(await offered(own)).toContain(link)
  clock.advance(101_000)
  await connecting
  expect(own.store.get().connectAttempt).toMatchObject({ phase: 'failed', code: 'timeout' })
  expect(own.store.get().walletConnect.pairing.phase).toBe('idle')
  offerLink(own, link)
  own.store.send({ type: 'modal/opened', view: { name: 'Connect' } })
  closeModal(own)
  void begin(own)
  await settle()
  expect(own.store.get().walletConnect.pairing).not.toMatchObject({ uri: link })
})
