import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Connector, Search } from './connectors/connector.ts'
import { web3Wallets } from './connectors/injectedWeb3/web3Wallets.ts'
import { followForms } from './features/account/followForms.ts'
import { findNetwork, networkIdOf } from './features/network/network.ts'
import type { Kit } from './kit.ts'

/** Discovers Polkadot's wallets, and writes their accounts in the active network's format. */
export function seekPolkadot(kit: Kit, onConnector: (connector: Connector) => void): Search {
  const places = {
    inUse: () => networkIdOf(kit.store.get(), 'polkadot'),
    prefixOf: (id: CaipNetworkId) => findNetwork(kit.store.get(), id)?.addressPrefix,
  }
  return { ask: web3Wallets(kit.ports, places, onConnector), stop: followForms(kit, 'polkadot') }
}
