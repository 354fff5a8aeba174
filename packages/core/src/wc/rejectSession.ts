import { wcErrors } from '@billfold/protocol/wc/wcErrors'
import type { Log } from '../ports/log.ts'
import type { Peers } from './peers.ts'
import type { AgreementKey, WcCrypto } from './wcCrypto.ts'

type Parts = { crypto: Pick<WcCrypto, 'topicOf'>; log: Log; pair: AgreementKey; publicKey: string; why: string }

/** Tells a wallet that its approval failed, so that it keeps no session unknown to the page. */
export async function rejectSession(peers: Peers, { crypto, log, pair, publicKey, why }: Parts): Promise<void> {
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
