import { KitError } from '@billfold/protocol/error'
import type { Clock } from '../../ports/clock.ts'
import type { WcClient } from '../../wc/createWcClient.ts'
import type { WcSession } from '../../wc/wcSession.ts'

/** A link is shown for four minutes, and replaced ten seconds before. */
export const renewMs = 230_000

type Parts = {
  client: Pick<WcClient, 'propose'>
  clock: Clock
  signal: AbortSignal
  onUri: (uri: string, expiresAt: number) => void
}

/**
 * Offers a session until a wallet takes it or the visitor gives up. The link is renewed before it ends; the one before
 * stays good until its own end, for somebody may have scanned it a moment ago.
 */
export function pair({ client, clock, signal, onUri }: Parts): Promise<WcSession> {
  return new Promise((resolve, reject) => {
    const own = new AbortController()
    let newest = 0
    let stopRenewal = () => {}
    const end = (finish: () => void) => {
      if (own.signal.aborted) return
      stopRenewal()
      signal.removeEventListener('abort', abort)
      own.abort()
      finish()
    }
    const abort = () => end(() => reject(new KitError('aborted')))
    const offer = () => {
      const number = ++newest
      stopRenewal = clock.after(renewMs, offer)
      const show = (uri: string, expiresAt: number) => {
        if (number === newest && !own.signal.aborted) onUri(uri, expiresAt)
      }
      client.propose({ signal: own.signal, onUri: show }).then(
        (session) => end(() => resolve(session)),
        (e: unknown) => {
          const error = KitError.from(e)
          // An older link that ran out is no news; what a person decided is, on whichever link.
          if (number === newest || error.code === 'user_rejected') end(() => reject(error))
        },
      )
    }
    if (signal.aborted) {
      reject(new KitError('aborted'))
      return
    }
    signal.addEventListener('abort', abort)
    offer()
  })
}
