import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import { cleanIcon, cleanText } from '@billfold/protocol/cleanText'
import { KitError } from '@billfold/protocol/error'
import type { ConnectRequest } from '../../model/connector.ts'
import type { DeepLink } from '../../model/deepLink.ts'
import { storeDeepLink } from '../../wc/deepLink.ts'
import type { WcSession } from '../../wc/wcSession.ts'
import { createPairings } from './createPairings.ts'
import type { Places } from './createPlaces.ts'
import { namespacesOf } from './grantedSession.ts'
import type { HubClient, HubParts } from './hubParts.ts'
import { otherFamiliesOf } from './otherFamilies.ts'

type Parts = Pick<HubParts, 'ports' | 'announce' | 'beside' | 'isFree' | 'mayMove'> & {
  networkIds: () => readonly CaipNetworkId[]
  client: HubClient
  places: Places
}

/** Opens sessions, through a link or from an earlier page, and announces what the wallet granted. */
export function createSessions({ ports, announce, beside, isFree, mayMove, networkIds, client, places }: Parts) {
  let chosen: DeepLink | undefined
  /** The family that was asked for last. */
  let wanted: Namespace = 'eip155'

  async function open(namespace: Namespace, { silent, signal }: ConnectRequest): Promise<WcSession> {
    const kept = client.session()
    if (silent) {
      if (!kept) throw new KitError('unauthorized', { message: 'There is no wallet session to restore' })
      announce({ type: 'walletConnect/resumed', peer: peerOf(kept) })
      return kept
    }
    wanted = namespace
    chosen = undefined
    try {
      const session = await pairings.wait(signal)
      storeDeepLink(ports.storage, chosen)
      places.replace(session)
      await settle(session, namespace)
      return session
    } finally {
      // A newer attempt already shows the link.
      if (!pairings.isWatched()) announce({ type: 'walletConnect/pairingEnded' })
    }
  }

  const pairings = createPairings({
    propose: async (offer) =>
      client.propose({
        ...offer,
        beside: await beside?.(),
        // A late approval connects, unless something else has happened since.
        isWelcome: () => pairings.isWatched() || (!client.session() && isFree(wanted)),
      }),
    clock: ports.clock,
    requestKey: () => networkIds().join(),
    onUri: (uri, expiresAt) => announce({ type: 'walletConnect/uriOffered', uri, expiresAt }),
    onLate: take,
  })

  function take(session: WcSession): void {
    storeDeepLink(ports.storage, chosen)
    places.replace(session)
    void settle(session)
  }

  /** Reports a wallet's grant. A useless session ends, so that nothing of it is stored. */
  async function settle(session: WcSession, namespace?: Namespace): Promise<void> {
    const namespaces = namespacesOf(session)
    const isElsewhere = namespace !== undefined && !namespaces.includes(namespace)
    // A wallet may have none of the dialog's families, but those the site requested.
    const isOther = otherFamiliesOf(session).length > 0
    if (!isElsewhere || ((namespaces.length > 0 || isOther) && mayMove()))
      announce({
        type: 'walletConnect/settled',
        namespaces,
        ...(namespace ? { namespace } : {}),
        ...(isElsewhere ? { isElsewhere } : {}),
        peer: peerOf(session),
      })
    else if (places.isUnused()) await client.disconnect()
  }

  return {
    open,
    take,
    settle,
    renewLink: pairings.renew,
    doubt: pairings.doubt,
    end: pairings.end,
    link(link: DeepLink | undefined): void {
      chosen = link
    },
  }
}

/** The wallet's metadata, sanitized. */
function peerOf({ peer: { metadata } }: WcSession) {
  const icon = metadata.icons.map(cleanIcon).find((clean) => clean !== undefined)
  return { name: cleanText(metadata.name, 40) || 'Wallet', ...(icon ? { icon } : {}) }
}
