import type { Pool } from 'pg'
import type { Log } from '../log/createLog.ts'
import { describeError } from '../log/describeError.ts'
import { createRetries } from '../process/createRetries.ts'
import type { Tracer } from '../telemetry/createTracer.ts'
import { createAddresses } from './addresses.ts'
import { createPublisher } from './createPublisher.ts'
import { createDelivery } from './delivery.ts'
import { expireMessages } from './expireMessages.ts'
import { createMailbox } from './mailbox.ts'
import { MailboxError } from './mailboxQuery.ts'
import { createMemoryBudget } from './memoryBudget.ts'
import { createPeerNodes } from './peerNodes.ts'
import { createPublishQueue } from './publishQueue.ts'
import { createReceiptQueue } from './receiptQueue.ts'
import type { RelayConfig } from './relayConfig.ts'
import { createRelayMethods } from './relayMethods.ts'
import { createRelayMetrics } from './relayMetrics.ts'
import type { RelayProjects } from './relayProjects.ts'
import { createReplay } from './replay.ts'
import { createSocketServer } from './serveSocket.ts'
import { createSharedUsage } from './sharedUsage.ts'
import { createStorageQuotas } from './storageQuotas.ts'
import { createSubscribers } from './subscribers.ts'
import { traceCalls } from './traceCalls.ts'

export type RelayNode = ReturnType<typeof createRelayNode>

type Parts = {
  tracer?: Tracer | undefined
  /** Absent if projects are not required. */
  projects?: RelayProjects | undefined
}

/** A relay without its sockets: mailbox, subscriptions, fan-out and background work. */
export function createRelayNode(
  config: RelayConfig,
  pools: { writes: Pool; reads: Pool },
  salt: Buffer,
  log: Log,
  { tracer, projects }: Parts = {},
) {
  let isLeaving = false
  const logFailure = (what: string) => (e: unknown) => log.warn({ error: describeError(e) }, what)
  const subscribers = createSubscribers((topic) => peers.fanOut.noteTopic(topic))
  const addresses = createAddresses(salt)
  const sockets = { count: 0 }
  const metrics = createRelayMetrics({
    counts: () => ({ sockets: sockets.count, ...subscribers.counts() }),
    bufferedBytes: () => subscribers.bufferedBytes(),
    memoryBytes: () => memory.used(),
    isFanOutUp: () => peers.fanOut.isUp(),
  })
  const mailbox = createMailbox(pools.writes, pools.reads)
  const queue = createPublishQueue(
    async (messages) => {
      metrics.batch.observe(messages.length)
      return mailbox.store(messages)
    },
    { isUnavailable: (e) => e instanceof MailboxError && e.isUnavailable },
  )
  const receipts = createReceiptQueue((list) => mailbox.acknowledge(list), logFailure('receipts not written'))
  const delivery = createDelivery({
    subscribers,
    receipts,
    metrics,
    onLag: (connection) => replay.resume(connection),
  })
  const replay = createReplay(mailbox, delivery, config.addressBytes, logFailure('mailbox not read'))
  const usage = createSharedUsage({ addresses, subscribers, projects, config })
  const peers = createPeerNodes({ redisUrl: config.redisUrl, mailbox, subscribers, delivery, metrics, usage, log })
  const quotas = createStorageQuotas(mailbox, config)
  const memory = createMemoryBudget({
    limit: config.memoryBytes,
    frameBytes: config.frameBytes,
    subscriptions: () => subscribers.counts().subscriptions,
    accounts: () => quotas.size() + addresses.size(),
    onShort: (closed) => log.error({ closed }, 'memory is short: closed the sockets that use most'),
  })
  const expiry = expireMessages({
    mailbox,
    mailboxBytes: config.mailboxBytes,
    metrics,
    log,
    retries: createRetries({ loop: 'mailbox', register: metrics.register, log }),
    unreadSeconds: config.unreadSeconds,
    onSweep(now) {
      addresses.forgetIdle(now)
      projects?.forgetIdle(now)
      quotas.forgetIdle()
    },
  })
  const methods = createRelayMethods({
    mailbox,
    publish: createPublisher({ expiry, quotas, queue }),
    subscribers,
    receipts,
    delivery,
    fanOut: peers.fanOut,
    metrics,
    replay: replay.start,
    maxTopics: config.clientTopics,
    maxAddressTopics: config.addressTopics,
    hasMemoryFor: (address) => memory.hasRoomFor(address),
    addressBytes: config.addressBytes,
  })
  const call = tracer ? traceCalls(methods, tracer) : methods
  const inFlight = createInFlight()
  const onFrame = createSocketServer({
    config,
    call,
    receipts,
    metrics,
    log,
    isLeaving: () => isLeaving,
    inFlight,
    memory,
  })

  return {
    metrics,
    subscribers,
    addresses,
    sockets,
    memory,
    projects,
    onFrame,
    isLeaving: () => isLeaving,
    /** Accepts no more requests, and waits for those in flight, up to a limit. */
    async leave() {
      isLeaving = true
      expiry.stop()
      memory.stop()
      peers.stop()
      await inFlight.settled(10_000)
    },
    /** After the sockets: writes the last acknowledgements and closes the connections to other nodes. */
    async end() {
      await receipts.flush()
      await peers.fanOut.close()
    },
  }
}

/** Counts in-flight requests. */
function createInFlight() {
  let requests = 0
  let whenNone: (() => void) | undefined
  return {
    add(n: 1 | -1): void {
      requests += n
      if (requests === 0) whenNone?.()
    },
    /** Waits until all are answered, or the time is up. */
    async settled(patienceMs: number): Promise<void> {
      const answered = new Promise<void>((done) => (requests === 0 ? done() : (whenNone = done)))
      await Promise.race([answered, new Promise((done) => setTimeout(done, patienceMs).unref())])
    },
  }
}
