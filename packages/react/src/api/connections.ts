import { connectedAccount } from '@billfold/core/features/account/account'
import { findMerged } from '@billfold/core/features/connect/mergedConnectors'
import { findNetwork } from '@billfold/core/features/network/network'
import { connectorImageUrl, networkImageUrl } from '@billfold/core/features/wallets/imageUrl'
import type { State } from '@billfold/core/store'
import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import { type CaipNetwork, toCaipNetwork } from './caipNetwork.ts'

/** A wallet and what it shares with the page, as AppKit's hooks tell it. */
export type Connection = {
  name?: string
  icon?: string
  networkIcon?: string
  accounts: { type?: string; address: string }[]
  caipNetwork?: CaipNetwork
  connectorId: string
}
export type Connections = { connections: Connection[]; recentConnections: Connection[] }

/** One family's wallet while connected, and the one it had last when that cannot be reached now. */
export function connectionsOf(state: State, namespace: Namespace = state.network.activeNamespace): Connections {
  const account = connectedAccount(state, namespace)
  const last = state.remembered[namespace]
  return {
    connections: account
      ? [
          {
            ...walletOf(state, account.connectorId),
            ...placeOf(state, account.networkId),
            accounts: accountsOf(account),
          },
        ]
      : [],
    recentConnections:
      last !== undefined && last !== account?.connectorId ? [{ ...walletOf(state, last), accounts: [] }] : [],
  }
  function accountsOf({ address, accounts }: { address: string; accounts: readonly string[] }) {
    const type = namespace === 'bip122' ? 'payment' : 'eoa'
    return [address, ...accounts.filter((other) => other !== address)].map((each) => ({ type, address: each }))
  }
}

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
