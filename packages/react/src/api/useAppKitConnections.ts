import type { Namespace } from '@billfold/protocol/caip'
import { useMemo } from 'react'
import { useSelectOf } from '../hooks/useSelect.ts'
import { useAppKitOf } from './AppKitContext.ts'
import { type Connections, connectionsOf } from './connections.ts'

/** The wallets of a family (by default the active one): connected, the current one first, and known but out of reach. */
export function useAppKitConnections(namespace?: Namespace): Connections {
  const { kit } = useAppKitOf('useAppKitConnections')
  // The inputs of the lists: the same inputs return the same lists.
  const parts = useSelectOf(kit, ({ connections, connectors, remembered, network, options }) => ({
    connections,
    connectors,
    remembered,
    network,
    options,
  }))
  return useMemo(() => connectionsOf({ ...kit.store.get(), ...parts }, namespace), [kit, parts, namespace])
}
