import { type CaipNetworkId, type Namespace, parseCaipNetworkId } from '@billfold/protocol/caip'
import type { Feature } from '../../feature.ts'
import type { Event, State } from '../../store.ts'

/** A network of the site. */
export type Network = {
  /** The family's own id: 1, or a genesis hash. */
  id: number | string
  namespace: Namespace
  networkId: CaipNetworkId
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  rpcUrls: readonly string[]
  explorer?: { name: string; url: string }
  imageId?: string
  imageUrl?: string
  testnet?: boolean
  /** The ENS registry on this chain, if any. */
  nameRegistry?: string
  /** The address prefix on networks that have one (SS58). */
  addressPrefix?: number | undefined
}

/** Selection for when no wallet is connected: a connected wallet's chain is in its account, not here. */
export type NetworkState = {
  activeNamespace: Namespace
  selected: Partial<Record<Namespace, CaipNetworkId>>
  requested: readonly Network[]
}

export type NetworkEvent =
  | { type: 'network/selected'; networkId: CaipNetworkId }
  | { type: 'network/namespaceActivated'; namespace: Namespace }
  | { type: 'network/added'; network: Network }
  | { type: 'network/removed'; networkId: CaipNetworkId }

/** Stores the networks and the selection. */
export function reduceNetwork(state: NetworkState, e: Event, { account }: Pick<State, 'account'>): NetworkState {
  // Wallets that are not current do not change the selection.
  const isShown = (place: { namespace: Namespace; connectorId: string }) => {
    const shown = account[place.namespace]
    return shown.status === 'connected' && shown.connectorId === place.connectorId
  }
  switch (e.type) {
    case 'network/selected':
    case 'switch/succeeded': {
      if (e.type === 'switch/succeeded' && !isShown(e)) return state
      const network = state.requested.find((n) => n.networkId === e.networkId)
      return network ? select({ ...state, activeNamespace: network.namespace }, network.namespace, e.networkId) : state
    }
    case 'network/namespaceActivated':
      return activate(state, e.namespace)
    case 'account/connected':
      return select(e.how === 'user' ? activate(state, e.namespace) : state, e.namespace, e.networkId)
    case 'account/networkChanged':
      return isShown(e) ? select(state, e.namespace, e.networkId) : state
    case 'network/added':
      return state.requested.some((n) => n.networkId === e.network.networkId)
        ? state
        : { ...state, requested: [...state.requested, e.network] }
    case 'network/removed':
      return remove(state, e.networkId)
    default:
      return state
  }
}

/** Only a family that the site uses can be active. */
function activate(state: NetworkState, namespace: Namespace): NetworkState {
  if (state.activeNamespace === namespace || !state.requested.some((n) => n.namespace === namespace)) return state
  return { ...state, activeNamespace: namespace }
}

/** After disconnecting, the wallet's last network stays selected, if the site uses it. */
function select(state: NetworkState, namespace: Namespace, networkId: CaipNetworkId): NetworkState {
  const isKnown = state.requested.some((n) => n.networkId === networkId && n.namespace === namespace)
  if (state.selected[namespace] === networkId || !isKnown) return state
  return { ...state, selected: { ...state.selected, [namespace]: networkId } }
}

function remove(state: NetworkState, networkId: CaipNetworkId): NetworkState {
  const { namespace } = parseCaipNetworkId(networkId)
  const requested = state.requested.filter((n) => n.networkId !== networkId)
  const next = requested.find((n) => n.namespace === namespace)
  // A family keeps its last network: without one it could not be shown.
  if (!next || requested.length === state.requested.length) return state
  const selected =
    state.selected[namespace] === networkId ? { ...state.selected, [namespace]: next.networkId } : state.selected
  return { ...state, requested, selected }
}

export const requestedNetworks = (state: State, namespace?: Namespace): readonly Network[] =>
  namespace ? state.network.requested.filter((n) => n.namespace === namespace) : state.network.requested

/** The site's families, in its order. */
export const requestedNamespaces = (state: State): readonly Namespace[] => [
  ...new Set(state.network.requested.map((n) => n.namespace)),
]

export const findNetwork = (state: State, networkId: CaipNetworkId): Network | undefined =>
  state.network.requested.find((n) => n.networkId === networkId)

/** A family's network: the wallet's chain if connected, otherwise the selected one. */
export function networkIdOf(state: State, namespace: Namespace): CaipNetworkId {
  const account = state.account[namespace]
  if (account.status === 'connected') return account.networkId
  return (
    state.network.selected[namespace] ?? requestedNetworks(state, namespace)[0]?.networkId ?? `${namespace}:unknown`
  )
}

export const activeNetworkId = (state: State): CaipNetworkId => networkIdOf(state, state.network.activeNamespace)

/** The active network; undefined if the wallet is on one that the site does not use. */
export const activeNetwork = (state: State): Network | undefined => findNetwork(state, activeNetworkId(state))

/** The active network's name; the id for a chain that the site does not use. */
export const networkName = (state: State): string | undefined =>
  activeNetwork(state)?.name ??
  (state.account[state.network.activeNamespace].status === 'connected' ? activeNetworkId(state) : undefined)

/** Connected, but on a chain that the site does not use. */
export function isWrongNetwork(state: State, namespace: Namespace = state.network.activeNamespace): boolean {
  const account = state.account[namespace]
  return (
    account.status === 'connected' &&
    !state.options.allowUnsupportedChain &&
    findNetwork(state, account.networkId) === undefined
  )
}

/** Whether the connected wallet can switch to the network; otherwise its row is disabled. */
export function isNetworkApproved(state: State, networkId: CaipNetworkId): boolean {
  const account = state.account[parseCaipNetworkId(networkId).namespace]
  if (account.status !== 'connected' || account.supportsAllNetworks) return true
  return account.approvedNetworkIds.includes(networkId)
}

export const networkFeature: Feature<NetworkState, NetworkEvent> = {
  reduce: reduceNetwork,
  keeps: [
    {
      key: '@appkit/active_caip_network_id',
      write: (state) => {
        const id = activeNetworkId(state)
        return findNetwork(state, id) ? id : state.network.selected[state.network.activeNamespace]
      },
      read: (text, restored) => {
        restored.activeNetworkId = text
      },
    },
    {
      key: '@appkit/active_namespace',
      with: '@appkit/active_caip_network_id',
      write: (state) => state.network.activeNamespace,
    },
  ],
}
