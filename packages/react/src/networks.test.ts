import { toNetwork } from '@billfold/core/features/network/toNetwork'
import { isPublicNode } from '@billfold/core/model/rpcUrlsOf'
import { type Namespace, parseCaipNetworkId } from '@billfold/protocol/caip'
import * as chains from 'viem/chains'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { CaipNetwork } from './api/caipNetwork.ts'
import * as networks from './networks.ts'

const all = Object.entries(networks)
/** Every family has a network to begin with: one without does not compile. */
const firstOf = {
  eip155: networks.mainnet,
  solana: networks.solana,
  bip122: networks.bitcoin,
  polkadot: networks.polkadot,
} satisfies Record<Namespace, CaipNetwork>
const evm = all.filter(([, network]) => network.chainNamespace === 'eip155')

describe('networks', () => {
  it('have the CAIP-2 ids that wallets know', () => {
    expect(Object.fromEntries(all.map(([name, network]) => [name, network.caipNetworkId]))).toMatchObject({
      mainnet: 'eip155:1',
      optimism: 'eip155:10',
      bsc: 'eip155:56',
      gnosis: 'eip155:100',
      polygon: 'eip155:137',
      base: 'eip155:8453',
      arbitrum: 'eip155:42161',
      avalanche: 'eip155:43114',
      sepolia: 'eip155:11155111',
      solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      solanaDevnet: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      solanaTestnet: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
      bitcoin: 'bip122:000000000019d6689c085ae165831e93',
      bitcoinTestnet: 'bip122:000000000933ea01ad0ee984209779ba',
      polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
      polkadotAssetHub: 'polkadot:68d56f15f85d3136970ec16946040bc1',
    })
    expectTypeOf(networks.mainnet.caipNetworkId).toEqualTypeOf<'eip155:1'>()
  })

  it('are there for every family', () => {
    for (const [namespace, network] of Object.entries(firstOf)) expect(network.chainNamespace).toBe(namespace)
  })

  it.each(all)('%s is accepted by the kit, and is plain data', (_, network) => {
    expect(parseCaipNetworkId(network.caipNetworkId)).toEqual({
      namespace: network.chainNamespace,
      reference: String(network.id),
    })
    expect(toNetwork(network).networkId).toBe(network.caipNetworkId)
    expect(JSON.parse(JSON.stringify(network))).toEqual(network)
    for (const url of network.rpcUrls.default.http) expect(new URL(url).protocol).toBe('https:')
  })

  it.each(all)('%s has no address at which the kit would ask a stranger', (_, network) => {
    expect(toNetwork(network).rpcUrls.filter((url) => !isPublicNode(url))).toEqual([])
  })

  it('of viem lead no kit to a stranger either, where AppKit asks through a server', () => {
    const listed = new Set([
      1, 10, 56, 97, 100, 137, 300, 324, 999999999, 1101, 1301, 1329, 5000, 5003, 8217, 8453, 17000, 42161, 42220,
      43113, 43114, 59144, 80002, 80084, 84532, 421614, 7777777, 11155111, 11155420, 1313161554, 1313161555,
    ])
    const theirs = Object.values(chains).filter(({ id }) => listed.has(id))
    expect(new Set(theirs.map(({ id }) => id))).toEqual(listed)
    const urls = theirs.flatMap((chain) => toNetwork(chain).rpcUrls)
    expect(urls.filter((url) => !isPublicNode(url))).toEqual([])
  })

  it('have ids of their own', () => {
    expect(new Set(all.map(([, network]) => network.caipNetworkId)).size).toBe(all.length)
  })

  it.each(evm)('%s is the chain that viem calls so', (name, network) => {
    const known = (chains as unknown as Record<string, chains.Chain>)[name]
    const { symbol, decimals } = network.nativeCurrency
    expect({ id: known?.id, name: known?.name, testnet: known?.testnet ?? false }).toEqual({
      id: network.id,
      name: network.name,
      testnet: network.testnet ?? false,
    })
    expect(known?.nativeCurrency).toMatchObject({ symbol, decimals })
  })
})
