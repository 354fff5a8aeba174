import { toNetwork } from '@billfold/core/features/network/toNetwork'
import { expect, it } from 'vitest'
import { toCaipNetwork } from './caipNetwork.ts'

it('returns a network as the site wrote it, with its family and its CAIP-2 id', () => {
  const written = {
    id: 31337,
    name: 'Devnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['http://localhost/rpc'] } },
    blockExplorers: { default: { name: 'Scan', url: 'https://scan.example' } },
    assets: { imageId: 'picture-1' },
    testnet: true,
  }
  const network = toNetwork(written)
  expect(toCaipNetwork(network)).toEqual({ ...written, chainNamespace: 'eip155', caipNetworkId: 'eip155:31337' })
  expect(toCaipNetwork(network)).toBe(toCaipNetwork(network))
})
