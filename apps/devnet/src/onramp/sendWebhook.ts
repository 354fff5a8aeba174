import { setTimeout as sleep } from 'node:timers/promises'
import { signWebhook } from './signWebhook.ts'

type Options = { url: string; secret: string; signal: AbortSignal; pauseMs?: number }

const attempts = 7
const deadlineMs = 5_000

/** Delivers an event, retrying with growing pauses for about a minute. Each attempt gets its own signature. */
export async function sendWebhook(event: unknown, { url, secret, signal, pauseMs = 500 }: Options): Promise<boolean> {
  const body = JSON.stringify(event)
  for (let attempt = 0; attempt < attempts && !signal.aborted; attempt++) {
    if (attempt > 0) await sleep(pauseMs * 2 ** attempt, undefined, { signal, ref: false }).catch(() => {}) // closed: the loop ends
    try {
      const response = await fetch(url, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'billfold-signature': signWebhook(secret, body, new Date()) },
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
      })
      await response.body?.cancel()
      if (response.ok) return true
    } catch {
      // No listener right now: the next attempt follows.
    }
  }
  return false
}
