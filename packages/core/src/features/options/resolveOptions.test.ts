import { expect, test } from 'vitest'
import { evmNetwork, solanaNetwork } from '../../../test/setUpKit.ts'
import { createKit } from '../../createKit.ts'
import { fakePage } from '../../ports/fakePage.ts'
import { type OptionsInput, resolveOptions } from './resolveOptions.ts'

const resolve = (input: Partial<OptionsInput>) =>
  resolveOptions({ projectId: 'p', networks: [evmNetwork(1), solanaNetwork], ...input }, fakePage().page)

test('fills in defaults, even for undefined values', () => {
  const { options, networks, defaultNetwork } = resolve({ features: { swaps: false, email: undefined as never } })
  expect(options).toMatchObject({
    debug: true,
    enableWallets: true,
    allWallets: 'SHOW',
    apiUrl: 'https://site.example',
  })
  expect(options.features).toMatchObject({ swaps: false, email: true, analytics: false })
  expect(options.metadata).toEqual({ name: 'A site', description: '', url: 'https://site.example', icons: [] })
  expect(networks.map((n) => n.networkId)).toEqual(['eip155:1', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'])
  expect(defaultNetwork.networkId).toBe('eip155:1')
})

test('takes a default network by object, id or CAIP-2, if it is one of the site’s', () => {
  expect(resolve({ defaultNetwork: solanaNetwork }).defaultNetwork.namespace).toBe('solana')
  expect(resolve({ defaultNetwork: solanaNetwork.id }).defaultNetwork.namespace).toBe('solana')
  expect(resolve({ defaultNetwork: 'eip155:1' }).defaultNetwork.id).toBe(1)
  expect(resolve({ defaultNetwork: 77 }).defaultNetwork.id).toBe(1)
})

test('deduplicates networks', () => {
  expect(resolve({ networks: [evmNetwork(1), evmNetwork(1, 'Again')] }).networks).toHaveLength(1)
})

test('accepts a single network in place of a list', () => {
  expect(resolve({ networks: evmNetwork(1) as never }).networks).toMatchObject([{ networkId: 'eip155:1' }])
})

test.each([
  [[], 'Pass at least one network'],
  [undefined, 'Pass at least one network'],
  [null, 'Pass at least one network'],
  [{ chains: [evmNetwork(1)], connectors: [] }, "Not a network: undefined. Pass viem chains or the kit's own"],
  [[{}], "Not a network: undefined. Pass viem chains or the kit's own"],
  [[null], "Not a network: null. Pass viem chains or the kit's own"],
  [[{ ...evmNetwork(1), nativeCurrency: undefined }], 'The network Chain 1 has no native currency'],
  [[{ ...evmNetwork(1), chainNamespace: 'cosmos' }], 'The network Chain 1 has an unknown namespace: cosmos'],
  [[{ ...evmNetwork(1), caipNetworkId: 'eip155' }], 'Invalid CAIP-2 network id: eip155'],
])('networks %j', (networks, message) => {
  expect(() => resolve({ networks: networks as never })).toThrow(message)
})

test('has WalletConnect with a relay in either option, and with none otherwise', () => {
  const isOffered = (input: Partial<OptionsInput>) => resolve(input).options.enableWalletConnect
  const relays = [{ url: 'wss://public.example', projectId: 'there' }]
  expect([{}, { relays: [] }, { relayUrl: 'wss://own.example' }, { relays }].map(isOffered)).toEqual([
    ...[false, false, true, true],
  ])
  expect(isOffered({ relays, enableWalletConnect: false })).toBe(false)
})

test.each([{ url: 'https://relay.example' }, { url: [] }, {}, undefined])('rejects the relay %j', (entry) => {
  expect(() => resolve({ relays: [entry as never] })).toThrow(
    'The url of each of relays must be a ws:// or wss:// URL, or a list of them',
  )
})

test('creates a kit on the server, without effects or requests', () => {
  const kit = createKit({ projectId: 'p', networks: [evmNetwork(1)] })
  expect(kit.store.get()).toMatchObject({ connectors: [], account: { eip155: { status: 'disconnected' } } })
  kit.dispose()
})
