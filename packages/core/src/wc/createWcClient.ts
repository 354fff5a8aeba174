import { KitError } from '@billfold/protocol/error'
import { generateKey } from '@billfold/protocol/wc/keys'
import { isEventApproved, isMethodApproved, type ProposalNamespaces } from '@billfold/protocol/wc/namespaces'
import type { PeerMetadata } from '@billfold/protocol/wc/peer'
import { lifetimes } from '@billfold/protocol/wc/session'
import { peerError, wcErrors } from '@billfold/protocol/wc/wcErrors'
import type { RelayEntry } from '../model/relayEntry.ts'
import type { RelayStatus } from '../model/relayStatus.ts'
import type { Stop } from '../ports/clock.ts'
import { loadOnce } from '../ports/loadOnce.ts'
import type { Ports } from '../ports/ports.ts'
import { answerPeer, type WcEvent } from './answerPeer.ts'
import { createPeers } from './createPeers.ts'
import { createRelayPool } from './createRelayPool.ts'
import { isIdempotent } from './families.ts'
import { loadWcCrypto } from './loadWcCrypto.ts'
import { type OpenSocket, openPageSocket } from './openSocket.ts'
import type { PeerAnswer, PeerRequest } from './peers.ts'
import { type Proposal, propose } from './propose.ts'
import { signedRelayUrl } from './relayUrl.ts'
import { relayUrls } from './relayUrls.ts'
import { isExpired, type WcSession } from './wcSession.ts'
import { type StoredClient, wcStorage } from './wcStorage.ts'

export type WcOptions = {
  /** The site's relays; `projectId` is for those that name none of their own. */
  relays: readonly RelayEntry[]
  projectId: string
  metadata: () => PeerMetadata
  /** The kit's current request: an update may grant what was added since the session began. */
  proposal: () => ProposalNamespaces
  ports: Ports
  openWire?: OpenSocket
}

export type SessionRequest = {
  chainId: string
  method: string
  params: unknown
  signal?: AbortSignal | undefined
  /** Time for a person to respond; 300 to 604800. */
  expirySeconds?: number
  /** Receives a response that arrives after the request was given up. */
  onAfter?: ((answer: PeerAnswer) => void) | undefined
  onId?: ((id: number) => void) | undefined
}

/** `namespaces`: replaces the kit's usual request. */
export type Offer = Pick<Proposal, 'signal' | 'onUri' | 'beside'> &
  Partial<Pick<Proposal, 'isWelcome' | 'namespaces' | 'onTaken' | 'required'>>

/** A WalletConnect client with at most one session. */
export type WcClient = {
  status(): RelayStatus
  onStatus(listener: (status: RelayStatus) => void): Stop
  /** Fires when the relay is back after an outage. */
  onReturned(listener: () => void): Stop
  session(): WcSession | undefined
  on(listener: (event: WcEvent) => void): Stop
  /** Proposes a session; the previous one ends once a wallet approves the new one. */
  propose(o: Offer): Promise<WcSession>
  request(request: SessionRequest): Promise<unknown>
  /** Accepts the response to an earlier page's request in this session. */
  expect(id: number, onAfter: (answer: PeerAnswer) => void): void
  emit(event: { name: string; data: unknown }, chainId: string): Promise<void>
  ping(): Promise<void>
  extend(): Promise<void>
  disconnect(): Promise<void>
  /** Stores the wallet's properties with its session. */
  keepProperties(properties: Record<string, unknown>): void
  dispose(): void
}

const quickMs = 30_000

