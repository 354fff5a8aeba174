import { type CaipNetworkId, isNamespace, type Namespace } from '@billfold/protocol/caip'
import { familyOf, isChainId } from '@billfold/protocol/wc/namespaces'
import type { NetworkInput } from '../../features/network/toNetwork.ts'
import type { WcSession } from '../../wc/wcSession.ts'
import { walletConnectId } from '../connector.ts'
import { grantedSession } from './grantedSession.ts'
import type { HubEvent } from './hubEvent.ts'

/** A site's networks of families that the kit does not speak, by their CAIP-2 names; what is none is asked of no one. */
export const otherChains = (networks: readonly NetworkInput[]): CaipNetworkId[] =>
  networks
    .map(
      ({ caipNetworkId, id, chainNamespace }) =>
        caipNetworkId ?? (chainNamespace ? `${chainNamespace}:${id}` : `${id}`),
    )
    .filter(isChainId) as CaipNetworkId[]

/** The families of a session that the kit does not speak. */
export const otherFamiliesOf = (session: WcSession | undefined): Namespace[] =>
  [...new Set(Object.keys(session?.namespaces ?? {}).map(familyOf))].filter((one) => !isNamespace(one)) as Namespace[]

/**
 * Emits what a session grants in families outside the kit's own, whenever it changes. Their accounts connect like any other, but
 * belong to no network in the dialog, and their addresses are taken as given.
 */
export function followOthers(tell: (event: HubEvent) => void): (session: WcSession | undefined) => void {
  const told = new Map<Namespace, string | undefined>()
  return (session) => {
    for (const namespace of new Set([...told.keys(), ...otherFamiliesOf(session)])) {
      const granted = session && grantedSession(session, namespace)
      const text = granted && JSON.stringify(granted)
      if (told.get(namespace) === text) continue
      told.set(namespace, text)
      if (granted)
        tell({ type: 'account/connected', namespace, connectorId: walletConnectId, how: 'reconnect', ...granted })
      else tell({ type: 'account/disconnected', namespace, by: 'wallet' })
    }
  }
}
