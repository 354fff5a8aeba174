import { type CaipNetworkId, isNamespace, type Namespace } from '@billfold/protocol/caip'
import { familyOf, isChainId } from '@billfold/protocol/wc/namespaces'
import { walletConnectId } from '../../model/connector.ts'
import type { HubEvent } from '../../model/hubEvent.ts'
import type { NetworkInput } from '../../model/network.ts'
import type { WcSession } from '../../wc/wcSession.ts'
import { grantedSession } from './grantedSession.ts'

/** A site's CAIP-2 ids of networks without kit support; drops invalid ones. */
export const otherChains = (networks: readonly NetworkInput[]): CaipNetworkId[] =>
  networks
    .map(
      ({ caipNetworkId, id, chainNamespace }) =>
        caipNetworkId ?? (chainNamespace ? `${chainNamespace}:${id}` : `${id}`),
    )
    .filter(isChainId) as CaipNetworkId[]

/** A session's families without kit support. */
export const otherFamiliesOf = (session: WcSession | undefined): Namespace[] =>
  [...new Set(Object.keys(session?.namespaces ?? {}).map(familyOf))].filter((one) => !isNamespace(one)) as Namespace[]

/**
 * Emits what a session grants in families outside the kit's own, whenever it changes. Their accounts connect like any
 * other, but belong to no network in the dialog, and their addresses are not validated.
 */
export function followOthers(tell: (event: HubEvent) => void): (session: WcSession | undefined) => void {
  const emitted = new Map<Namespace, string | undefined>()
  return (session) => {
    for (const namespace of new Set([...emitted.keys(), ...otherFamiliesOf(session)])) {
      const granted = session && grantedSession(session, namespace)
      const text = granted && JSON.stringify(granted)
      if (emitted.get(namespace) === text) continue
      emitted.set(namespace, text)
      if (granted)
        tell({ type: 'account/connected', namespace, connectorId: walletConnectId, how: 'reconnect', ...granted })
      else tell({ type: 'account/disconnected', namespace, by: 'wallet' })
    }
  }
}
