import { type CaipAddress, caipAddress, type Namespace, namespaces } from '@billfold/protocol/caip'
import type { Account, ConnectedAccount } from './account.ts'
import type { State } from './state.ts'

/** The connected account of a family (the active one if none is named). */
export function connectedAccount(
  state: State,
  namespace: Namespace = state.network.activeNamespace,
): ConnectedAccount | undefined {
  const account: Account | undefined = state.account[namespace]
  return account?.status === 'connected' ? account : undefined
}

/** The addresses of a wallet's accounts, without duplicates, the active one first. */
export const addressesOf = ({ address, accounts }: Pick<ConnectedAccount, 'address' | 'accounts'>): string[] => [
  ...new Set([address, ...accounts.map((account) => account.address)]),
]

export const activeAccount = (state: State): Account => state.account[state.network.activeNamespace]

export const connectedNamespaces = (state: State): readonly Namespace[] =>
  namespaces.filter((n) => state.account[n].status === 'connected')

export const isConnected = (state: State): boolean => connectedNamespaces(state).length > 0

/** The CAIP-10 id of a connected account, on the wallet's actual network. */
export function caipAddressOf(state: State, namespace?: Namespace): CaipAddress | undefined {
  const account = connectedAccount(state, namespace)
  return account && caipAddress(account.networkId, account.address)
}
