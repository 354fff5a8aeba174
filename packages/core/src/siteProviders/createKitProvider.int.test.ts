import { startRelayServer } from '@billfold/testkit/test/startRelayServer'
import { verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { evmNetwork, setUpKit, until } from '../../test/setUpKit.ts'
import { account, startWalletKit, supported } from '../../test/walletConnect/startWalletKit.ts'
import { socketPage } from '../../test/walletConnect/visitWithWc.ts'
import { connectWallet } from '../features/connect/connectWallet.ts'
import type { Kit } from '../kit.ts'
import { connectedAccount } from '../model/connectedAccount.ts'
import { systemClock } from '../ports/clock.ts'
import { fakeStorage } from '../ports/fakeStorage.ts'
import { createKitProvider, type KitProvider } from './createKitProvider.ts'

let relay: Awaited<ReturnType<typeof startRelayServer>>
let wallet: Awaited<ReturnType<typeof startWalletKit>>
const kits: Kit[] = []
const osmosis = 'cosmos:osmosis-1:osmo1fl48vsnmsdzcv85q5d2q4z5ajdha8yu3w6npz4'
const cosmos = { accounts: [osmosis], methods: ['cosmos_signDirect'], events: [] }

beforeAll(async () => {
  relay = await startRelayServer()
  wallet = await startWalletKit(relay.url)
})
afterAll(async () => {
  await wallet.close()
  await relay.close()
})
afterEach(() => {
  wallet.behaviour.has = supported
  for (const kit of kits.splice(0)) kit.dispose()
})

async function visit(storage = fakeStorage()) {
  const clock = systemClock as never
  const networks = [evmNetwork(1), evmNetwork(10)]
  const { kit } = setUpKit({ relayUrl: relay.url, networks, storage, page: socketPage(), clock })
  kits.push(kit)
  const provider = (await createKitProvider(kit)) as KitProvider
  const events: [string, unknown][] = []
  for (const name of ['connect', 'chainChanged', 'accountsChanged', 'session_delete', 'disconnect'])
    provider.on(name, (value: unknown) => void events.push([name, value]))
  return { kit, storage, provider, events, names: () => events.map(([name]) => name) }
}
const shown = (kit: Kit) => connectedAccount(kit.store.get(), 'eip155')

test('is undefined without WalletConnect, and one object per kit', async () => {
  const { kit } = setUpKit({ networks: [evmNetwork(1)] })
  kits.push(kit)
  expect(await createKitProvider(kit)).toBeUndefined()
  const visited = await visit()
  expect(await createKitProvider(visited.kit)).toBe(visited.provider)
  expect(visited.provider).toMatchObject({ isWalletConnect: true, session: undefined, namespaces: undefined })
  await expect(visited.provider.request({ method: 'personal_sign' })).rejects.toThrow('Please call connect()')
})

test('pairs for the site, signs on its chain, shares the wallet with the kit, and disconnects', async () => {
  const { kit, provider, names } = await visit()
  provider.once('display_uri', (uri: string) => void wallet.pair(uri))
  expect(await provider.enable()).toEqual([account.address])
  await until(kit, (state) => connectedAccount(state, 'eip155')?.address === account.address)
  expect(provider.uri).toMatch(/^wc:/)
  expect(provider.client.session.getAll()).toEqual([provider.session])
  expect(provider.namespaces?.eip155).toMatchObject({ chains: ['eip155:1', 'eip155:10'], defaultChain: '1' })

  provider.setDefaultChain('eip155:10')
  expect(() => provider.setDefaultChain('eip155:137')).toThrow('the wallet did not grant eip155:137')
  const params = ['0x68656c6c6f', account.address]
  const signature = await provider.request<`0x${string}`>({ method: 'personal_sign', params })
  expect(await verifyMessage({ address: account.address, message: 'hello', signature })).toBe(true)
  expect(wallet.requests.at(-1)?.chainId).toBe('eip155:10')
  await provider.request({ method: 'personal_sign', params }, 'eip155:1')
  expect(wallet.requests.at(-1)?.chainId).toBe('eip155:1')
  // Withholds a signature by a different account than the active one.
  const { answer } = wallet.behaviour
  wallet.behaviour.answer = () => privateKeyToAccount(generatePrivateKey()).signMessage({ message: 'hello' })
  await expect(provider.request({ method: 'personal_sign', params }, 'eip155:1')).rejects.toThrow()
  wallet.behaviour.answer = answer
  // The default chain follows the kit.
  await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] })
  await until(kit, (state) => connectedAccount(state, 'eip155')?.networkId === 'eip155:10')

  const gone = wallet.deleted()
  await provider.disconnect()
  await gone
  await until(kit, ({ account: { eip155 } }) => eip155.status === 'disconnected')
  expect([shown(kit), provider.session]).toEqual([undefined, undefined])
  const moved = ['chainChanged', 'accountsChanged', 'chainChanged']
  expect(names()).toEqual(['connect', ...moved, 'session_delete', 'disconnect'])
})

