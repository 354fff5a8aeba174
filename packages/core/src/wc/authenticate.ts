import { KitError } from '@billfold/protocol/error'
import type { AuthPayload, Cacao } from '@billfold/protocol/wc/authenticate'
import { openSealed, readEnvelope } from '@billfold/protocol/wc/envelope'
import type { SessionNamespaces } from '@billfold/protocol/wc/namespaces'
import { lifetimes, type SessionInput, type SessionOutput } from '@billfold/protocol/wc/session'
import { wcErrors } from '@billfold/protocol/wc/wcErrors'
import { untilAborted } from '../ports/untilAborted.ts'
import { filterGrant } from './filterGrant.ts'
import type { Peers } from './peers.ts'
import type { Beside, Pairing } from './propose.ts'
import { sessionRelay } from './wcSession.ts'
import type { StoredClient } from './wcStorage.ts'

export type Authentication = {
  payload: AuthPayload
  /** Verifies the signed statements and returns their grants; throws unless all are valid. */
  prove(statements: readonly Cacao[]): Promise<SignInGrant>
}
export type SignInGrant = {
  namespaces: SessionNamespaces
  /** The last step before the session is established: if it fails or is aborted, nothing may remain. */
  accept(signal: AbortSignal): Promise<void>
}

/**
 * A session and a signed statement in one request. The statement is verified before anything is stored; if it is
 * invalid, the kit tells the wallet that the session has ended. A wallet that does not support it takes the proposal.
 */
export const authenticate = ({ payload, prove }: Authentication): Beside => ({
  method: 'wc_sessionAuthenticate',
  async ask(peers, pairing) {
    const { pair, answerOn, metadata, expiryTimestamp, pairingTopic: topic, signal, onSent, turnAway } = pairing
    const ready = peers.joinAnswers(answerOn, (message) => openAnswer(pairing, message))
    ready.catch(() => undefined) // the request below fails with the same error
    const requester = { publicKey: pair.publicKey, metadata }
    const result = await peers
      .ask({
        topic,
        answerOn,
        method: 'wc_sessionAuthenticate',
        params: { authPayload: payload, requester, expiryTimestamp } satisfies SessionInput<'wc_sessionAuthenticate'>,
        timeoutMs: lifetimes.proposal * 1000,
        late: 'Proposal expired',
        isRepeatable: true,
        signal,
        onLate: (result) => turnAway((result as SessionOutput<'wc_sessionAuthenticate'>).responder.publicKey),
        onSent: () => void ready.then(onSent, () => undefined),
      })
      .catch((e) => unlessUnknown(e, signal))
    return take(peers, pairing, result as SessionOutput<'wc_sessionAuthenticate'>, prove)
  },
})

async function openAnswer({ pair }: Pairing, message: string): Promise<string> {
  const envelope = readEnvelope(message)
  if (envelope.type !== 1)
    throw new KitError('invalid_input', { message: 'Envelope rejected: it lacks the sender’s key' })
  return openSealed(envelope, await pair.deriveSymKey(envelope.senderPublicKey))
}

/** A wallet that does not know the method has not rejected the proposal. */
function unlessUnknown(e: unknown, signal: AbortSignal): Promise<never> {
  if (KitError.from(e).code !== 'wallet_method_unsupported') throw e
  return untilAborted(signal, new Promise<never>(() => undefined))
}

async function take(
  peers: Peers,
  { pair, crypto, clock, signal, namespaces, metadata, pairingTopic, answerOn, hear, isWelcome, onTaken }: Pairing,
  { cacaos, responder }: SessionOutput<'wc_sessionAuthenticate'>,
  prove: Authentication['prove'],
): Promise<StoredClient> {
  onTaken?.()
  const symKey = await pair.deriveSymKey(responder.publicKey)
  const topic = await crypto.topicOf(symKey)
  const over = peers.relayOf(answerOn)
  peers.bind(pairingTopic, over)
  let isProven = false
  // Until it is verified, no session handles requests.
  const ready = peers.join({ topic, symKey, over }, (request) => (isProven ? hear(topic, request) : undefined))
  try {
    if (!isWelcome()) throw new KitError('aborted')
    const [proven] = await Promise.all([untilAborted(signal, prove(cacaos)), ready])
    const granted = filterGrant(proven.namespaces, [namespaces])
    if ('problem' in granted)
      throw new KitError('wallet_answer_invalid', {
        message: `Wallet session rejected: ${granted.problem.detail}`,
      })
    await proven.accept(signal)
    isProven = true
    const session = {
      topic,
      pairingTopic,
      relay: sessionRelay(over),
      expiry: Math.floor(clock.now() / 1000) + lifetimes.session,
      acknowledged: true as const,
      controller: responder.publicKey,
      namespaces: granted.namespaces,
      requiredNamespaces: {},
      optionalNamespaces: namespaces,
      self: { publicKey: pair.publicKey, metadata },
      peer: responder,
      lastIds: {},
    }
    return { session, symKey }
  } catch (e) {
    const goodbye = peers.tell(topic, 'wc_sessionDelete', wcErrors.user_disconnected)
    peers.leave(topic)
    await goodbye.catch(() => undefined) // an unreachable wallet's session expires by itself
    throw e
  }
}
