import { type CaipNetworkId, type Namespace, parseCaipNetworkId } from '@billfold/protocol/caip'
import { cleanIcon, cleanText } from '@billfold/protocol/cleanText'
import { KitError } from '@billfold/protocol/error'
import { isMethodApproved } from '@billfold/protocol/wc/namespaces'
import { kitErrorOfPeer } from '@billfold/protocol/wc/wcErrors'
import type { ConnectorEvent, ConnectRequest, Session, WalletAccount } from '../../model/connector.ts'
import type { DeepLink } from '../../model/deepLink.ts'
import type { HubEvent } from '../../model/hubEvent.ts'
import type { NetworkInput } from '../../model/network.ts'
import type { Ports } from '../../ports/ports.ts'
import { createWcClient, type WcClient, type WcOptions } from '../../wc/createWcClient.ts'
import { linkTarget, requestLink, storeDeepLink, storedDeepLink } from '../../wc/deepLink.ts'
import { proposalOf } from '../../wc/families.ts'
import type { PeerAnswer } from '../../wc/peers.ts'
import type { Beside } from '../../wc/propose.ts'
import type { RequestParts } from '../../wc/requestParts.ts'
import { sessionRequest } from '../../wc/sessionRequest.ts'
import type { WcSession } from '../../wc/wcSession.ts'
import { createPairings } from './createPairings.ts'
import { accountsOf, addressesOn, grantedSession, namespacesOf, wireChain } from './grantedSession.ts'
import { followOthers, otherChains, otherFamiliesOf } from './otherFamilies.ts'
import { readSessionEvent } from './readSessionEvent.ts'
import { switchChain } from './switchChain.ts'
import { readWire, wireRequest } from './wireRequest.ts'

/** The client of the shared session. */
export type HubClient = Omit<WcClient, 'status' | 'emit' | 'ping' | 'extend' | 'expect' | 'onReturned'> &
  Partial<Pick<WcClient, 'expect' | 'onReturned'>>

export type HubParts = Pick<WcOptions, 'relays' | 'projectId' | 'metadata' | 'openWire'> &
  Pick<RequestParts, 'rpc' | 'rpcUrls' | 'apiUrl'> & {
    ports: Ports
    /** An alternative session request of the site, new for each link. */
    beside?: (() => Promise<Beside | undefined>) | undefined
    /** Whether to accept a wallet that approves when no one waits. */
    isFree: (namespace: Namespace) => boolean
    /** Whether a visitor waiting for one family may be connected in another. */
    mayMove: () => boolean
    /** The site's current chains. */
    networkIds: () => readonly CaipNetworkId[]
    /** Notifies a family's connector. */
    tell: (namespace: Namespace, event: ConnectorEvent) => void
    /** The site's networks of families without kit support. */
    otherNetworks?: (() => readonly NetworkInput[]) | undefined
    /** Notifies the UI. */
    announce: (event: HubEvent) => void
    /** The site's own client, in place of the kit's. */
    lent?: ((proposal: WcOptions['proposal']) => HubClient) | undefined
  }

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

