import type { Wallet } from '@billfold/protocol/api/registry'
import { type CaipAddress, type CaipNetworkId, caipAddress, type Namespace, namespaces } from '@billfold/protocol/caip'
import type { AccountId, Session } from '../../connectors/connector.ts'
import type { Feature } from '../../feature.ts'
import type { Event, State } from '../../store.ts'

/** One family's account. `connected` means that a request would be answered; one of the shared accounts is active. */
export type Account =
  | { status: 'disconnected' }
  | { status: 'connecting' | 'reconnecting'; connectorId: string }
  | ({ status: 'connected'; connectorId: string } & AccountId & Session)
export type Accounts = Record<Namespace, Account>
export type ConnectedAccount = Extract<Account, { status: 'connected' }>

export type AccountEvent =
  | ({
      type: 'account/connected'
      namespace: Namespace
      connectorId: string
      /** `switch`: the wallet was already connected, but not current. */
      how: 'user' | 'reconnect' | 'switch'
      /** The registry entry that the visitor picked, if any. */
      wallet?: Wallet
      /** The active account; defaults to the first. */
      account?: AccountId
    } & Session)
  | { type: 'account/reconnecting'; namespace: Namespace; connectorId: string }
  | { type: 'account/reconnectFailed'; namespace: Namespace }
  /** `account` is one of `accounts`. */
  | { type: 'account/changed'; namespace: Namespace; account: AccountId; accounts: Session['accounts'] }
  | { type: 'account/networkChanged'; namespace: Namespace; connectorId: string; networkId: CaipNetworkId }
  | {
      type: 'account/disconnected'
      namespace: Namespace
      by: 'user' | 'wallet' | 'otherTab'
      /** The connector that the other tab switched to. */
      next?: string
    }
  | { type: 'account/mismatched'; namespace: Namespace; address: string }

const disconnected: Account = { status: 'disconnected' }
export const accountsInitial = Object.fromEntries(namespaces.map((n) => [n, disconnected])) as Accounts

/** Stores each family's account. */
export function reduceAccounts(state: Accounts, e: Event): Accounts {
  if (!('namespace' in e) || e.namespace === undefined) return state
  // A family's account is never on another family's chain.
  if ('networkId' in e && e.networkId !== undefined && !e.networkId.startsWith(`${e.namespace}:`)) return state
  const before = state[e.namespace]
  const after = reduceAccount(before, e)
  return before === after ? state : { ...state, [e.namespace]: after }
}

function reduceAccount(account: Account, e: Event): Account {
  switch (e.type) {
    case 'connect/started':
      // A connection attempt does not replace the connected wallet.
      return account.status === 'connected' ? account : { status: 'connecting', connectorId: e.connectorId }
    case 'account/reconnecting':
      return account.status === 'connected' ? account : { status: 'reconnecting', connectorId: e.connectorId }
    case 'connect/cancelled':
    case 'connect/declined':
    case 'connect/failed':
      return account.status === 'connecting' ? disconnected : account
    case 'account/reconnectFailed':
      return account.status === 'reconnecting' ? disconnected : account
    case 'account/connected': {
      const { connectorId, accounts, networkId, approvedNetworkIds, supportsAllNetworks } = e
      const { address, type } = e.account ?? accounts[0]
      const session = { accounts, networkId, approvedNetworkIds, supportsAllNetworks }
      return { status: 'connected', connectorId, address, type, ...session }
    }
    case 'account/changed': {
      const { address, type } = e.account
      return account.status === 'connected' ? { ...account, address, type, accounts: e.accounts } : account
    }
    case 'account/networkChanged':
    case 'switch/succeeded':
      // The visitor may have switched wallets by now.
      return account.status === 'connected' &&
        account.connectorId === e.connectorId &&
        account.networkId !== e.networkId
        ? { ...account, networkId: e.networkId }
        : account
    case 'connection/networksGranted':
      return account.status === 'connected' && account.connectorId === e.connectorId
        ? { ...account, approvedNetworkIds: e.networkIds }
        : account
    case 'account/disconnected':
      return disconnected
    default:
      return account
  }
}

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

const present = (state: State) =>
  namespaces.filter((n) => state.account[n].status === 'connected' || state.account[n].status === 'reconnecting')

export const accountFeature: Feature<Accounts, AccountEvent> = {
  initial: accountsInitial,
  reduce: reduceAccounts,
  keeps: [
    { key: '@appkit/connected_namespaces', write: (state) => present(state).join(',') || undefined },
    { key: '@appkit/connection_status', write: (state) => (present(state).length > 0 ? 'connected' : 'disconnected') },
  ],
}
