import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import type { Session } from '../../model/connector.ts'
import type { WcSession } from '../../wc/wcSession.ts'
import { accountsOf, grantedSession } from './grantedSession.ts'
import type { HubClient, HubParts } from './hubParts.ts'
import { followOthers } from './otherFamilies.ts'

export type Places = ReturnType<typeof createPlaces>

/** The network and the accounts of each family that uses the session; its connector learns of every change. */
export function createPlaces({ client, tell, announce }: Pick<HubParts, 'tell' | 'announce'> & { client: HubClient }) {
  const at = new Map<Namespace, { networkId: CaipNetworkId; addresses: readonly string[] }>()
  const announceOthers = followOthers(announce)

  /** Reports a family's changed network or accounts to its connector. */
  function place(namespace: Namespace, networkId: CaipNetworkId, addresses: readonly string[]): void {
    const before = at.get(namespace)
    at.set(namespace, { networkId, addresses })
    if (!before) return
    if (before.networkId !== networkId) tell(namespace, { type: 'networkChanged', networkId })
    if (before.addresses.join() !== addresses.join())
      tell(namespace, { type: 'accountsChanged', accounts: accountsOf(namespace, addresses, client.session()) })
  }

  /** The session changed: notifies each family of its part. */
  function replace(session: WcSession | undefined): void {
    announceOthers(session)
    for (const [namespace, { networkId }] of [...at]) {
      const granted = session && grantedSession(session, namespace, networkId)
      if (granted) {
        place(namespace, granted.networkId, addressesIn(granted))
        tell(namespace, { type: 'networksGranted', networkIds: granted.approvedNetworkIds })
      } else {
        at.delete(namespace)
        tell(namespace, { type: 'disconnected' })
      }
    }
  }

  return {
    place,
    replace,
    announceOthers,
    isUnused: () => at.size === 0,
    networkOf: (namespace: Namespace) => at.get(namespace)?.networkId,
    accounts: (namespace: Namespace) => accountsOf(namespace, at.get(namespace)?.addresses ?? [], client.session()),
    take(namespace: Namespace, granted: Session): void {
      at.set(namespace, { networkId: granted.networkId, addresses: addressesIn(granted) })
    },
  }
}

const addressesIn = ({ accounts }: Session) => accounts.map(({ address }) => address)
