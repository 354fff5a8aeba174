import { WebSocket } from 'ws'
import { type Connection, maxBufferedBytes, noteSent } from './connection.ts'
import type { ReadMessage, StoredMessage } from './mailbox.ts'
import type { ReceiptQueue } from './receiptQueue.ts'
import type { RelayMetrics } from './relayMetrics.ts'
import type { Client, Subscribers } from './subscribers.ts'

export type Delivery = ReturnType<typeof createDelivery>

type Deps = {
  subscribers: Subscribers
  receipts: ReceiptQueue
  metrics: RelayMetrics
  /** Told of a socket that takes messages more slowly than they come: from here on the mailbox serves it. */
  onLag: (connection: Connection) => void
}

/** Brings messages to the sockets of this node. Whatever cannot go out now stays in the mailbox. */
export function createDelivery({ subscribers, receipts, metrics, onLag }: Deps) {
  let lastPushId = Date.now() * 1_000

  /** Sends a message over one socket. The text is the same for all of a client's sockets but for its id. */
  function push(connection: Connection, message: StoredMessage, body: string): void {
    const { socket } = connection
    if (socket.readyState !== WebSocket.OPEN) return
    const pushId = ++lastPushId
    if (!noteSent(connection, pushId, message.seq)) return
    socket.send(`{"id":${pushId},${body}`)
    metrics.delivered.inc()
  }

  function toClient(client: Client, connections: Iterable<Connection>, message: StoredMessage): void {
    const id = client.topics.get(message.topic)
    if (id === undefined) return
    const { topic, publishedAt, tag, message: text } = message
    // Wallets look for an attestation elsewhere, on a vendor's host, when there is none; an empty one says: none.
    const attestation = JSON.stringify(message.attestation ?? '')
    // By hand: the rest is digits and base64, in which nothing has to be escaped.
    const data = `{"topic":"${topic}","message":"${text}","publishedAt":${publishedAt},"tag":${tag},"attestation":${attestation}}`
    const body = `"jsonrpc":"2.0","method":"irn_subscription","params":{"id":"${id}","data":${data}}}`
    for (const connection of connections) push(connection, message, body)
  }

  function keepsUp(connection: Connection): boolean {
    if (!connection.isLagging && connection.socket.bufferedAmount > maxBufferedBytes) {
      connection.isLagging = true
      onLag(connection)
    }
    return !connection.isLagging
  }

  return {
    /** To one socket, from the mailbox. */
    toConnection(connection: Connection, message: StoredMessage) {
      const { client } = connection
      if (client && !receipts.has({ seq: message.seq, client: client.key })) toClient(client, [connection], message)
    },
    /** To everyone on this node who listens, but for the one who published it and those who have it. */
    toSubscribers(message: StoredMessage & Partial<Pick<ReadMessage, 'readers'>>) {
      for (const client of subscribers.of(message.topic)) {
        if (client.key === message.publisher || message.readers?.includes(client.key)) continue
        if (receipts.has({ seq: message.seq, client: client.key })) continue
        toClient(client, [...client.connections].filter(keepsUp), message)
      }
    },
  }
}
