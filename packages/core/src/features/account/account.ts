import { namespaces } from '@billfold/protocol/caip'
import type { Account, Accounts } from '../../model/account.ts'
import type { Event, State } from '../../model/state.ts'
import type { Feature } from '../../store/feature.ts'

const disconnected: Account = { status: 'disconnected' }
export const accountsInitial = Object.fromEntries(namespaces.map((n) => [n, disconnected])) as Accounts

/** Stores each family's account. */
function reduceAccounts(state: Accounts, e: Event): Accounts {
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

const present = (state: State) =>
  namespaces.filter((n) => state.account[n].status === 'connected' || state.account[n].status === 'reconnecting')

export const accountFeature: Feature<Accounts> = {
  initial: accountsInitial,
  reduce: reduceAccounts,
  keeps: [
    { key: '@appkit/connected_namespaces', write: (state) => present(state).join(',') || undefined },
    { key: '@appkit/connection_status', write: (state) => (present(state).length > 0 ? 'connected' : 'disconnected') },
  ],
}
