import type { Log } from '../log/createLog.ts'
import { describeError } from '../log/describeError.ts'
import type { Mailbox } from './mailbox.ts'
import type { RelayMetrics } from './relayMetrics.ts'

export type Expiry = ReturnType<typeof expireMessages>

type Deps = {
  mailbox: Pick<Mailbox, 'deleteExpired' | 'deleteUnread' | 'deleteAcknowledged' | 'liveBytes'>
  mailboxBytes: number
  /** How long a message stays on a topic that no one has ever read. */
  unreadSeconds: number
  metrics: Pick<RelayMetrics, 'expired'>
  log: Log
  /** Something else that has to be forgotten now and then. */
  onSweep: (now: number) => void
}

const everyMs = 15_000
/** Unread topics are looked for in every so many rounds: there is no hurry while there is room. */
const unreadEvery = 20
const part = 5_000
/** From this much of the store on, what has been read goes first, and what no one reads goes sooner. */
const pressure = 0.75
const pressedUnreadSeconds = 3_600
const readSeconds = 600
/** Who finds the store full has it looked at again, but no more often than this. */
const lookAgainMs = 250

/** Takes away what has expired, now and every 15 seconds, and knows whether there is room for more. */
export function expireMessages(deps: Deps) {
  const { mailbox, mailboxBytes, metrics, log } = deps
  let bytes = 0
  let round = 0
  let wasFull = false
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined

  async function sweep(take: (limit: number) => Promise<number>) {
    for (let gone = part; gone === part; ) {
      gone = await take(part)
      metrics.expired.inc(gone)
    }
  }

  async function tidy() {
    try {
      lookedAt = performance.now()
      await sweep(mailbox.deleteExpired)
      bytes = await mailbox.liveBytes()
      const isPressed = bytes > mailboxBytes * pressure
      if (isPressed) await sweep((limit) => mailbox.deleteAcknowledged(limit, readSeconds))
      const unreadSeconds = isPressed ? Math.min(deps.unreadSeconds, pressedUnreadSeconds) : deps.unreadSeconds
      if (isPressed || round++ % unreadEvery === 0) await sweep((limit) => mailbox.deleteUnread(limit, unreadSeconds))
      if (isPressed) bytes = await mailbox.liveBytes()
      if (isFull() && !wasFull) log.error('the store is full: publishes are rejected until messages expire')
      wasFull = isFull()
    } catch (e) {
      log.warn({ error: describeError(e) }, 'could not clean up the mailbox')
    } finally {
      looking = undefined
    }
    deps.onSweep(Date.now())
  }

  const isFull = () => bytes > mailboxBytes
  const look = () => (looking ??= tidy())
  void look()
  const timer = setInterval(() => void look(), everyMs)
  return {
    /** Whether there is room. Where there was none, it looks again: what was deleted meanwhile is free at once. */
    async hasSpace(): Promise<boolean> {
      if (isFull() && performance.now() - lookedAt > lookAgainMs) await look()
      return !isFull()
    },
    isFull,
    /** Counts what was stored here since the last look. */
    add(more: number): void {
      bytes += more
    },
    stop: () => clearInterval(timer),
  }
}
