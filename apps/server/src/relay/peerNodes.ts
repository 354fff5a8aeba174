import type { Log } from '../log/createLog.ts'
import { describeError } from '../log/describeError.ts'
import type { Announced } from './announcement.ts'
import type { Delivery } from './delivery.ts'
import { createLoneFanOut, createRedisFanOut } from './fanOut.ts'
import type { Mailbox } from './mailbox.ts'
import type { RelayMetrics } from './relayMetrics.ts'
import type { SharedUsage } from './sharedUsage.ts'
import type { Subscribers } from './subscribers.ts'

type Deps = {
  redisUrl: string | undefined
  mailbox: Pick<Mailbox, 'bySeq' | 'recent'>
  subscribers: Pick<Subscribers, 'hasTopic' | 'topics'>
  delivery: Pick<Delivery, 'toSubscribers'>
  metrics: Pick<RelayMetrics, 'received'>
  usage: SharedUsage
  log: Log
}

/**
 * Delivers other nodes' messages to clients here: on their announcements, and by polling while they cannot announce.
 */
export function createPeerNodes({ redisUrl, mailbox, subscribers, delivery, metrics, usage, log }: Deps) {
  let isStopped = false
  let hasGap = false

  let wanted: number[] = []
  let isHearing = false
  /** Delivers what another node stored. While one batch is read, the next gathers. */
  async function hear(messages: Announced[]) {
    for (const { topic, seq, message } of messages) {
      if (!subscribers.hasTopic(topic)) continue
      // In order: what arrives while others are read waits for them.
      if (message && !isHearing && wanted.length === 0) delivery.toSubscribers(message)
      else wanted.push(seq)
    }
    if (isHearing || wanted.length === 0) return
    isHearing = true
    while (wanted.length > 0) {
      const now = wanted.slice(0, 500)
      wanted = wanted.slice(500)
      try {
        for await (const message of mailbox.bySeq(now)) delivery.toSubscribers(message)
      } catch (e) {
        log.warn({ error: describeError(e) }, 'could not read announced messages')
        hasGap = true
      }
    }
    isHearing = false
  }

  // A monotonic clock: the machine's own may be set back.
  let lookedAt = performance.now()
  let isLooking = false
  /** Searches for messages that other nodes stored since the last search; a margin covers those in progress then. */
  async function look() {
    if (isLooking || isStopped) return
    isLooking = true
    const began = performance.now()
    try {
      const topics = subscribers.topics()
      const seconds = Math.ceil((began - lookedAt) / 1_000) + 15
      for (let i = 0; i < topics.length; i += 5_000)
        for await (const message of mailbox.recent(topics.slice(i, i + 5_000), seconds)) delivery.toSubscribers(message)
      lookedAt = began
      hasGap = false
    } catch (e) {
      if (!hasGap) log.warn({ error: describeError(e) }, 'could not search the mailbox')
      hasGap = true
    } finally {
      isLooking = false
    }
  }

  const fanOut = redisUrl
    ? createRedisFanOut(redisUrl, {
        topics: subscribers.topics,
        hasTopic: subscribers.hasTopic,
        onReceived: (topic) => metrics.received.inc({ topic: subscribers.hasTopic(topic) ? 'own' : 'other' }),
        writeUsage: usage.write,
        readUsage: usage.read,
        onAnnounced: (messages) => void hear(messages),
        onGap: () => void look(),
        say: (line) => log.info(line),
      })
    : createLoneFanOut()
  // With announcements, a rare search is a safety net; without them, it is how messages arrive.
  const looking = redisUrl
    ? setInterval(() => {
        if (hasGap || !fanOut.isUp() || performance.now() - lookedAt > 10_000) void look()
      }, 1_000)
    : undefined

  return {
    fanOut,
    /** Stops searching; announcements still go out. */
    stop() {
      isStopped = true
      clearInterval(looking)
    },
  }
}
