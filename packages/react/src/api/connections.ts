import { connectionsOf as connectionsIn, isSameAccount } from '@billfold/core/features/connect/connections'
import { findMerged } from '@billfold/core/features/connect/mergedConnectors'
import { connectorImageUrl, networkImageUrl } from '@billfold/core/features/wallets/imageUrl'
import type { Connection as Connected } from '@billfold/core/model/connections'
import type { WalletAccount } from '@billfold/core/model/connector'
import { findNetwork } from '@billfold/core/model/findNetwork'
import type { State } from '@billfold/core/model/state'
import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import { type CaipNetwork, toCaipNetwork } from './caipNetwork.ts'

/** A wallet and what it shares with the page, as AppKit's hooks tell it. */
export type Connection = {
  /** The wallet's name. */
  name?: string
  /** The wallet's picture, as an address. */
  icon?: string
  /** The picture of the network it is on. */
  networkIcon?: string
  /** The accounts that the wallet shares, the one in use first. */
  accounts: (Pick<WalletAccount, 'address'> & Partial<WalletAccount>)[]
  /** The network that the wallet is on. */
  caipNetwork?: CaipNetwork
  /** The wallet's id, for `switchConnection` and `deleteConnection`. */
  connectorId: string
}
/** A family's wallets. */
export type Connections = {
  /** Connected wallets, the current one first. */
  connections: Connection[]
  /** Wallets that were connected earlier and cannot be reached now. */
  recentConnections: Connection[]
}

/** A family's connected wallets, the current one first, and those it had that cannot be reached now. */
export function connectionsOf(state: State, namespace: Namespace = state.network.activeNamespace): Connections {
  const connected = connectionsIn(state, namespace)
  const isConnected = (id: string) => connected.some(({ connectorId }) => connectorId === id)
  const known = new Set([state.remembered[namespace], ...(state.connections[namespace]?.known ?? [])])
  return {
    connections: connected.map((connection) => ({
      ...walletOf(state, connection.connectorId),
      ...placeOf(state, connection.networkId),
      accounts: accountsOf(connection),
    })),
    recentConnections: [...known].flatMap((id) =>
      id === undefined || isConnected(id) ? [] : [{ ...walletOf(state, id), accounts: [] }],
    ),
  }
}

/** A wallet's accounts, the one in use first. */
const accountsOf = ({ accounts, ...inUse }: Connected): WalletAccount[] =>
  accounts.toSorted((a, b) => Number(isSameAccount(b, inUse)) - Number(isSameAccount(a, inUse)))

function walletOf(state: State, connectorId: string): Pick<Connection, 'connectorId' | 'name' | 'icon'> {
  const wallet = findMerged(state, connectorId)
  const icon = wallet && connectorImageUrl(state, wallet)
  return { connectorId, ...(wallet ? { name: wallet.name } : {}), ...(icon ? { icon } : {}) }
}

function placeOf(state: State, networkId: CaipNetworkId): Pick<Connection, 'caipNetwork' | 'networkIcon'> {
  const network = findNetwork(state, networkId)
  if (!network) return {}
  const networkIcon = networkImageUrl(state, network)
  return { caipNetwork: toCaipNetwork(network), ...(networkIcon ? { networkIcon } : {}) }
}
