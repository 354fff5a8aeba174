import { parse } from '@billfold/protocol/contract'
import { expect, test } from 'vitest'
import { siteConfig } from '../siteConfig.ts'
import { originsOf } from './lookUpDevnet.ts'
import { readConfig } from './readConfig.ts'
import { siteNetworks } from './siteNetworks.ts'

test('a production site offers the public networks, at the operator’s nodes only', () => {
  const config = readConfig({ RPC_URLS: 'eip155:1=https://node.example/key eip155:10=https://op.example' })
  const networks = siteNetworks(config, undefined)
  expect(networks.map(({ name }) => name)).toEqual([
    'Ethereum',
    'Base',
    'Arbitrum One',
    'OP Mainnet',
    'Polygon',
    'Solana',
  ])
  expect(networks.flatMap(({ rpcUrls }) => rpcUrls.default.http)).toEqual([
    'https://node.example/key',
    'https://op.example/',
  ])
  expect(
    parse(siteConfig, {
      apiUrl: null,
      relayUrls: [],
      walletUrl: null,
      mailUrl: null,
      projectId: null,
      devnet: null,
      networks,
    }),
  ).toMatchObject({
    networks,
  })
})

test('a local site offers nothing while its network is down', () => {
  expect(siteNetworks(readConfig({ DEVNET_URL: 'http://localhost:1' }), undefined)).toEqual([])
})

test('a local site offers its network’s chains, of every family that runs', () => {
  const currency = { name: 'Solana', symbol: 'SOL', decimals: 9 }
  const at = {
    rpcUrl: 'http://localhost:4113',
    wsUrl: 'ws://localhost:4114',
    faucetUrl: 'http://localhost:4113/faucet',
  }
  const solana = {
    id: 'localnet',
    genesisHash: '',
    name: 'Local',
    nativeCurrency: currency,
    tokens: [],
    accounts: [],
    ...at,
  }
  const manifest = {
    version: 1 as const,
    chains: [],
    accounts: [],
    mnemonic: '',
    faucetUrl: 'http://localhost:4110',
    solana,
  }
  expect(siteNetworks(readConfig({ DEVNET_URL: 'http://localhost:4110' }), manifest)).toEqual([
    {
      id: 'localnet',
      name: 'Local',
      chainNamespace: 'solana',
      caipNetworkId: 'solana:localnet',
      nativeCurrency: currency,
      rpcUrls: { default: { http: ['http://localhost:4113'] } },
      testnet: true,
    },
  ])
  expect(originsOf(manifest)).toEqual(['http://localhost:4110', 'http://localhost:4113', 'ws://localhost:4114'])
})
