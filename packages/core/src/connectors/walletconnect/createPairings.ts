import { KitError } from '@billfold/protocol/error'
import type { Clock, Stop } from '../../ports/clock.ts'
import type { Offer } from '../../wc/createWcClient.ts'
import type { WcSession } from '../../wc/wcSession.ts'

/** A link is shown for four minutes, and replaced ten seconds before. */
export const renewMs = 230_000
/** A wallet that has used a link settles at once. Otherwise something failed, and the link is dead. */
export const spentMs = 5_000

type Parts = {
  propose: (offer: Pick<Offer, 'signal' | 'onUri' | 'onTaken'>) => Promise<WcSession>
  clock: Clock
  /** Fingerprint of the request: a link with a different one is not reused. */
  requestKey: () => string
  /** Receives the link to show, while someone waits. */
  onUri: (uri: string, expiresAt: number) => void
  /** A wallet used a link that no one was looking at. */
  onLate: (session: WcSession) => void
}

/** A page's links, which outlive the view that shows them. */
export type Pairings = {
  /** Waits for a wallet on the current link, or on a new one if there is none. */
  wait(signal: AbortSignal): Promise<WcSession>
  isWatched(): boolean
  /** Replaces the shown link. */
  renew(): void
  /** The relay is back: a wallet may have failed on the link, and would reject it now. */
  doubt(): void
  end(): void
}

type Run = {
  own: AbortController
  requestKey: string
  newest: number
  at: number
  stopRenewal: Stop
  shown?: [string, number]
  /** A wallet has used the newest link, or may have. */
  isSpent?: boolean
}
type Watcher = { resolve(session: WcSession): void; reject(error: KitError): void }

/**
 * Proposes sessions until a wallet approves. A link outlives its view, so that returning shows the same one and a scan
 * still works; while someone waits it is renewed before it expires, and the previous one stays valid until it does.
 */
export function createPairings({ propose, clock, requestKey, onUri, onLate }: Parts): Pairings {
  let run: Run | undefined
  let watcher: Watcher | undefined

  function end(own: Run, tell: (waiting: Watcher | undefined) => void): void {
    if (run !== own) return
    run = undefined
    own.stopRenewal()
    own.own.abort()
    const waiting = watcher
    watcher = undefined
    tell(waiting)
  }

  function offer(own: Run): void {
    const number = ++own.newest
    own.at = clock.now()
    delete own.shown
    own.isSpent = false
    own.stopRenewal()
    own.stopRenewal = clock.after(renewMs, () => watcher && offer(own))
    const show = (...shown: [string, number]) => {
      if (number !== own.newest || run !== own) return
      own.shown = shown
      if (watcher) onUri(...shown)
    }
    const onTaken = () => {
      if (number !== own.newest || run !== own) return
      own.isSpent = true
      own.stopRenewal()
      own.stopRenewal = clock.after(spentMs, () => watcher && offer(own))
    }
    propose({ signal: own.own.signal, onUri: show, onTaken }).then(
      (session) => end(own, (waiting) => (waiting ? waiting.resolve(session) : onLate(session))),
      (e: unknown) => {
        const error = KitError.from(e)
        // An older link's expiry does not matter; a person's decision does, on any link.
        if (number === own.newest || error.code === 'user_rejected') end(own, (waiting) => waiting?.reject(error))
      },
    )
  }

  const isStale = (own: Run) => own.requestKey !== requestKey()

  return {
    wait(signal) {
      const { promise, resolve, reject } = Promise.withResolvers<WcSession>()
      watcher?.reject(new KitError('aborted'))
      const own = { resolve, reject }
      watcher = own
      const abort = () => {
        if (watcher === own) watcher = undefined
        reject(new KitError('aborted'))
      }
      signal.addEventListener('abort', abort)
      if (signal.aborted) abort()
      else {
        if (run && isStale(run)) {
          run.stopRenewal()
          run.own.abort()
          run = undefined
        }
        if (!run || run.isSpent || clock.now() - run.at >= renewMs) {
          run ??= {
            own: new AbortController(),
            requestKey: requestKey(),
            newest: 0,
            at: 0,
            stopRenewal: () => undefined,
          }
          offer(run)
        } else if (run.shown) onUri(...run.shown)
      }
      return promise.finally(() => signal.removeEventListener('abort', abort))
    },
    isWatched: () => watcher !== undefined,
    renew() {
      if (run && watcher) offer(run)
    },
    doubt() {
      if (!run?.shown) return
      run.isSpent = true
      if (watcher) offer(run)
    },
    end() {
      if (run) end(run, (waiting) => waiting?.reject(new KitError('aborted')))
    },
  }
}
