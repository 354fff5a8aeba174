import { type CaipNetworkId, type Namespace, parseCaipNetworkId } from '@billfold/protocol/caip'
import type { Network } from './network.ts'
import type { State } from './state.ts'

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