/** Starts a client: restores a verified session from storage, and connects only if there is one. */
export function createWcClient({ relays, projectId, metadata, proposal, ports, openWire }: WcOptions): WcClient {
  const { clock, log, page } = ports
  const storage = wcStorage(ports.storage, log)
  const subject = generateKey()
  const getCrypto = loadOnce(() => loadWcCrypto(page))
  const listeners = new Set<(event: WcEvent) => void>()
  const returned = new Set<() => void>()
  /** A relay is known by its first address; each connection to it gets a token of its own. */
  function addressesOf(entry: RelayEntry) {
    const urls = relayUrls(entry.url)
    let at = 0
    const url = async (isAnother: boolean) => {
      if (isAnother) at = (at + 1) % urls.length
      const signer = await (await getCrypto()).signer(storage.seed())
      return signedRelayUrl(urls[at] ?? urls[0], entry.projectId ?? projectId, { signer, subject, now: clock.now() })
    }
    return { name: urls[0], url }
  }

  const relay = createRelayPool({
    relays: relays.map(addressesOf),
    openWire: openWire ?? openPageSocket(page),
    receive: (topic, message, via) => peers.receive(topic, message, via),
    returned(via) {
      peers.returned(via)
      for (const listener of [...returned]) listener()
    },
    clock,
    page,
    log,
  })
  const peers = createPeers({ relay: () => relay, clock, log })
  let kept: StoredClient | undefined
  let stopExpiry: Stop = () => undefined
  const leaving = new Set<Stop>()

  function leaveAt(topic: string, at: number): void {
    const stop = clock.after(at - clock.now(), () => {
      leaving.delete(stop)
      peers.leave(topic)
    })
    leaving.add(stop)
  }

  const tell = (event: WcEvent) => {
    for (const listener of [...listeners]) listener(event)
  }
  const topicNow = () => kept?.session.topic

  /** Replaces the current session; undefined ends it. */
  function take(next: StoredClient | undefined, { save = true } = {}): void {
    const before = topicNow()
    kept = next
    stopExpiry()
    if (next) stopExpiry = clock.after(next.session.expiry * 1000 - clock.now(), () => end('expiry'))
    if (save) storage.save(next)
    if (before !== undefined && before !== topicNow()) peers.leave(before)
  }

  function end(by: Extract<WcEvent, { type: 'ended' }>['by']): void {
    if (!kept) return
    take(undefined, { save: by !== 'otherTab' })
    tell({ type: 'ended', by })
  }

  function hear(topic: string, request: PeerRequest): PeerAnswer | undefined {
    if (!kept || kept.session.topic !== topic) return { error: peerError('user_disconnected') }
    const { answer, session, event } = answerPeer(kept.session, request, {
      nowMs: clock.now(),
      requested: [proposal()],
    })
    if (session !== kept.session) take(session && { ...kept, session })
    if (event) tell(event)
    return answer
  }

  function join({ symKey, session: { topic, relay } }: StoredClient): void {
    const ready = peers.join({ topic, symKey, over: relay.data }, (request) => hear(topic, request))
    ready.catch((e: unknown) => log.info('The session waits for the relay', e))
    prove(topic, symKey).catch((e: unknown) => log.info('The session could not be checked', e))
  }

  /** A stored topic must match its key; with another, the wallet could not read us. */
  async function prove(topic: string, symKey: string): Promise<void> {
    const isOwn = (await (await getCrypto()).topicOf(symKey)) === topic
    if (!isOwn && topicNow() === topic) end('expiry')
  }

  /** Another tab changed the storage: adopt it. */
  function follow(): void {
    const stored = storage.load(clock.now())
    if (!stored) {
      end('otherTab')
      return
    }
    const isNew = stored.session.topic !== topicNow()
    take(stored, { save: false })
    if (isNew) join(stored)
    tell({ type: 'updated', session: stored.session })
  }

  function present(): StoredClient {
    if (kept && isExpired(kept.session, clock.now())) end('expiry')
    if (!kept) throw new KitError('provider_disconnected', { message: 'Please call connect() before request()' })
    return kept
  }

  const ask = (method: 'wc_sessionPing' | 'wc_sessionExtend') =>
    peers.ask({ topic: present().session.topic, method, params: {}, timeoutMs: quickMs, isRepeatable: true })

  const restored = storage.load(clock.now())
  take(restored, { save: false })
  if (restored) join(restored)
  const stopFollowing = storage.onChange(follow)

  return {
    status: relay.status,
    onStatus: relay.onStatus,
    onReturned(listener) {
      returned.add(listener)
      return () => void returned.delete(listener)
    },
    session: () => kept?.session,
    on(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async propose({ isWelcome = () => true, ...offer }) {
      const { signal } = offer
      const what = { namespaces: proposal(), metadata: metadata(), crypto: await getCrypto() }
      const next = await propose(peers, { ...what, ...offer, clock, log, hear, isWelcome, leaveAt })
      const before = topicNow()
      if (signal.aborted) {
        void sendGoodbye(next.session.topic)
        peers.leave(next.session.topic)
        throw new KitError('aborted')
      }
      if (before !== undefined) void sendGoodbye(before)
      take(next)
      return next.session
    },
    async request({ chainId, method, params, signal, expirySeconds = lifetimes.request.min, onId, onAfter }) {
      const { session } = present()
      const { min, max } = lifetimes.request
      if (!(expirySeconds >= min && expirySeconds <= max))
        throw new KitError('invalid_input', { message: `A request's expiry must be between ${min} and ${max} seconds` })
      if (!isMethodApproved(session.namespaces, chainId, method))
        throw new KitError('unauthorized', { message: `The wallet did not approve ${method} on ${chainId}` })
      const expiryTimestamp = Math.floor(clock.now() / 1000) + expirySeconds
      return peers.ask({
        topic: session.topic,
        method: 'wc_sessionRequest',
        params: { request: { method, params: params ?? [], expiryTimestamp }, chainId },
        timeoutMs: expirySeconds * 1000,
        ttl: expirySeconds,
        late: 'Request expired. Please try again.',
        isRepeatable: isIdempotent(method),
        signal,
        onId,
        onAfter,
      })
    },
    expect(id, onAfter) {
      const topic = topicNow()
      if (topic !== undefined) peers.expect({ topic, id, onAfter })
    },
    async emit(event, chainId) {
      if (!isEventApproved(present().session.namespaces, chainId, event.name))
        throw new KitError('unauthorized', { message: `The wallet did not approve ${event.name} on ${chainId}` })
      // Wallets do not acknowledge events: done once the relay has it.
      await peers.tell(present().session.topic, 'wc_sessionEvent', { event, chainId })
    },
    async ping() {
      await ask('wc_sessionPing')
    },
    async extend() {
      await ask('wc_sessionExtend')
      const now = present()
      take({ ...now, session: { ...now.session, expiry: Math.floor(clock.now() / 1000) + lifetimes.session } })
    },
    async disconnect() {
      const topic = topicNow()
      if (topic === undefined) return
      const goodbye = sendGoodbye(topic)
      end('user')
      await goodbye
    },
    keepProperties(properties) {
      if (!kept) return
      const { session } = kept
      take({ ...kept, session: { ...session, sessionProperties: { ...session.sessionProperties, ...properties } } })
    },
    dispose() {
      stopFollowing()
      stopExpiry()
      for (const stop of leaving) stop()
      listeners.clear()
      relay.close()
    },
  }

  /** The session has ended here even if the wallet is unreachable. */
  async function sendGoodbye(topic: string): Promise<void> {
    try {
      await peers.tell(topic, 'wc_sessionDelete', wcErrors.user_disconnected)
    } catch (e) {
      log.info('Could not tell the wallet that the session ended', e)
    }
  }
}
