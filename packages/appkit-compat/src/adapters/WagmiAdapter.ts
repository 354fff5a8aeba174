import { findNetwork, rpcUrlsOf } from '@billfold/react/readings'
import { billfoldConnector } from '@billfold/react/wagmi'
import { type Config, type Connector, type CreateConfigParameters, createConfig, type Transport } from '@wagmi/core'
import { type Chain, custom, http } from 'viem'
import type { AppKit } from '../instance/AppKit.ts'
import type { AppKitNetwork, CustomRpcUrlMap } from '../shapes/network.ts'
import { Adapter } from './Adapter.ts'

export type WagmiAdapterOptions = Partial<CreateConfigParameters> & {
  networks: readonly AppKitNetwork[]
  projectId: string
  customRpcUrls?: CustomRpcUrlMap
  /** Accepted so that callers compile: the kit follows transactions itself. */
  pendingTransactionsFilter?: { enable: boolean; pollingInterval?: number }
}

/**
 * Wagmi over the kit: its configuration exists at once, and its one connector is the kit, once a kit has the adapter.
 */
export class WagmiAdapter extends Adapter {
  readonly wagmiChains: readonly [Chain, ...Chain[]]
  readonly wagmiConfig: Config

  constructor({
    networks,
    projectId,
    customRpcUrls = {},
    pendingTransactionsFilter: _,
    ...given
  }: WagmiAdapterOptions) {
    super({ namespace: 'eip155', adapterType: 'wagmi', projectId })
    const chains = networks.filter(isEvm)
    if (!isSome(chains)) throw new Error('WagmiAdapter: none of networks is an EVM chain')
    this.wagmiChains = chains
    const transports = chains.map(({ id }): [number, Transport] => {
      const node = customRpcUrls[`eip155:${id}`]?.[0]
      return [id, node ? http(node.url, node.config) : this.#transport(id)]
    })
    this.wagmiConfig = createConfig({
      ...given,
      chains,
      transports: { ...Object.fromEntries(transports), ...given.transports },
      // The kit finds wallets, and shows each once.
      multiInjectedProviderDiscovery: false,
    } as CreateConfigParameters)
  }

  override attach(appKit: AppKit): void {
    super.attach(appKit)
    const { connectors } = this.wagmiConfig._internal
    const connector: Connector = connectors.setup(billfoldConnector(appKit as never))
    connectors.setState((before: Connector[]) => [...before.filter(({ id }) => id !== connector.id), connector])
  }

  /** Chooses the node per request: the kit's own node once there is a kit, the chain's default before. */
  #transport(id: number): Transport {
    return (config) =>
      custom(
        { request: (args) => http(this.#kitUrl(id))(config).request(args) },
        { key: 'billfold', name: 'Billfold' },
      )(config)
  }

  #kitUrl(id: number): string | undefined {
    const state = this.appKit?.kit.store.get()
    const network = state && findNetwork(state, `eip155:${id}`)
    return network && rpcUrlsOf(state, network)[0]
  }
}

const isEvm = (network: AppKitNetwork): network is Chain =>
  !('chainNamespace' in network) || network.chainNamespace === 'eip155'
const isSome = <T>(list: readonly T[]): list is readonly [T, ...T[]] => list.length > 0
