import { type CaipNetworkId, type Namespace, parseCaipNetworkId } from '@billfold/protocol/caip'
import { activeNetworkId, findNetwork } from '../../model/findNetwork.ts'
import type { NetworkState } from '../../model/network.ts'
import type { Event, State } from '../../model/state.ts'
import type { Feature } from '../../store/feature.ts'

/** Stores the networks and the selection. */
function reduceNetwork(state: NetworkState, e: Event, { account }: Pick<State, 'account'>): NetworkState {
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

export const networkFeature: Feature<NetworkState> = {
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
