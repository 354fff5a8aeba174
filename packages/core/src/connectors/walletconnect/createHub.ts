import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { ConnectRequest, Session, WalletAccount } from '../../model/connector.ts'
import type { DeepLink } from '../../model/deepLink.ts'
import type { Ports } from '../../ports/ports.ts'
import { createWcClient } from '../../wc/createWcClient.ts'
import { storeDeepLink } from '../../wc/deepLink.ts'
import { proposalOf } from '../../wc/families.ts'
import type { WcSession } from '../../wc/wcSession.ts'
import { createPlaces } from './createPlaces.ts'
import { createRequests } from './createRequests.ts'
import { createSessions } from './createSessions.ts'
import { addressesOn, grantedSession, namespacesOf } from './grantedSession.ts'
import type { HubClient, HubParts } from './hubParts.ts'
import { otherChains } from './otherFamilies.ts'
import { readSessionEvent } from './readSessionEvent.ts'

/** A WalletConnect session, shared by the connectors of all families. */
export type Hub = {
  client: HubClient
  /** Adopts a session that the client created outside the dialog. */
  take(session: WcSession): void
  connect(namespace: Namespace, request: ConnectRequest): Promise<Session>
  disconnect(): Promise<void>
  request(networkId: CaipNetworkId, method: string, params: unknown, signal?: AbortSignal): Promise<unknown>
  /** Accepts the response to an earlier page's request. */
  expect(request: { id: number; method: string }): void
  accounts(namespace: Namespace): readonly WalletAccount[]
  switchNetwork(networkId: CaipNetworkId, add: unknown, signal: AbortSignal): Promise<void>
  /** The app the visitor is about to open; stored with the resulting session. */
  link(link: DeepLink | undefined): void
  /** Replaces the shown link. */
  renewLink(): void
  dispose(): void
}

/** Each loaded hub by its kit's ports, for code that loads later. */
export const hubs = new WeakMap<Ports, Hub>()

/** Starts the shared session: restores an earlier one, or opens one on request. */
export function createHub(parts: HubParts): Hub {
  const { ports, tell, announce, networkIds: ownIds, otherNetworks = () => [], lent, ...options } = parts
  const networkIds = () => [...ownIds(), ...otherChains(otherNetworks())]
  const proposal = () => proposalOf(networkIds())
  const client = lent?.(proposal) ?? createWcClient({ ...options, ports, proposal })

  const present = (): WcSession => {
    const session = client.session()
    if (!session) throw new KitError('provider_disconnected', { message: 'Please call connect() before request()' })
    return session
  }

  const places = createPlaces({ client, tell, announce })
  const sessions = createSessions({ ...parts, networkIds, client, places })
  const requests = createRequests({ ...parts, client, places, present })

  const stops = [
    client.onStatus((status) => announce({ type: 'walletConnect/relayChanged', status })),
    client.on((e) => {
      if (e.type === 'ended') {
        places.replace(undefined)
        if (e.by !== 'otherTab') storeDeepLink(ports.storage, undefined)
        announce({ type: 'walletConnect/ended' })
      } else if (e.type === 'updated') {
        const isOther = places.isUnused()
        places.replace(e.session)
        if (e.isLent) void sessions.settle(e.session)
        // Another tab connected: this one may restore the session.
        else if (isOther) for (const namespace of namespacesOf(e.session)) tell(namespace, { type: 'awoke' })
      } else {
        const move = readSessionEvent(present(), e)
        if (move?.kind === 'network')
          places.place(move.namespace, move.networkId, addressesOn(present(), move.networkId))
        if (move?.kind === 'accounts') places.place(move.namespace, move.networkId, move.addresses)
      }
    }),
  ]

  const stopDoubt = client.onReturned?.(sessions.doubt)
  places.announceOthers(client.session())
  const hub: Hub = {
    client,
    take: sessions.take,
    async connect(namespace, request) {
      const granted = grantedSession(await sessions.open(namespace, request), namespace, request.networkId)
      if (!granted)
        throw new KitError('chain_disconnected', { message: `The wallet shared no account for ${namespace}` })
      places.take(namespace, granted)
      return granted
    },
    disconnect: () => client.disconnect(),
    ...requests,
    accounts: places.accounts,
    link: sessions.link,
    renewLink: sessions.renewLink,
    dispose() {
      for (const stop of stops) stop()
      stopDoubt?.()
      sessions.end()
      client.dispose()
    },
  }
  hubs.set(ports, hub)
  return hub
}
