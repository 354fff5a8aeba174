import type { CaipNetworkId } from '@billfold/protocol/caip'
import { web3Wallets } from '../connectors/injectedWeb3/web3Wallets.ts'
import { reformatAddresses } from '../features/account/reformatAddresses.ts'
import type { Kit } from '../kit.ts'
import type { Connector, Search } from '../model/connector.ts'
import { findNetwork, networkIdOf } from '../model/findNetwork.ts'

/** Discovers Polkadot's wallets, and writes their accounts in the active network's format. */
export function discoverPolkadot(kit: Kit, onConnector: (connector: Connector) => void): Search {
  const places = {
    inUse: () => networkIdOf(kit.store.get(), 'polkadot'),
    prefixOf: (id: CaipNetworkId) => findNetwork(kit.store.get(), id)?.addressPrefix,
  }
  return { ask: web3Wallets(kit.ports, places, onConnector), stop: reformatAddresses(kit, 'polkadot') }
}
