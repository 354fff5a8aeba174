import { KitError } from '@billfold/protocol/error'
import { generateKey } from '@billfold/protocol/wc/keys'
import { isEventApproved, isMethodApproved, type ProposalNamespaces } from '@billfold/protocol/wc/namespaces'
import type { PeerMetadata } from '@billfold/protocol/wc/peer'
import { lifetimes } from '@billfold/protocol/wc/session'
import { wcErrors } from '@billfold/protocol/wc/wcErrors'
import type { RelayEntry } from '../model/relayEntry.ts'
import type { RelayStatus } from '../model/relayStatus.ts'
import type { Clock, Stop } from '../ports/clock.ts'
import { loadOnce } from '../ports/loadOnce.ts'
import type { Ports } from '../ports/ports.ts'
import type { WcEvent } from './answerPeer.ts'
import { createPeers } from './createPeers.ts'
import { createRelayPool } from './createRelayPool.ts'
import { isIdempotent } from './families.ts'
import { holdSession } from './holdSession.ts'
import { loadWcCrypto } from './loadWcCrypto.ts'
import { type OpenSocket, openPageSocket } from './openSocket.ts'
import type { PeerAnswer, Peers } from './peers.ts'
import { type Proposal, propose } from './propose.ts'
import { relayAddresses } from './relayAddresses.ts'
import type { WcSession } from './wcSession.ts'
import { wcStorage } from './wcStorage.ts'

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
  const signer = async () => (await getCrypto()).signer(storage.seed())
  const listeners = new Set<(event: WcEvent) => void>()
  const returned = new Set<() => void>()
  const relay = createRelayPool({
    relays: relays.map((entry) => relayAddresses(entry, { projectId, subject, clock, signer })),
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
  const leaving = createLeaving(peers, clock)

  const tell = (event: WcEvent) => {
    for (const listener of [...listeners]) listener(event)
  }
  const held = holdSession({ peers, storage, clock, log, tell, proposal, getCrypto })
  const { present, take, topicNow } = held
  const ask = (method: 'wc_sessionPing' | 'wc_sessionExtend') =>
    peers.ask({ topic: present().session.topic, method, params: {}, timeoutMs: quickMs, isRepeatable: true })

  const stopFollowing = held.restore()

  return {
    status: relay.status,
    onStatus: relay.onStatus,
    onReturned(listener) {
      returned.add(listener)
      return () => void returned.delete(listener)
    },
    session: () => held.now()?.session,
    on(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async propose({ isWelcome = () => true, ...offer }) {
      const { signal } = offer
      const what = { namespaces: proposal(), metadata: metadata(), crypto: await getCrypto() }
      const next = await propose(peers, {
        ...what,
        ...offer,
        clock,
        log,
        hear: held.hear,
        isWelcome,
        leaveAt: leaving.at,
      })
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
    request: async (request) => requestSession(peers, clock, present().session, request),
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
      held.end('user')
      await goodbye
    },
    keepProperties(properties) {
      const kept = held.now()
      if (!kept) return
      const { session } = kept
      take({ ...kept, session: { ...session, sessionProperties: { ...session.sessionProperties, ...properties } } })
    },
    dispose() {
      stopFollowing()
      held.release()
      leaving.stop()
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

/** Leaves topics later. */
function createLeaving(peers: Peers, clock: Clock) {
  const leaving = new Set<Stop>()
  return {
    at(topic: string, at: number): void {
      const stop = clock.after(at - clock.now(), () => {
        leaving.delete(stop)
        peers.leave(topic)
      })
      leaving.add(stop)
    },
    stop(): void {
      for (const stop of leaving) stop()
    },
  }
}

/** Sends a request in a session, within its grants. */
function requestSession(peers: Peers, clock: Clock, session: WcSession, request: SessionRequest): Promise<unknown> {
  const { chainId, method, params, signal, expirySeconds = lifetimes.request.min, onId, onAfter } = request
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
}
