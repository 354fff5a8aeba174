import { KitError } from '@billfold/protocol/error'
import type { ProposalNamespaces } from '@billfold/protocol/wc/namespaces'
import { peerError } from '@billfold/protocol/wc/wcErrors'
import type { Clock, Stop } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import { answerPeer, type WcEvent } from './answerPeer.ts'
import type { PeerAnswer, PeerRequest, Peers } from './peers.ts'
import type { WcCrypto } from './wcCrypto.ts'
import { isExpired } from './wcSession.ts'
import type { StoredClient, wcStorage } from './wcStorage.ts'

type Parts = {
  peers: Peers
  storage: ReturnType<typeof wcStorage>
  clock: Clock
  log: Log
  tell: (event: WcEvent) => void
  proposal: () => ProposalNamespaces
  getCrypto: () => Promise<WcCrypto>
}

/** The client's one session: stored, shared with other tabs, and over when it expires. */
export function holdSession({ peers, storage, clock, log, tell, proposal, getCrypto }: Parts) {
  let kept: StoredClient | undefined
  let stopExpiry: Stop = () => undefined

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

  return {
    now: () => kept,
    topicNow,
    present,
    take,
    end,
    hear,
    /** Takes the stored session, and follows other tabs from then on. */
    restore(): Stop {
      const restored = storage.load(clock.now())
      take(restored, { save: false })
      if (restored) join(restored)
      return storage.onChange(follow)
    },
    release: () => stopExpiry(),
  }
}
