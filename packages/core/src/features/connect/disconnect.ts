import { type AnyNamespace, isNamespace, type Namespace, namespaces } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import { walletConnectId } from '../../model/connector.ts'
import { disconnectConnectors, placesOf } from './disconnectConnectors.ts'

/**
 * Disconnects all wallets of a family and those linked with them, or all. The page is disconnected even if a wallet
 * fails.
 */
export async function disconnect(kit: Kit, { namespace }: { namespace?: AnyNamespace } = {}): Promise<void> {
  const isOther = namespace !== undefined && !isNamespace(namespace)
  const families = namespace === undefined || isOther ? namespaces : [namespace as Namespace]
  const places = families
    .flatMap((each) => placesOf(kit, each))
    .filter(({ connectorId }) => !isOther || connectorId === walletConnectId)
  if (!isOther || places.length > 0) await disconnectConnectors(kit, places, namespace as Namespace | undefined)
  // A family without kit support exists over WalletConnect only.
  if (isOther || namespace === undefined) await kit.walletConnect?.connectors[0]?.disconnect()
}
