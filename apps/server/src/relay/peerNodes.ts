import type { Log } from '../log/createLog.ts'
import { describeError } from '../log/describeError.ts'
import type { Delivery } from './delivery.ts'
import { type Announced, createLoneFanOut, createRedisFanOut } from './fanOut.ts'
import type { Mailbox } from './mailbox.ts'
import type { Subscribers } from './subscribers.ts'

type Deps = {
  redisUrl: string | undefined
  mailbox: Pick<Mailbox, 'bySeq' | 'recent'>
  subscribers: Pick<Subscribers, 'hasTopic' | 'topics'>
  delivery: Pick<Delivery, 'toSubscribers'>
  log: Log
}

/** Brings anyone who listens here what other nodes stored: when they say so, and by looking when they cannot. */
export function createPeerNodes({ redisUrl, mailbox, subscribers, delivery, log }: Deps) {
  let isStopped = false
  let hasGap = false

  let wanted: number[] = []
  let isHearing = false
  /** Another node stored something: anyone who listens here is sent it. While one part is read, the next gathers. */
  async function hear(messages: Announced[]) {
    for (const { topic, seq } of messages) if (subscribers.hasTopic(topic)) wanted.push(seq)
    if (isHearing) return
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

  // A clock that only goes forward: the machine's own may be set back.
  let lookedAt = performance.now()
  let isLooking = false
  /** Looks for what was stored elsewhere since the last look; a margin covers what was just being written then. */
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
        onAnnounced: (messages) => void hear(messages),
        onGap: () => void look(),
        say: (line) => log.info(line),
      })
    : createLoneFanOut()
  // Where nodes hear of each other, a look now and then is a safety net; where they cannot, it is how messages arrive.
  const looking = redisUrl
    ? setInterval(() => {
        if (hasGap || !fanOut.isUp() || performance.now() - lookedAt > 10_000) void look()
      }, 1_000)
    : undefined

  return {
    fanOut,
    /** Looks no more; the other nodes can still be told. */
    stop() {
      isStopped = true
      clearInterval(looking)
    },
  }
}