/** Starts the shared session: restores an earlier one, or waits for a request. */
export function createHub({
  ports,
  tell,
  announce,
  networkIds: ownIds,
  otherNetworks = () => [],
  rpc,
  rpcUrls,
  apiUrl,
  beside,
  isFree,
  mayMove,
  lent,
  ...options
}: HubParts): Hub {
  const networkIds = () => [...ownIds(), ...otherChains(otherNetworks())]
  const currentProposal = () => proposalOf(networkIds())
  const client = lent?.(currentProposal) ?? createWcClient({ ...options, ports, proposal: currentProposal })
  const at = new Map<Namespace, { networkId: CaipNetworkId; addresses: readonly string[] }>()
  let chosen: DeepLink | undefined
  /** The last requested family. */
  let wanted: Namespace = 'eip155'

  const present = (): WcSession => {
    const session = client.session()
    if (!session) throw new KitError('provider_disconnected', { message: 'Please call connect() before request()' })
    return session
  }

  /** Reports a family's changed network or accounts to its connector. */
  function place(namespace: Namespace, networkId: CaipNetworkId, addresses: readonly string[]): void {
    const before = at.get(namespace)
    at.set(namespace, { networkId, addresses })
    if (!before) return
    if (before.networkId !== networkId) tell(namespace, { type: 'networkChanged', networkId })
    if (before.addresses.join() !== addresses.join())
      tell(namespace, { type: 'accountsChanged', accounts: accountsOf(namespace, addresses, client.session()) })
  }

  const tellOthers = followOthers(announce)

  /** The session changed: notifies each family of its part. */
  function replace(session: WcSession | undefined): void {
    tellOthers(session)
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

  const stops = [
    client.onStatus((status) => announce({ type: 'walletConnect/relayChanged', status })),
    client.on((e) => {
      if (e.type === 'ended') {
        replace(undefined)
        if (e.by !== 'otherTab') storeDeepLink(ports.storage, undefined)
        announce({ type: 'walletConnect/ended' })
      } else if (e.type === 'updated') {
        const isOther = at.size === 0
        replace(e.session)
        if (e.isLent) void settle(e.session)
        // Another tab connected: this one may restore the session.
        else if (isOther) for (const namespace of namespacesOf(e.session)) tell(namespace, { type: 'awoke' })
      } else {
        const move = readSessionEvent(present(), e)
        if (move?.kind === 'network') place(move.namespace, move.networkId, addressesOn(present(), move.networkId))
        if (move?.kind === 'accounts') place(move.namespace, move.networkId, move.addresses)
      }
    }),
  ]

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
      replace(session)
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
    replace(session)
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
    else if (at.size === 0) await client.disconnect()
  }

  /** Opens the visitor's wallet app, and reports the pending request. */
  function waitingFor(id: number, session: WcSession, method: string, networkId: CaipNetworkId): void {
    const link = storedDeepLink(ports.storage)
    const href = link && requestLink(link.href, { id, topic: session.topic })
    announce({
      type: 'walletConnect/requestSent',
      request: { id, method, networkId, ...(link && href ? { link: { href, name: link.name } } : {}) },
    })
    const document = ports.page.global('document') as { hasFocus?(): boolean } | undefined
    if (href && document?.hasFocus?.()) ports.page.open(href, linkTarget(href, ports.page.device()))
  }

  /** Runs a possible wallet request, and reports it as pending. */
  async function tracked<T>(method: string, networkId: CaipNetworkId, run: (onId: (id: number) => void) => Promise<T>) {
    const session = present()
    const sent: number[] = []
    try {
      return await run((id) => {
        sent.push(id)
        waitingFor(id, session, method, networkId)
      })
    } finally {
      for (const id of sent) announce({ type: 'walletConnect/requestEnded', id })
    }
  }

  /** Among errors, only the person's rejection proves that nothing was sent. */
  function reportLateAnswer(id: number, read: ((answer: unknown) => unknown) | undefined, answer: PeerAnswer): void {
    if ('result' in answer) {
      const result = read ? read(answer.result) : answer.result
      announce({ type: 'walletConnect/answeredLate', id, answer: { result } })
    } else if (kitErrorOfPeer(answer.error).code === 'user_rejected')
      announce({ type: 'walletConnect/answeredLate', id, answer: { isRejected: true } })
  }

  const request: Hub['request'] = async (networkId, method, params, signal) => {
    const session = present()
    const chainId = wireChain(session, networkId)
    const isApproved = (name: string) => isMethodApproved(session.namespaces, chainId, name)
    const { read, ...wire } = wireRequest({ method, params }, isApproved)
    let own: number | undefined
    const onAfter = (answer: PeerAnswer) => own !== undefined && reportLateAnswer(own, read, answer)
    const answer = await tracked(wire.method, networkId, (onId) =>
      sessionRequest(
        { client, rpc, rpcUrls, apiUrl, projectId: options.projectId, goTo },
        {
          ...{ ...wire, chainId, signal, onAfter },
          onId(id) {
            own = id
            onId(id)
          },
        },
      ),
    )
    return read ? read(answer) : answer
  }

  const goTo = (chainId: string, signal?: AbortSignal) => switchNetwork(chainId as CaipNetworkId, undefined, signal)

  async function switchNetwork(networkId: CaipNetworkId, add: unknown, signal?: AbortSignal): Promise<void> {
    const session = present()
    const namespace = parseCaipNetworkId(networkId).namespace
    const from = at.get(namespace)?.networkId ?? grantedSession(session, namespace)?.networkId
    const chainId = from && wireChain(session, from)
    await switchChain({
      networkId,
      add,
      clock: ports.clock,
      signal,
      isGranted: () => addressesOn(present(), networkId).length > 0,
      isApproved: (method) => chainId !== undefined && isMethodApproved(session.namespaces, chainId, method),
      onUpdate: (listener) => client.on((e) => e.type === 'updated' && listener()),
      ask: (method, params) =>
        tracked(method, networkId, (onId) => client.request({ chainId: chainId ?? '', method, params, signal, onId })),
    })
    place(namespace, networkId, addressesOn(present(), networkId))
  }

  const stopDoubt = client.onReturned?.(pairings.doubt)
  tellOthers(client.session())
  const hub: Hub = {
    client,
    take,
    async connect(namespace, request) {
      const granted = grantedSession(await open(namespace, request), namespace, request.networkId)
      if (!granted)
        throw new KitError('chain_disconnected', { message: `The wallet shared no account for ${namespace}` })
      at.set(namespace, { networkId: granted.networkId, addresses: addressesIn(granted) })
      return granted
    },
    disconnect: () => client.disconnect(),
    request,
    expect({ id, method }) {
      client.expect?.(id, (answer) => reportLateAnswer(id, (result) => readWire(method, result), answer))
    },
    accounts: (namespace) => accountsOf(namespace, at.get(namespace)?.addresses ?? [], client.session()),
    switchNetwork,
    link(link) {
      chosen = link
    },
    renewLink: pairings.renew,
    dispose() {
      for (const stop of stops) stop()
      stopDoubt?.()
      pairings.end()
      client.dispose()
    },
  }
  hubs.set(ports, hub)
  return hub
}

const addressesIn = ({ accounts }: Session) => accounts.map(({ address }) => address)

/** The wallet's metadata, sanitized. */
function peerOf({ peer: { metadata } }: WcSession) {
  const icon = metadata.icons.map(cleanIcon).find((clean) => clean !== undefined)
  return { name: cleanText(metadata.name, 40) || 'Wallet', ...(icon ? { icon } : {}) }
}
