import type { Pool } from 'pg'
import type { Log } from '../log/createLog.ts'
import { describeError } from '../log/describeError.ts'
import { createAddresses } from './addresses.ts'
import { createDelivery } from './delivery.ts'
import { expireMessages } from './expireMessages.ts'
import { createInFlight } from './inFlight.ts'
import { createMailbox, liveBytesOf, MailboxError } from './mailbox.ts'
import { createMemoryBudget } from './memoryBudget.ts'
import { createPeerNodes } from './peerNodes.ts'
import { createPublishQueue } from './publishQueue.ts'
import { createReceiptQueue } from './receiptQueue.ts'
import type { RelayConfig } from './relayConfig.ts'
import { RelayError } from './relayError.ts'
import { createRelayMethods } from './relayMethods.ts'
import { createRelayMetrics } from './relayMetrics.ts'
import { createReplay } from './replay.ts'
import { createSocketServer } from './serveSocket.ts'
import { createStorageQuotas } from './storageQuotas.ts'
import { createSubscribers } from './subscribers.ts'

export type RelayNode = ReturnType<typeof createRelayNode>

/** Everything of a relay but its sockets: mailbox, subscriptions, fan-out and the work that goes on by itself. */
export function createRelayNode(config: RelayConfig, pools: { writes: Pool; reads: Pool }, salt: Buffer, log: Log) {
  let isLeaving = false
  const failed = (what: string) => (e: unknown) => log.warn({ error: describeError(e) }, what)
  const subscribers = createSubscribers()
  const addresses = createAddresses(salt)
  const sockets = { count: 0 }
  const metrics = createRelayMetrics({
    counts: () => ({ sockets: sockets.count, ...subscribers.counts() }),
    bufferedBytes: () => subscribers.bufferedBytes(),
    memoryBytes: () => memory.used(),
    isFanOutUp: () => others.fanOut.isUp(),
  })
  const mailbox = createMailbox(pools.writes, pools.reads)
  const queue = createPublishQueue(
    async (messages) => {
      metrics.batch.observe(messages.length)
      return mailbox.store(messages)
    },
    { isAway: (e) => e instanceof MailboxError && e.isAway },
  )
  const receipts = createReceiptQueue((list) => mailbox.acknowledge(list), failed('receipts not written'))
  const delivery = createDelivery({
    subscribers,
    receipts,
    metrics,
    onLag: (connection) => catchUp.resume(connection),
  })
  const catchUp = createReplay(mailbox, delivery, config.addressBytes, failed('mailbox not read'))
  const others = createPeerNodes({ redisUrl: config.redisUrl, mailbox, subscribers, delivery, log })
  const room = createStorageQuotas(mailbox, config)
  const memory = createMemoryBudget({
    limit: config.memoryBytes,
    frameBytes: config.frameBytes,
    subscriptions: () => subscribers.counts().subscriptions,
    accounts: () => room.size() + addresses.size(),
    onShort: (closed) => log.error({ closed }, 'memory is short: closed the sockets of the network that uses most'),
  })
  const tidying = expireMessages({
    mailbox,
    mailboxBytes: config.mailboxBytes,
    metrics,
    log,
    unreadSeconds: config.unreadSeconds,
    alsoForget(now) {
      addresses.forgetIdle(now)
      room.forgetIdle()
    },
  })
  const call = createRelayMethods({
    mailbox,
    async publish(messages) {
      if (tidying.isFull() && !(await tidying.hasRoom()))
        throw new RelayError('mailbox_full', 'The mailboxes of this relay are full')
      const taken = room.take(messages)
      const shares = taken instanceof Promise ? await taken : taken
      let isStored = false
      try {
        const stored = await queue.add(messages)
        isStored = true
        for (let i = 0; i < stored.length; i++) if (stored[i]!.isNew) tidying.add(liveBytesOf(messages[i]!))
        return stored
      } finally {
        room.settle(shares, isStored)
      }
    },
    subscribers,
    receipts,
    delivery,
    fanOut: others.fanOut,
    metrics,
    catchUp: catchUp.start,
    maxTopics: config.clientTopics,
    maxAddressTopics: config.addressTopics,
    isMemoryFull: () => memory.isFull(),
    addressBytes: config.addressBytes,
  })
  const underWay = createInFlight()
  const onFrame = createSocketServer({
    config,
    call,
    receipts,
    metrics,
    log,
    isLeaving: () => isLeaving,
    underWay,
    memory,
  })

  return {
    metrics,
    subscribers,
    addresses,
    sockets,
    memory,
    onFrame,
    isLeaving: () => isLeaving,
    /** Takes nothing new and waits, for a while, until what was asked is answered. */
    async leave() {
      isLeaving = true
      tidying.stop()
      memory.stop()
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
