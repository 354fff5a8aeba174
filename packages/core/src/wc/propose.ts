import { KitError } from '@billfold/protocol/error'
import { generateKey } from '@billfold/protocol/wc/keys'
import { findUnmet, type ProposalNamespaces } from '@billfold/protocol/wc/namespaces'
import type { PeerMetadata } from '@billfold/protocol/wc/peer'
import { lifetimes, type SessionInput, type SessionMethod, type SessionOutput } from '@billfold/protocol/wc/session'
import { formatPairingUri } from '@billfold/protocol/wc/uri'
import { peerError, wcErrors, wcInternalError } from '@billfold/protocol/wc/wcErrors'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import { untilAborted } from '../ports/untilAborted.ts'
import { withDeadline } from '../ports/withDeadline.ts'
import { filterGrant } from './filterGrant.ts'
import type { PeerAnswer, PeerRequest, Peers } from './peers.ts'
import type { AgreementKey, WcCrypto } from './wcCrypto.ts'
import { sessionRelay, type WcSession } from './wcSession.ts'
import type { StoredClient } from './wcStorage.ts'

/** An approving wallet settles at once; after this, never. */
const settleMs = 60_000
const leewaySeconds = 300
/** An expired link stays subscribed this long, to reject late approvals. */
export const proposalGraceMs = leewaySeconds * 1000

export type Proposal = {
  namespaces: ProposalNamespaces
  /** The part without which the site cannot use a session. */
  required?: ProposalNamespaces | undefined
  metadata: PeerMetadata
  clock: Clock
  crypto: WcCrypto
  log: Log
  signal: AbortSignal
  /** Receives the link once a wallet would find the proposal. Milliseconds. */
  onUri: (uri: string, expiresAt: number) => void
  /** Called when a wallet has used the link: it works only once, whatever the outcome. */
  onTaken?: (() => void) | undefined
  /** An alternative request besides the proposal; the wallet picks one. */
  beside?: Beside | undefined
  /** Whether an approval is still wanted; otherwise the wallet gets a rejection. */
  isWelcome: () => boolean
  /** Leaves a topic later. Milliseconds. */
  leaveAt: (topic: string, at: number) => void
  /** Handles a wallet's requests after it settled. */
  hear: (topic: string, request: PeerRequest) => PeerAnswer | undefined
}

/** The data that an alternative request shares with the proposal: link and key. */
export type Pairing = Omit<Proposal, 'onUri' | 'beside' | 'leaveAt'> & {
  pair: AgreementKey
  pairingTopic: string
  /** The topic of our public key, for responses sealed to it. */
  answerOn: string
  expiryTimestamp: number
  /** Called when a wallet would find the request. */
  onSent: () => void
  /** Tells a wallet that its approval failed. */
  turnAway: (publicKey: string) => void
}
export type Beside = { method: SessionMethod; ask(peers: Peers, pairing: Pairing): Promise<StoredClient> }

/** Proposes a session under a fresh key and waits for a wallet. Stores nothing unless all of it is verified. */
export async function propose(peers: Peers, proposal: Proposal): Promise<StoredClient> {
  const { namespaces, metadata, clock, crypto, onUri } = proposal
  const symKey = generateKey()
  const [pair, pairingTopic] = await Promise.all([crypto.keyPair(), crypto.topicOf(symKey)])
  // The same digest as of a symmetric key, over our public key.
  const answerOn = proposal.beside ? await crypto.topicOf(pair.publicKey) : ''
  if (proposal.signal.aborted) throw new KitError('aborted')
  const self = { publicKey: pair.publicKey, metadata }
  const expiryTimestamp = Math.floor(clock.now() / 1000) + lifetimes.proposal
  const own = new AbortController()
  const abort = () => own.abort()
  proposal.signal.addEventListener('abort', abort)
  const ready = peers.join({ topic: pairingTopic, symKey }, onPairing)
  const away = (publicKey: string) => void rejectSession(peers, { ...proposal, pair, publicKey, why: tooLate })
  /** Whether a wallet may still use the link. */
  let isOut = false
  try {
    const relay = { protocol: 'irn' }
    const sent = Promise.withResolvers<void>()
    const sentBeside = Promise.withResolvers<void>()
    const parts = {
      ...proposal,
      signal: own.signal,
      pair,
      pairingTopic,
      answerOn,
      expiryTimestamp,
      onSent: sentBeside.resolve,
      turnAway: away,
    }
    // Before the proposal: a wallet that supports it must see it first.
    const beside = proposal.beside?.ask(peers, parts)
    if (!beside) sentBeside.resolve()
    const answer = peers.ask({
      topic: pairingTopic,
      method: 'wc_sessionPropose',
      params: {
        requiredNamespaces: {},
        optionalNamespaces: namespaces,
        relays: [relay],
        proposer: { publicKey: self.publicKey, metadata },
        expiryTimestamp,
        pairingTopic,
      } satisfies SessionInput<'wc_sessionPropose'>,
      timeoutMs: lifetimes.proposal * 1000,
      late: 'Proposal expired',
      isRepeatable: true,
      signal: own.signal,
      onSent: sent.resolve,
      onLate: (result) => away((result as SessionOutput<'wc_sessionPropose'>).responderPublicKey),
    })
    const isSent = Promise.all([ready, sent.promise, sentBeside.promise])
    await Promise.race([isSent, answer, ...(beside ? [beside] : [])])
    isOut = true
    const methods = proposal.beside ? [proposal.beside.method] : []
    onUri(formatPairingUri({ topic: pairingTopic, symKey, relay, expiryTimestamp, methods }), expiryTimestamp * 1000)
    const first = await Promise.race([
      answer.then((result) => ({ way: 'proposal' as const, result })),
      ...(beside ? [beside.then((kept) => ({ way: 'beside' as const, kept }))] : []),
    ])
    if (first.way === 'beside') return first.kept
    const { responderPublicKey } = first.result as SessionOutput<'wc_sessionPropose'>
    if (!proposal.isWelcome()) {
      away(responderPublicKey)
      throw new KitError('aborted', { message: tooLate })
    }
    proposal.onTaken?.()
    const sessionKey = await pair.deriveSymKey(responderPublicKey)
    if (answerOn) peers.bind(answerOn, peers.relayOf(pairingTopic))
    return await settled(
      peers,
      { ...proposal, signal: own.signal },
      { sessionKey, responderPublicKey, pairingTopic, self },
    )
  } catch (e) {
    // A rejection is an answer: expect no other wallet.
    if (KitError.from(e).code === 'user_rejected') isOut = false
    throw e
  } finally {
    own.abort()
    proposal.signal.removeEventListener('abort', abort)
    for (const topic of [pairingTopic, answerOn].filter(Boolean))
      if (isOut) proposal.leaveAt(topic, expiryTimestamp * 1000 + proposalGraceMs)
      else peers.leave(topic)
  }
}