test('rejects with numeric codes, and the protocol’s messages for sessions and namespaces', async () => {
  const { kit, provider } = await visit()
  const params = ['0x68656c6c6f', account.address]
  const sign = (chainId?: string) => provider.request({ method: 'personal_sign', params }, chainId)
  await expect(sign()).rejects.toMatchObject({ code: 4900, message: 'Please call connect() before request()' })
  await expect(provider.connect({ namespaces: { eip155: { chains: ['1'] } } })).rejects.toMatchObject({
    code: 5,
    message: expect.stringMatching(/^Missing or invalid\. /),
  })
  expect(() => provider.client.session.get('ab')).toThrow(
    expect.objectContaining({ code: 2, message: 'No matching key. session: ab' }),
  )
  provider.once('display_uri', (uri: string) => void wallet.pair(uri))
  const beyond = { eip155: { chains: ['eip155:137'], methods: ['personal_sign'], events: [] } }
  const optionalNamespaces = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } }
  await expect(provider.connect({ namespaces: beyond, optionalNamespaces })).rejects.toMatchObject({
    code: 9,
    message: expect.stringMatching(/^Non conforming namespaces\. eip155:137/),
  })
  provider.once('display_uri', (uri: string) => void wallet.pair(uri))
  await provider.connect()
  const { answer } = wallet.behaviour
  for (const [thrown, code] of [
    [5000, 4001],
    [4001, 4001],
    [3001, 4100],
    [10_001, 4200],
    [5100, 4902],
  ] as const) {
    wallet.behaviour.answer = () => Promise.reject(Object.assign(new Error('no'), { code: thrown }))
    await expect(sign('eip155:1')).rejects.toMatchObject({ code })
  }
  wallet.behaviour.answer = answer
  await expect(provider.request({ method: 'eth_sign', params }, 'eip155:1')).rejects.toMatchObject({ code: 4100 })
  kit.dispose()
  await expect(sign()).rejects.toMatchObject({ code: 1, message: expect.stringMatching(/^Not initialized\. /) })
})

test('requests what the site names in unsupported families, and keeps it over a reload', async () => {
  wallet.behaviour.has = { ...supported, cosmos }
  const first = await visit()
  first.provider.once('display_uri', (uri: string) => void wallet.pair(uri))
  const chains = ['cosmos:osmosis-1']
  const wanted = { chains, methods: ['cosmos_signDirect'], events: [], rpcMap: { 'osmosis-1': 'http://127.0.0.1:1' } }
  const session = await first.provider.connect({ namespaces: { cosmos: wanted } })
  expect(session?.namespaces).toEqual({ cosmos: { chains, ...cosmos } })
  expect(wallet.proposals.at(-1)?.params.optionalNamespaces).toEqual({
    cosmos: { chains, methods: ['cosmos_signDirect'], events: [] },
  })
  expect(connectedAccount(first.kit.store.get(), 'cosmos' as never)?.address).toBe(osmosis.split(':')[2])
  await expect(first.provider.connect({ namespaces: { cosmos: { chains: ['osmosis'] } } })).rejects.toThrow('eip155:1')
  first.kit.dispose()

  wallet.behaviour.answer = ({ params }) => params
  const { provider } = await visit(first.storage)
  expect(provider.session?.topic).toBe(session?.topic)
  expect(await provider.request({ method: 'cosmos_signDirect', params: { a: 1 } })).toEqual({ a: 1 })
  expect(wallet.requests.at(-1)?.chainId).toBe('cosmos:osmosis-1')
  await provider.disconnect()
})

test('emits the dialog’s links and session, and the wallet’s events', async () => {
  const { kit, provider, events } = await visit()
  const link = new Promise<string>((done) => provider.once('display_uri', done as never))
  void connectWallet(kit, { connectorId: 'walletConnect', namespace: 'eip155' })
  await wallet.pair(await link)
  await until(kit, (state) => connectedAccount(state, 'eip155') !== undefined)
  expect(events).toEqual([['connect', { session: provider.session }]])
  const { topic } = provider.session!
  const event = new Promise((done) => provider.client.on('session_event', done))
  await wallet.kit.emitSessionEvent({ topic, event: { name: 'chainChanged', data: 10 }, chainId: 'eip155:10' })
  expect(await event).toEqual({
    topic,
    params: { event: { name: 'chainChanged', data: 10 }, chainId: 'eip155:10' },
  })
  expect(events.at(-1)).toEqual(['chainChanged', '10'])
  expect(provider.namespaces?.eip155).toMatchObject({ defaultChain: '10' })
  await wallet.kit.disconnectSession({ topic, reason: { code: 6000, message: 'User disconnected.' } })
  await expect.poll(() => events.at(-1)).toMatchObject(['disconnect', { data: topic }])
})
