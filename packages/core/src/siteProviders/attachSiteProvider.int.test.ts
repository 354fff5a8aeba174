import { startRelayServer } from '@billfold/testkit/test/startRelayServer'
import { startUniversalProvider } from '@billfold/testkit/test/startUniversalProvider'
import { createWalletConnectWallet } from '@billfold/testkit/walletconnect'
import { verifyMessage } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { evmNetwork, setUpKit, until } from '../../test/setUpKit.ts'
import { startWalletKit } from '../../test/walletConnect/startWalletKit.ts'
import { requestWallet } from '../features/account/requestWallet.ts'
import { connectWallet } from '../features/connect/connectWallet.ts'
import { disconnect } from '../features/connect/disconnect.ts'
import type { Kit } from '../kit.ts'
import { connectedAccount } from '../model/connectedAccount.ts'
import { walletConnectId } from '../model/connector.ts'
import { attachSiteProvider } from './attachSiteProvider.ts'

// A real site's provider, a wallet, and only our relay in between.
let relay: Awaited<ReturnType<typeof startRelayServer>>
let site: Awaited<ReturnType<typeof startUniversalProvider>>
let wallet: ReturnType<typeof createWalletConnectWallet>
const kits: Kit[] = []

beforeAll(async () => {
  relay = await startRelayServer()
  site = await startUniversalProvider(relay.url)
  wallet = createWalletConnectWallet({ relayUrl: relay.url, chains: [{ id: 31337, rpcUrl: 'http://127.0.0.1:9' }] })
  wallet.policy('approve')
})
afterAll(async () => {
  for (const kit of kits) kit.dispose()
  wallet?.close()
  await site?.close()
  await relay?.close()
})

/** A page whose kit uses the site's provider. */
function visit(): Kit {
  const { kit } = setUpKit({ networks: [evmNetwork(31337)] })
  kits.push(kit)
  attachSiteProvider(kit, { provider: site.dapp, isManual: false })
  return kit
}
const addressIn = async (kit: Kit) => {
  const { eip155 } = (await until(kit, ({ account }) => account.eip155.status === 'connected')).account
  return eip155.status === 'connected' ? eip155.address : ''
}

it('connects, signs, reconnects on the next page, and disconnects through the site’s own provider', async () => {
  const kit = visit()
  void connectWallet(kit, { connectorId: walletConnectId, namespace: 'eip155' })
  const { pairing } = (await until(kit, ({ walletConnect }) => walletConnect.pairing.phase === 'offered')).walletConnect
  await wallet.pair(pairing.phase === 'offered' ? pairing.uri : '')
  const address = (await addressIn(kit)) as `0x${string}`
  expect(address).toBe(await wallet.address('eip155:31337'))
  expect(site.dapp.session?.namespaces.eip155?.accounts).toEqual([`eip155:31337:${address}`])

  const connector = kit.connectors.get('eip155', walletConnectId)
  const signature = await connector?.request('eip155:31337', 'personal_sign', ['0x68656c6c6f', address])
  expect(await verifyMessage({ address, message: 'hello', signature: signature as `0x${string}` })).toBe(true)

  const next = visit()
  expect(await addressIn(next)).toBe(address)
  await disconnect(next)
  expect(site.dapp.session).toBeUndefined()
  await expect.poll(() => wallet.sessions()).toEqual([])
})

it('restores a session of the site’s provider with only unsupported families', async () => {
  const other = await startWalletKit(relay.url)
  const [namespace, chain] = ['cosmos' as never, 'cosmos:cosmoshub-4']
  const address = 'cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh'
  const methods = ['cosmos_signDirect']
  other.behaviour.has = { cosmos: { accounts: [`${chain}:${address}`], methods, events: [] } }
  other.behaviour.answer = ({ method }) => method
  const cosmos = (kit: Kit) => until(kit, (state) => connectedAccount(state, namespace)?.address === address)
  try {
    // The session comes while the page is open, and the site's networks include no such family.
    const kit = visit()
    site.uri().then((uri) => other.pair(uri))
    const rpcMap = { 'cosmoshub-4': 'http://127.0.0.1:9' }
    await site.dapp.connect({ optionalNamespaces: { cosmos: { chains: [chain], methods, events: [], rpcMap } } })
    await cosmos(kit)
    expect(kit.store.get().account.eip155.status).toBe('disconnected')
    expect(await requestWallet(kit, { method: 'cosmos_signDirect', params: {}, namespace })).toBe('cosmos_signDirect')
    const next = visit()
    await cosmos(next)
    await disconnect(next, { namespace })
    expect(site.dapp.session).toBeUndefined()
  } finally {
    await other.close()
  }
})
