import { expect, test } from 'vitest'
import type { Network } from '../../model/network.ts'
import { explorerLink } from './explorerLink.ts'

const network = (namespace: Network['namespace'], url: string): Network => ({
  ...{ id: 1, namespace, networkId: `${namespace}:1`, name: '', rpcUrls: [], explorer: { name: '', url } },
  nativeCurrency: { name: '', symbol: '', decimals: 0 },
})

test.each([
  ['eip155', 'https://etherscan.io', 'https://etherscan.io/address/a', 'https://etherscan.io/tx/t'],
  ['eip155', 'https://host.example/eth/', 'https://host.example/eth/address/a', 'https://host.example/eth/tx/t'],
  [
    'solana',
    'https://solscan.io?cluster=devnet',
    'https://solscan.io/account/a?cluster=devnet',
    'https://solscan.io/tx/t?cluster=devnet',
  ],
  ['polkadot', 'https://sub.example', 'https://sub.example/account/a', 'https://sub.example/extrinsic/t'],
  ['bip122', 'https://mempool.example', 'https://mempool.example/address/a', 'https://mempool.example/tx/t'],
] as const)('%s at %s', (namespace, url, address, transaction) => {
  expect(explorerLink(network(namespace, url), { address: 'a' })).toBe(address)
  expect(explorerLink(network(namespace, url), { transaction: 't' })).toBe(transaction)
})

test('has no link without an explorer or with an invalid address', () => {
  expect(explorerLink(undefined, { address: 'a' })).toBeUndefined()
  expect(explorerLink(network('eip155', 'nowhere'), { address: 'a' })).toBeUndefined()
})
