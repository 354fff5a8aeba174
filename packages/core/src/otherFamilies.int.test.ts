import { startRelayServer } from '@billfold/testkit/test/startRelayServer'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { evmNetwork, setUpKit, until } from '../test/setUpKit.ts'
import { account, startWalletKit, supported } from '../test/walletConnect/startWalletKit.ts'
import { socketPage } from '../test/walletConnect/visitWithWc.ts'
import { requestWallet } from './features/account/requestWallet.ts'
import { connectWallet } from './features/connect/connectWallet.ts'
import { disconnect } from './features/connect/disconnect.ts'
import { openModal } from './features/modal/openModal.ts'
import type { Kit } from './kit.ts'
import { connectedAccount } from './model/connectedAccount.ts'
import type { State } from './model/state.ts'
import { systemClock } from './ports/clock.ts'
import { fakeStorage } from './ports/fakeStorage.ts'
import { sessionKey } from './wc/storageKeys.ts'

let relay: Awaited<ReturnType<typeof startRelayServer>>
let wallet: Awaited<ReturnType<typeof startWalletKit>>
const kits: Kit[] = []
const namespace = 'cosmos' as never
const address = 'cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh'
const nearby = 'osmo1fl48vsnmsdzcv85q5d2q4z5ajdha8yu3w6npz4'

const cosmos = (reference: string) => ({
  id: reference,
  name: reference,
  chainNamespace: 'cosmos',
  nativeCurrency: { name: 'Atom', symbol: 'ATOM', decimals: 6 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
})
const has = {
  ...supported,
  cosmos: {
    accounts: [`cosmos:cosmoshub-4:${address}`, `cosmos:osmosis-1:${nearby}`],
    methods: ['cosmos_getAccounts', 'cosmos_signDirect'],
    events: ['accountsChanged'],
  },
}

beforeAll(async () => {
  relay = await startRelayServer()
  wallet = await startWalletKit(relay.url)
  wallet.behaviour.answer = ({ method, params }) => ({ method, params })
})
afterAll(async () => {
  await wallet.close()
  await relay.close()
})
beforeEach(() => {
  wallet.behaviour.has = has
})
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})

function visit(storage = fakeStorage()) {
  const { kit } = setUpKit({
    relayUrl: relay.url,
    networks: [evmNetwork(1), cosmos('cosmoshub-4'), { ...cosmos('x'), caipNetworkId: 'cosmos:osmosis-1' }],
    storage,
    page: socketPage(),
    clock: systemClock as never,
  })
  kits.push(kit)
  return { kit, storage }
}
async function connect(kit: Kit) {
  const connecting = connectWallet(kit, { connectorId: 'walletConnect', namespace: 'eip155' })
  const { walletConnect } = await until(kit, (s) => s.walletConnect.pairing.phase === 'offered')
  if (walletConnect.pairing.phase === 'offered') await wallet.pair(walletConnect.pairing.uri)
  await connecting
}
const other = (state: State) => connectedAccount(state, namespace)

test('proposes, connects, requests, restores and disconnects a family without kit support', async () => {
  const first = visit()
  await connect(first.kit)
  expect(wallet.proposals.at(-1)?.params.optionalNamespaces.cosmos).toMatchObject({
    chains: ['cosmos:cosmoshub-4', 'cosmos:osmosis-1'],
    methods: ['cosmos_getAccounts', 'cosmos_signDirect', 'cosmos_signAmino'],
  })
  expect(other(first.kit.store.get())).toMatchObject({
    address,
    networkId: 'cosmos:cosmoshub-4',
    approvedNetworkIds: ['cosmos:cosmoshub-4', 'cosmos:osmosis-1'],
  })
  expect(connectedAccount(first.kit.store.get(), 'eip155')?.address).toBe(account.address)
  // The dialog shows only the site's other networks.
  expect(first.kit.store.get().network.requested.map(({ networkId }) => networkId)).toEqual(['eip155:1'])
  const request = { method: 'cosmos_signDirect', params: { signerAddress: address } }
  expect(await requestWallet(first.kit, { ...request, namespace })).toEqual(request)
  expect(wallet.requests.at(-1)).toEqual({ method: 'cosmos_signDirect', chainId: 'cosmos:cosmoshub-4' })
  await requestWallet(first.kit, { ...request, namespace, networkId: 'cosmos:osmosis-1' })
  expect(wallet.requests.at(-1)?.chainId).toBe('cosmos:osmosis-1')
  await expect(requestWallet(first.kit, { method: 'cosmos_signAmino', params: {}, namespace })).rejects.toThrow(
    'The wallet did not approve cosmos_signAmino',
  )
  first.kit.dispose()

  const again = visit(first.storage)
  await until(again.kit, (state) => other(state)?.address === address && state.account.eip155.status === 'connected')
  const gone = wallet.deleted()
  await disconnect(again.kit, { namespace })
  await gone
  expect(other(again.kit.store.get())).toBeUndefined()
  expect(again.kit.store.get().account.eip155.status).toBe('disconnected')
  await expect(requestWallet(again.kit, { ...request, namespace })).rejects.toThrow()
})

test('connects a wallet with only the other family, and restores it after a reload', async () => {
  wallet.behaviour.has = { cosmos: has.cosmos }
  const first = visit()
  openModal(first.kit)
  await connect(first.kit)
  await until(first.kit, ({ modal }) => !modal.open)
  expect(other(first.kit.store.get())?.address).toBe(address)
  expect(first.kit.store.get()).toMatchObject({
    connectAttempt: { phase: 'idle' },
    account: { eip155: { status: 'disconnected' } },
  })
  first.kit.dispose()
  const again = visit(first.storage)
  await until(again.kit, (state) => other(state)?.address === address)
  const { topic } = JSON.parse(first.storage.values.get(sessionKey)!)[0]
  await wallet.kit.disconnectSession({ topic, reason: { code: 6000, message: 'User disconnected.' } })
  await until(again.kit, (state) => other(state) === undefined)
})
