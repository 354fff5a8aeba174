import { type Namespace, namespaces } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import { disconnectConnectors, placesOf } from './disconnectConnectors.ts'

/** Disconnects the wallet of one connector, in one family or in all; others stay. */
export async function leaveWallet(
  kit: Kit,
  { connectorId, namespace }: { connectorId: string; namespace?: Namespace | undefined },
): Promise<void> {
  const places = (namespace ? [namespace] : namespaces)
    .flatMap((each) => placesOf(kit, each))
    .filter((place) => place.connectorId === connectorId)
  if (places.length > 0) await disconnectConnectors(kit, places, namespace)
}
