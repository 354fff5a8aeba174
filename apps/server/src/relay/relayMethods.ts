import { hash } from 'node:crypto'
import { createServer, type Handlers } from '@billfold/protocol/contract'
import { type RelayContract, relayContract, relayLimits } from '@billfold/protocol/wc/relayRpc'
import { sessionMethods } from '@billfold/protocol/wc/session'
import type { Connection } from './connection.ts'
import type { Delivery } from './delivery.ts'
import type { FanOut } from './fanOut.ts'
import type { Mailbox, NewMessage, StoredMessage } from './mailbox.ts'
import type { Stored } from './publishQueue.ts'
import type { ReceiptQueue } from './receiptQueue.ts'
import { RelayError } from './relayError.ts'
import type { RelayMetrics } from './relayMetrics.ts'
import type { Client, Subscribers } from './subscribers.ts'

/** Who asks, and what to do once the answer is out. */
export type Caller = { connection: Connection; client: Client; afterwards: (() => void)[] }

type Deps = {
  mailbox: Mailbox
  publish: (messages: NewMessage[]) => Promise<Stored[]>
  subscribers: Subscribers
  receipts: ReceiptQueue
  delivery: Delivery
  fanOut: FanOut
  metrics: RelayMetrics
  /** Brings a socket what its client has not yet had on these topics. */
  catchUp: (connection: Connection, topics: string[]) => void
  isFull: () => boolean
  maxTopics: number
}

type Publish = { topic: string; message: string; ttl: number; tag: number; attestation?: string | null | undefined }
const fetchBytes = 4_194_304

/** The relay's side of its contract: a function per call, checked by the same schemas as the client's side. */
export function createRelayMethods(deps: Deps) {
  const { mailbox, subscribers, delivery, metrics } = deps

  async function publish({ client }: Caller, messages: Publish[]): Promise<true> {
    if (deps.isFull()) throw new RelayError('mailbox_full', 'The mailboxes of this relay are full')
    const stored = await deps.publish(messages.map((m) => toNewMessage(m, client.key)))
    const fresh = stored.filter(({ isNew }) => isNew)
    const known = stored.filter(({ isNew }) => !isNew)
    metrics.accepted.inc(fresh.length)
    metrics.duplicate.inc(known.length)
    for (const message of fresh) delivery.toSubscribers(message)
    // A retry of what was stored but perhaps never told: whoever has not acknowledged it is sent it.
    if (known.length > 0)
      for (const message of await mailbox.bySeq(known.map(({ seq }) => seq))) delivery.toSubscribers(message)
    deps.fanOut.announce(stored.map(({ topic, seq }) => ({ topic, seq })))
    return true
  }

  function subscribe({ connection, client, afterwards }: Caller, topics: string[]): string[] {
    const fresh = topics.filter((topic) => !client.topics.has(topic))
    if (client.topics.size + fresh.length > deps.maxTopics)
      throw new RelayError('too_many_subscriptions', `A client may listen to ${deps.maxTopics} topics`)
    afterwards.push(() => deps.catchUp(connection, topics))
    return topics.map((topic) => subscribers.subscribe(client, topic))
  }

  async function fetch({ client, afterwards }: Caller, topics: string[]) {
    const unread = await mailbox.unread(client.key, topics, 0, relayLimits.batch + 1)
    // An acknowledgement that is not written yet counts as well.
    const found = unread.filter(({ seq }) => !deps.receipts.has({ seq, client: client.key }))
    const messages = fitting(found.slice(0, relayLimits.batch))
    // Fetched counts as delivered, once the answer is out.
    if (messages.length > 0)
      afterwards.push(() => {
        mailbox.acknowledge(messages.map(({ seq }) => ({ seq, client: client.key }))).catch(() => {}) // they come again
      })
    return {
      messages: messages.map(({ topic, message, publishedAt, tag, attestation }) => ({
        topic,
        message,
        publishedAt,
        tag,
        attestation: attestation ?? '',
      })),
      hasMore: messages.length < found.length || unread.length > relayLimits.batch,
    }
  }

  const handlers: Handlers<RelayContract, Caller> = {
    irn_publish: (message, caller) => publish(caller, [message]),
    irn_batchPublish: ({ messages }, caller) => publish(caller, messages),
    irn_subscribe: async ({ topic }, caller) => subscribe(caller, [topic])[0]!,
    irn_batchSubscribe: async ({ topics }, caller) => subscribe(caller, topics),
    irn_unsubscribe: async ({ topic }, { client }) => {
      subscribers.unsubscribe(client, topic)
      return true
    },
    irn_batchUnsubscribe: async ({ subscriptions }, { client }) => {
      for (const { topic } of subscriptions) subscribers.unsubscribe(client, topic)
      return true
    },
    irn_fetchMessages: ({ topic }, caller) => fetch(caller, [topic]),
    irn_batchFetchMessages: ({ topics }, caller) => fetch(caller, topics),
    irn_batchReceive: async ({ receipts }, { client }) => {
      await mailbox.acknowledgeByHash(client.key, receipts)
      return true
    },
    // These two stand for a subscription and one or two publishes: clients rely on the relay to do all of it.
    wc_proposeSession: ({ pairingTopic, sessionProposal, attestation, ttl }, caller) => {
      subscribe(caller, [pairingTopic])
      const { tag, ttl: usual } = sessionMethods.wc_sessionPropose.request
      return publish(caller, [{ topic: pairingTopic, message: sessionProposal, ttl: ttl ?? usual, tag, attestation }])
    },
    wc_approveSession: ({ pairingTopic, sessionTopic, ttl, ...given }, caller) => {
      subscribe(caller, [sessionTopic])
      const answer = sessionMethods.wc_sessionPropose.response
      const settle = sessionMethods.wc_sessionSettle.request
      const { sessionProposalResponse, sessionSettlementRequest } = given
      return publish(caller, [
        { topic: pairingTopic, message: sessionProposalResponse, ttl: ttl ?? answer.ttl, tag: answer.tag },
        { topic: sessionTopic, message: sessionSettlementRequest, ttl: ttl ?? settle.ttl, tag: settle.tag },
      ])
    },
  }
  return createServer(relayContract, handlers)
}

function toNewMessage({ topic, message, ttl, tag, attestation }: Publish, publisher: string): NewMessage {
  return {
    topic,
    hash: hash('sha256', message),
    message,
    tag,
    attestation: attestation || null,
    publisher,
    ttlSeconds: ttl,
  }
}

/** As many as make a reasonable answer, and at least one. */
function fitting(messages: StoredMessage[]): StoredMessage[] {
  let bytes = 0
  const end = messages.findIndex(({ message }, i) => (bytes += message.length) > fetchBytes && i > 0)
  return end === -1 ? messages : messages.slice(0, end)
}
