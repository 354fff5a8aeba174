import { hash } from 'node:crypto'
import { createServer, type Handlers } from '@billfold/protocol/contract'
import { type RelayContract, relayContract, relayLimits } from '@billfold/protocol/wc/relayRpc'
import { sessionMethods } from '@billfold/protocol/wc/session'
import { WebSocket } from 'ws'
import { type AddressRecord, chargeBytes, hasRoomFor, readInTurn } from './addresses.ts'
import { type Announced, isCarried } from './announcement.ts'
import type { Connection } from './connection.ts'
import type { Delivery } from './delivery.ts'
import type { FanOut } from './fanOut.ts'
import { createGate } from './gate.ts'
import type { Mailbox, NewMessage } from './mailbox.ts'
import type { Allowance } from './meter.ts'
import type { Stored } from './publishQueue.ts'
import type { ReceiptQueue } from './receiptQueue.ts'
import { RelayError } from './relayError.ts'
import type { RelayMetrics } from './relayMetrics.ts'
import { whenWritable } from './replay.ts'
import type { Client, Subscribers } from './subscribers.ts'

/** The caller of a method, and work for after the response. */
export type Caller = {
  connection: Connection
  client: Client
  afterwards: (() => void)[]
  /** Charges `more` requests beyond the one counted already, or throws. */
  take: (more: number) => void
}

type Deps = {
  mailbox: Mailbox
  publish: (messages: NewMessage[]) => Promise<Stored[]>
  subscribers: Subscribers
  receipts: ReceiptQueue
  delivery: Delivery
  fanOut: FanOut
  metrics: RelayMetrics
  /** Sends a socket the messages that its client does not have on these topics. */
  replay: (connection: Connection, topics: string[]) => void
  maxTopics: number
  /** Subscriptions of all clients of one address. */
  maxAddressTopics: number
  /** Whether a network may have more subscriptions, when memory is short. */
  hasMemoryFor: (address: AddressRecord) => boolean
  addressBytes: Allowance
}

type Publish = { topic: string; message: string; ttl: number; tag: number; attestation?: string | null | undefined }
const fetchPage = { rows: relayLimits.batch, bytes: 163_840 }
const rememberedFetches = 4_096
/** Topics or receipts that cost as much as one message. */
const forOne = 50

/** The relay's side of its contract: a function per call, validated by the client's schemas. */
export function createRelayMethods(deps: Deps) {
  const { mailbox, subscribers, delivery, metrics } = deps

  async function publish({ connection, client, take }: Caller, messages: Publish[]): Promise<true> {
    take(messages.length - 1)
    const stored = await deps.publish(messages.map((m) => toNewMessage(m, client.key, connection.address.origin)))
    const known: number[] = []
    for (const message of stored)
      if (message.isNew) delivery.toSubscribers(message)
      else known.push(message.seq)
    metrics.accepted.inc(stored.length - known.length)
    // A retry of stored messages, perhaps never announced: subscribers without them get them.
    if (known.length > 0) {
      metrics.duplicate.inc(known.length)
      for await (const message of mailbox.bySeq(known)) delivery.toSubscribers(message)
    }
    deps.fanOut.announce(stored.map(toAnnounced))
    return true
  }

  function subscribe({ connection, client, afterwards, take }: Caller, topics: string[]): string[] {
    take(Math.ceil(topics.length / forOne) - 1)
    const fresh = topics.filter((topic) => !client.topics.has(topic))
    if (client.topics.size + fresh.length > deps.maxTopics)
      throw new RelayError('too_many_subscriptions', `A client may subscribe to at most ${deps.maxTopics} topics`)
    if (!hasRoomFor(client.home, 'subscriptions', fresh.length, deps.maxAddressTopics))
      throw new RelayError('too_many_subscriptions', 'Too many subscriptions from this IP address')
    if (fresh.length > 0 && !deps.hasMemoryFor(connection.address))
      throw new RelayError('too_many_subscriptions', 'This relay has no memory left for subscriptions: try again later')
    const ids = topics.map((topic) => subscribers.subscribe(client, topic))
    // Other nodes' messages are announced here first: none falls between the mailbox and the announcements.
    const listening = deps.fanOut.whenListening()
    const replay = () => deps.replay(connection, topics)
    afterwards.push(() => (listening ? void listening.then(replay) : replay()))
    return ids
  }

  async function fetch({ connection, client, take }: Caller, topics: string[]) {
    take(Math.ceil(topics.length / forOne) - 1)
    const { address, socket } = connection
    connection.fetches ??= createGate(1)
    return connection.fetches(async () => {
      await whenWritable(connection, deps.addressBytes)
      // A request that queued while its socket closed costs nothing more.
      assertOpen(socket)
      const given = (client.fetched ??= new Set())
      const page = { ...fetchPage, sent: [...given] }
      const unreadPage = await readInTurn(address, async () => {
        assertOpen(socket)
        return mailbox.unread(client.key, topics, page)
      })
      chargeBytes(address, deps.addressBytes, unreadPage.bytes, Date.now())
      // The client is gone: the messages stay in the mailbox.
      assertOpen(socket)
      // Excludes messages given to another socket of this client, and acknowledged ones whose receipts are not written
      // yet.
      const isNews = (seq: number) => !given.has(seq) && !deps.receipts.has({ seq, client: client.key })
      const messages = unreadPage.messages.filter(({ seq }) => isNews(seq))
      for (const { seq } of messages) {
        given.add(seq)
        if (given.size > rememberedFetches) for (const old of given) if (given.delete(old)) break
        // Fetched counts as delivered: recorded before the response, and written right after it.
        deps.receipts.add({ seq, client: client.key }, 0)
      }
      return {
        messages: messages.map(({ topic, message, publishedAt, tag, attestation }) => ({
          topic,
          message,
          publishedAt,
          tag,
          attestation: attestation ?? '',
        })),
        hasMore: unreadPage.hasMore,
      }
    })
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
    irn_batchUnsubscribe: async ({ subscriptions }, { client, take }) => {
      take(Math.ceil(subscriptions.length / forOne) - 1)
      for (const { topic } of subscriptions) subscribers.unsubscribe(client, topic)
      return true
    },
    irn_fetchMessages: ({ topic }, caller) => fetch(caller, [topic]),
    irn_batchFetchMessages: ({ topics }, caller) => fetch(caller, topics),
    irn_batchReceive: async ({ receipts }, { client, take }) => {
      take(Math.ceil(receipts.length / forOne) - 1)
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

/** New messages travel along if they are short; others are read from the mailbox, with the clients that have them. */
function toAnnounced({ isNew, ...message }: Stored): Announced {
  const { topic, seq } = message
  return isNew && isCarried(message) ? { topic, seq, message } : { topic, seq }
}

function assertOpen({ readyState }: WebSocket): void {
  if (readyState !== WebSocket.OPEN) throw new RelayError('unavailable', 'The socket is closed')
}

function toNewMessage(
  { topic, message, ttl, tag, attestation }: Publish,
  publisher: string,
  origin: string,
): NewMessage {
  return {
    topic,
    hash: hash('sha256', message),
    message,
    tag,
    attestation: attestation || null,
    publisher,
    origin,
    ttlSeconds: ttl,
  }
}
