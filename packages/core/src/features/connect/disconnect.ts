import { type Namespace, namespaces } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import { leaveConnections, placesOf } from './leaveConnections.ts'

/** Leaves every wallet of a family and those linked with it, or all. The page is disconnected whatever the wallets say. */
export function disconnect(kit: Kit, { namespace }: { namespace?: Namespace } = {}): Promise<void> {
  const places = (namespace ? [namespace] : namespaces).flatMap((each) => placesOf(kit, each))
  return leaveConnections(kit, places, namespace)
}
