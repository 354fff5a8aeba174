import { getConnections, http } from '@wagmi/core'
import { afterEach, expect, it } from 'vitest'
import { createAppKit } from '../createAppKit.ts'
import { mainnet, optimism, solana } from '../entries/networks.ts'
import type { AppKit } from '../instance/AppKit.ts'
import type { AppKitNetwork } from '../shapes/network.ts'
import { WagmiAdapter } from './WagmiAdapter.ts'

const networks: [AppKitNetwork, ...AppKitNetwork[]] = [mainnet, optimism, solana]
let appKit: AppKit | undefined
afterEach(() => appKit?.dispose())

it('has wagmi’s configuration at once, with the EVM chains and the site’s own nodes', () => {
  const url = 'https://rpc.example'
  const { wagmiConfig, wagmiChains } = new WagmiAdapter({
    networks,
    projectId: 'p',
    ssr: true,
    customRpcUrls: { 'eip155:1': [{ url }] } as never,
    transports: { 10: http('https://own.example') },
  })
  expect(wagmiConfig.chains.map(({ id }) => id)).toEqual([1, 10])
  expect(wagmiChains).toHaveLength(2)
  expect(wagmiConfig.getClient({ chainId: 1 }).transport.url).toBe(url)
  expect(wagmiConfig.getClient({ chainId: 10 }).transport.url).toBe('https://own.example')
  expect(wagmiConfig.connectors).toEqual([])
})

it('refuses a site without an EVM chain in one sentence', () => {
  expect(() => new WagmiAdapter({ networks: [solana], projectId: 'p' })).toThrow('none of networks is an EVM chain')
})

it('is connected when the kit is, by one connector, also for a kit that took another’s place', () => {
  const adapter = new WagmiAdapter({ networks, projectId: 'p' })
  const create = (themeMode: 'dark' | 'light') =>
    createAppKit({ adapters: [adapter], networks, projectId: 'p', themeMode })
  create('dark')
  appKit = create('light')
  const { wagmiConfig } = adapter
  expect(wagmiConfig.connectors.map(({ id }) => id)).toEqual(['billfold'])
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  appKit.kit.store.send({
    type: 'account/connected',
    namespace: 'eip155',
    connectorId: 'one',
    how: 'user',
    accounts: [{ address, type: 'eoa' }],
    networkId: 'eip155:10',
    approvedNetworkIds: [],
    supportsAllNetworks: true,
  })
  expect(getConnections(wagmiConfig)).toMatchObject([{ accounts: [address], chainId: 10 }])
  appKit.kit.store.send({ type: 'account/disconnected', namespace: 'eip155', by: 'user' })
  expect(getConnections(wagmiConfig)).toEqual([])
})
