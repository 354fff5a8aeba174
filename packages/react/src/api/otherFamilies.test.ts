import type { WalletConnect } from '@billfold/core/model/walletConnectClient'
import { afterEach, expect, it } from 'vitest'
import { createAppKit } from '../createAppKit.tsx'
import { latestKit } from './currentKits.ts'
import type { WalletProvider } from './walletProvider.ts'

const at = (chainNamespace: string, id: string | number, symbol: string) => ({
  ...{ id, name: chainNamespace, chainNamespace },
  nativeCurrency: { name: symbol, symbol, decimals: 6 },
  rpcUrls: { default: { http: ['http://localhost:1/rpc'] } },
})

// Without one, no wallet could speak such a family, and the kit tells the site so.
const relayUrl = 'wss://relay.example'

afterEach(() => {
  for (let kit = latestKit(); kit; kit = latestKit()) kit.dispose()
})

// The session itself, with a stock wallet over a relay, is in packages/core/src/otherFamilies.int.test.ts.
it.each([
  ['cosmos', 'cosmoshub-4', 'cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh', 'cosmos_signDirect', 'osmosis-1'],
  ['near', 'mainnet', 'alice.near', 'near_signTransaction', 'testnet'],
  ['stellar', 'pubnet', 'GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H', 'stellar_signXDR', 'testnet'],
  ['tezos', 'mainnet', 'tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb', 'tezos_send', 'testnet'],
])('gives sites the provider of %s by its namespace', async (namespace, reference, address, method, elsewhere) => {
  const networks = [at('eip155', 1, 'ETH'), at(namespace, reference, 'COIN'), at(namespace, elsewhere, 'COIN')] as const
  const appKit = createAppKit({ projectId: 'test', networks: [...networks], relayUrl, debug: false })
  expect(appKit.getProvider(namespace)).toBeUndefined()

  const requests: unknown[] = []
  const connector = { request: async (...request: unknown[]) => requests.push(request) }
  appKit.kit.walletConnect = { connectors: [connector] } as unknown as WalletConnect
  const networkId = `${namespace}:${reference}` as const
  appKit.kit.store.send({
    ...{ type: 'account/connected', namespace: namespace as never, connectorId: 'walletConnect', how: 'user' },
    ...{ accounts: [{ address, type: 'eoa' }], networkId: networkId as never, approvedNetworkIds: [] },
    supportsAllNetworks: false,
  })
  expect(appKit.getAddress(namespace as never)).toBe(address)
  const provider = appKit.getProvider<WalletProvider>(namespace)!
  expect(appKit.getProvider(namespace)).toBe(provider)
  const params = { signerAddress: address }
  await provider.request({ method, params })
  await provider.request({ method, params }, `${namespace}:${elsewhere}`)
  expect(requests).toEqual([
    [networkId, method, params],
    [`${namespace}:${elsewhere}`, method, params],
  ])
})