const tooLate = 'The site does not wait for this wallet any more.'

type Approved = {
  sessionKey: string
  responderPublicKey: string
  pairingTopic: string
  self: { publicKey: string; metadata: PeerMetadata }
}

async function settled(peers: Peers, proposal: Proposal, approved: Approved): Promise<StoredClient> {
  const { clock, crypto, signal, namespaces, required = {}, hear } = proposal
  const { sessionKey, responderPublicKey, pairingTopic, self } = approved
  const topic = await crypto.topicOf(sessionKey)
  const { promise, resolve, reject } = Promise.withResolvers<WcSession>()
  // The wallet settles over the relay over which it approved.
  const over = peers.relayOf(pairingTopic)
  let isSettled = false
  let isRefused = false
  const onSettle = (request: PeerRequest): PeerAnswer | undefined => {
    if (isSettled) return hear(topic, request)
    if (request.method !== 'wc_sessionSettle') return { error: peerError('invalid_settle', 'Nothing was settled yet.') }
    const refuse = (why: string, name: Parameters<typeof peerError>[0] = 'settlement_failed'): PeerAnswer => {
      isRefused = true
      reject(new KitError('wallet_answer_invalid', { message: `Wallet session rejected: ${why}` }))
      return { error: peerError(name, why) }
    }
    const { controller, namespaces: given, expiry, sessionProperties } = request.params
    const now = Math.floor(clock.now() / 1000)
    if (controller.publicKey !== responderPublicKey) return refuse('it was settled with a different key than approved')
    if (expiry <= now || expiry > now + lifetimes.session + leewaySeconds) return refuse('its expiry is invalid')
    const granted = filterGrant(given, [namespaces])
    if ('problem' in granted) return refuse(granted.problem.detail, granted.problem.name)
    const unmet = findUnmet(required, granted.namespaces)
    if (unmet) {
      const cause = wcInternalError('non_conforming_namespaces', unmet.detail)
      reject(new KitError('wallet_answer_invalid', { message: cause.message, cause }))
      return refuse(unmet.detail, unmet.name)
    }
    isSettled = true
    resolve({
      topic,
      pairingTopic,
      relay: sessionRelay(over),
      expiry,
      acknowledged: true,
      controller: controller.publicKey,
      namespaces: granted.namespaces,
      requiredNamespaces: required,
      optionalNamespaces: namespaces,
      self,
      peer: controller,
      ...(sessionProperties ? { sessionProperties } : {}),
      lastIds: {},
    })
    return { result: true }
  }
  const ready = peers.join({ topic, symKey: sessionKey, over }, onSettle)
  try {
    ready.catch(reject)
    const session = await untilAborted(signal, withDeadline(clock, settleMs, promise))
    return { session, symKey: sessionKey }
  } catch (e) {
    // Approved without settling, or abandoned: the wallet must not keep a session.
    const why = { code: wcErrors.settlement_failed.code, message: tooLate }
    if (!isRefused) peers.tell(topic, 'wc_sessionDelete', why).catch(() => undefined) // its session expires by itself
    peers.leave(topic)
    throw e
  }
}

const onPairing = ({ method }: PeerRequest): PeerAnswer =>
  method === 'wc_pairingPing' || method === 'wc_pairingDelete'
    ? { result: true }
    : { error: peerError('unsupported_wc_method') }

type Parts = { crypto: Pick<WcCrypto, 'topicOf'>; log: Log; pair: AgreementKey; publicKey: string; why: string }

/** Tells a wallet that its approval failed, so that it keeps no session unknown to the page. */
async function rejectSession(peers: Peers, { crypto, log, pair, publicKey, why }: Parts): Promise<void> {
  try {
    const symKey = await pair.deriveSymKey(publicKey)
    const topic = await crypto.topicOf(symKey)
    // Ignores a late settlement: the delete message follows.
    const ready = peers.join({ topic, symKey }, () => undefined)
    const goodbye = peers.tell(topic, 'wc_sessionDelete', { code: wcErrors.user_disconnected.code, message: why })
    await Promise.all([ready, goodbye]).finally(() => peers.leave(topic))
  } catch (e) {
    log.info('Could not tell the wallet that its session was rejected', e)
  }
}
