import type { Pool } from 'pg'
import { describeError, type Log } from '../log.ts'
import { createAddresses } from './addresses.ts'
import { createCatchUp } from './catchUp.ts'
import { createDelivery } from './delivery.ts'
import { type Announced, createLoneFanOut, createRedisFanOut, type FanOut } from './fanOut.ts'
import { createMailbox, MailboxError } from './mailbox.ts'
import { createPublishQueue } from './publishQueue.ts'
import { createReceiptQueue } from './receiptQueue.ts'
import type { RelayConfig } from './relayConfig.ts'
import { createRelayMethods } from './relayMethods.ts'
import { createRelayMetrics } from './relayMetrics.ts'
import { createSocketServer } from './serveSocket.ts'
import { createSubscribers } from './subscribers.ts'

export type RelayNode = ReturnType<typeof createRelayNode>

/** Everything of a relay but its sockets: mailbox, subscriptions, fan-out and the work that goes on by itself. */
export function createRelayNode(config: RelayConfig, pool: Pool, log: Log) {
  let isLeaving = false
  let isFull = false
  let requests = 0
  let whenAnswered: (() => void) | undefined
  let fanOut: FanOut = createLoneFanOut()

  const failed = (what: string) => (e: unknown) => log.warn({ error: describeError(e) }, what)
  const subscribers = createSubscribers()
  const addresses = createAddresses()
  const sockets = { count: 0 }
  const metrics = createRelayMetrics({
    counts: () => ({ sockets: sockets.count, ...subscribers.counts() }),
    bufferedBytes: () => subscribers.bufferedBytes(),
    isFanOutUp: () => fanOut.isUp(),
  })
  const mailbox = createMailbox(pool)
  const queue = createPublishQueue(
    async (messages) => {
      metrics.batch.observe(messages.length)
      return mailbox.store(messages)
    },
    { isRefusal: (e) => e instanceof MailboxError && e.isRefusal },
  )
  const receipts = createReceiptQueue((list) => mailbox.acknowledge(list), failed('receipts not written'))
  const delivery = createDelivery({
    subscribers,
    receipts,
    metrics,
    onLag: (connection) => void catchUp.resume(connection),
  })
  const catchUp = createCatchUp(mailbox, delivery, failed('mailbox not read'))
  const call = createRelayMethods({
    mailbox,
    publish: queue.add,
    subscribers,
    receipts,
    delivery,
    fanOut: () => fanOut,
    metrics,
    catchUp: catchUp.start,
    isFull: () => isFull,
    maxTopics: config.clientTopics,
  })

  let wanted: number[] = []
  let isHearing = false
  /** Another node stored something: whoever listens here is sent it. While one part is read, the next gathers. */
  async function hear(messages: Announced[]) {
    for (const { topic, seq } of messages) if (subscribers.hasTopic(topic)) wanted.push(seq)
    if (isHearing) return
    isHearing = true
    while (wanted.length > 0) {
      const now = wanted.slice(0, 500)
      wanted = wanted.slice(500)
      try {
        for (const message of await mailbox.bySeq(now)) delivery.toSubscribers(message)
      } catch (e) {
        failed('announced messages not read')(e)
        hasGap = true
      }
    }
    isHearing = false
  }

  let hasGap = false
  // A clock that only goes forward: the machine's own may be set back.
  let lookedAt = performance.now()
  let isLooking = false
  /** Looks for what was stored elsewhere since the last look; a margin covers what was just being written then. */
  async function look() {
    if (isLooking || isLeaving) return
    isLooking = true
    const began = performance.now()
    try {
      const topics = subscribers.topics()
      const seconds = Math.ceil((began - lookedAt) / 1_000) + 15
      for (let i = 0; i < topics.length; i += 5_000)
        for (const message of await mailbox.recent(topics.slice(i, i + 5_000), seconds)) delivery.toSubscribers(message)
      lookedAt = began
      hasGap = false
    } catch (e) {
      if (!hasGap) failed('mailbox not searched')(e)
      hasGap = true
    } finally {
      isLooking = false
    }
  }

  if (config.redisUrl)
    fanOut = createRedisFanOut(config.redisUrl, {
      onAnnounced: (messages) => void hear(messages),
      onGap: () => void look(),
      say: (line) => log.info(line),
    })

  async function tidy() {
    try {
      for (let gone = 5_000; gone === 5_000; ) {
        gone = await mailbox.deleteExpired(5_000)
        metrics.expired.inc(gone)
      }
      const wasFull = isFull
      isFull = (await mailbox.size()) > config.mailboxBytes
      if (isFull && !wasFull) log.error('the mailboxes are full: publishes are refused until messages expire')
    } catch (e) {
      failed('mailbox not tidied')(e)
    }
    addresses.forgetIdle(Date.now())
  }
  void tidy()
  const timers = [setInterval(() => void tidy(), 15_000)]
  // Where nodes hear of each other, a look now and then is a safety net; where they cannot, it is how messages arrive.
  if (config.redisUrl)
    timers.push(
      setInterval(() => {
        if (hasGap || !fanOut.isUp() || performance.now() - lookedAt > 10_000) void look()
      }, 1_000),
    )

  const onFrame = createSocketServer({
    config,
    call,
    receipts,
    metrics,
    log,
    isLeaving: () => isLeaving,
    underWay: {
      add(n) {
        requests += n
        if (requests === 0) whenAnswered?.()
      },
    },
  })

  return {
    metrics,
    subscribers,
    addresses,
    sockets,
    onFrame,
    isLeaving: () => isLeaving,
    /** Takes nothing new and waits, for a while, until what was asked is answered. */
    async leave() {
      isLeaving = true
      for (const timer of timers) clearInterval(timer)
      const answered = new Promise<void>((done) => (requests === 0 ? done() : (whenAnswered = done)))
      await Promise.race([answered, new Promise((done) => setTimeout(done, 10_000).unref())])
    },
    /** After the sockets: the last acknowledgements, and the connections to other nodes. */
    async end() {
      await receipts.flush()
      await fanOut.close()
    },
  }
}
