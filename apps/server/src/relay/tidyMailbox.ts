import type { Log } from '../log/createLog.ts'
import { describeError } from '../log/describeError.ts'
import type { Mailbox } from './mailbox.ts'
import type { RelayMetrics } from './relayMetrics.ts'

type Deps = {
  mailbox: Pick<Mailbox, 'deleteExpired' | 'size'>
  mailboxBytes: number
  metrics: Pick<RelayMetrics, 'expired'>
  log: Log
  /** Something else that has to be forgotten now and then. */
  alsoForget: (now: number) => void
}

/** Takes away what has expired, now and every 15 seconds, and knows whether there is room for more. */
export function tidyMailbox({ mailbox, mailboxBytes, metrics, log, alsoForget }: Deps) {
  let isFull = false

  async function tidy() {
    try {
      for (let gone = 5_000; gone === 5_000; ) {
        gone = await mailbox.deleteExpired(5_000)
        metrics.expired.inc(gone)
      }
      const wasFull = isFull
      isFull = (await mailbox.size()) > mailboxBytes
      if (isFull && !wasFull) log.error('the mailboxes are full: publishes are refused until messages expire')
    } catch (e) {
      log.warn({ error: describeError(e) }, 'mailbox not tidied')
    }
    alsoForget(Date.now())
  }

  void tidy()
  const timer = setInterval(() => void tidy(), 15_000)
  return { isFull: () => isFull, stop: () => clearInterval(timer) }
}
