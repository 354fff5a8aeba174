import type { Pool } from 'pg'
import type { Log } from '../log/createLog.ts'
import { describeError } from '../log/describeError.ts'
import { createAddresses } from './addresses.ts'
import { createCatchUp } from './catchUp.ts'
import { createDelivery } from './delivery.ts'
import { createMailbox, MailboxError } from './mailbox.ts'
import { createOtherNodes } from './otherNodes.ts'
import { createPublishQueue } from './publishQueue.ts'
import { createReceiptQueue } from './receiptQueue.ts'
import type { RelayConfig } from './relayConfig.ts'
import { createRelayMethods } from './relayMethods.ts'
import { createRelayMetrics } from './relayMetrics.ts'
import { createSocketServer } from './serveSocket.ts'
import { createSubscribers } from './subscribers.ts'
import { tidyMailbox } from './tidyMailbox.ts'
import { createUnderWay } from './underWay.ts'

export type RelayNode = ReturnType<typeof createRelayNode>

/** Everything of a relay but its sockets: mailbox, subscriptions, fan-out and the work that goes on by itself. */
export function createRelayNode(config: RelayConfig, pool: Pool, log: Log) {
  let isLeaving = false
  const failed = (what: string) => (e: unknown) => log.warn({ error: describeError(e) }, what)
  const subscribers = createSubscribers()
  const addresses = createAddresses()
  const sockets = { count: 0 }
  const metrics = createRelayMetrics({
    counts: () => ({ sockets: sockets.count, ...subscribers.counts() }),
    bufferedBytes: () => subscribers.bufferedBytes(),
    isFanOutUp: () => others.fanOut.isUp(),
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
  const others = createOtherNodes({ redisUrl: config.redisUrl, mailbox, subscribers, delivery, log })
  const tidying = tidyMailbox({
    mailbox,
    mailboxBytes: config.mailboxBytes,
    metrics,
    log,
    alsoForget: addresses.forgetIdle,
  })
  const call = createRelayMethods({
    mailbox,
    publish: queue.add,
    subscribers,
    receipts,
    delivery,
    fanOut: others.fanOut,
    metrics,
    catchUp: catchUp.start,
    isFull: tidying.isFull,
    maxTopics: config.clientTopics,
  })
  const underWay = createUnderWay()
  const onFrame = createSocketServer({ config, call, receipts, metrics, log, isLeaving: () => isLeaving, underWay })

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
      tidying.stop()
      others.stop()
      await underWay.settled(10_000)
    },
    /** After the sockets: the last acknowledgements, and the connections to other nodes. */
    async end() {
      await receipts.flush()
      await others.fanOut.close()
    },
  }
}
