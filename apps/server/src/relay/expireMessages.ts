import type { Log } from '../log/createLog.ts'
import { type Retries, runSteps } from '../process/createRetries.ts'
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
  /** Of the loop `mailbox`: a step that fails stops no other, and metrics name it. */
  retries: Retries
  /** Runs with each sweep, to delete other expired state. */
  onSweep: (now: number) => void
}

const everyMs = 15_000
/** Unread topics are searched in every twentieth round: there is no hurry while there is space. */
const unreadEvery = 20
const part = 5_000
/** Above this share of the store, read messages are deleted first, and unread ones sooner. */
const pressure = 0.75
const pressedUnreadSeconds = 3_600
const readSeconds = 600
/** The minimum time between checks while the store is full. */
const lookAgainMs = 250

/** Deletes expired messages, now and every 15 seconds, and reports whether the store has space. */
export function expireMessages(deps: Deps) {
  const { mailbox, mailboxBytes, metrics, log, retries } = deps
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
    lookedAt = performance.now()
    await runSteps(retries, {
      'delete expired messages': () => sweep(mailbox.deleteExpired),
      'measure the store': measure,
    })
    const isPressed = bytes > mailboxBytes * pressure
    const unreadSeconds = isPressed ? Math.min(deps.unreadSeconds, pressedUnreadSeconds) : deps.unreadSeconds
    const isUnreadDue = isPressed || round++ % unreadEvery === 0
    await runSteps(retries, {
      ...(isPressed && {
        'delete read messages': () => sweep((limit) => mailbox.deleteAcknowledged(limit, readSeconds)),
      }),
      ...(isUnreadDue && {
        'delete unread messages': () => sweep((limit) => mailbox.deleteUnread(limit, unreadSeconds)),
      }),
      ...(isPressed && { 'measure the store': measure }),
    })
    if (isFull() && !wasFull) log.error('the store is full: publishes are rejected until messages expire')
    wasFull = isFull()
    looking = undefined
    deps.onSweep(Date.now())
  }

  async function measure() {
    bytes = await mailbox.liveBytes()
  }

  const isFull = () => bytes > mailboxBytes
  const look = () => (looking ??= tidy())
  void look()
  const timer = setInterval(() => void look(), everyMs)
  return {
    /** Whether the store has space. While it is full this checks again: deleted bytes are free at once. */
    async hasSpace(): Promise<boolean> {
      if (isFull() && performance.now() - lookedAt > lookAgainMs) await look()
      return !isFull()
    },
    isFull,
    /** Adds bytes stored here since the last check. */
    add(more: number): void {
      bytes += more
    },
    stop: () => clearInterval(timer),
  }
}
