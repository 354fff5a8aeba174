import { WebSocket } from 'ws'
import { type Connection, maxBufferedBytes, noteSent } from './connection.ts'
import type { ReadMessage, StoredMessage } from './readMailbox.ts'
import type { ReceiptQueue } from './receiptQueue.ts'
import type { RelayMetrics } from './relayMetrics.ts'
import type { Client, Subscribers } from './subscribers.ts'

export type Delivery = ReturnType<typeof createDelivery>

type Deps = {
  subscribers: Subscribers
  receipts: ReceiptQueue
  metrics: RelayMetrics
  /** Called for a socket that falls behind: the mailbox serves it from then on. */
  onLag: (connection: Connection) => void
}

/** Delivers messages to this node's sockets. A message that cannot be sent now stays in the mailbox. */
export function createDelivery({ subscribers, receipts, metrics, onLag }: Deps) {
  let lastPushId = Date.now() * 1_000

  /** Sends a message over one socket. Apart from its id, the text is the same for all sockets of a client. */
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
    // Without the field, wallets look for an attestation on the vendor's host; an empty one means there is none.
    const attestation = JSON.stringify(message.attestation ?? '')
    // Built by hand: the other fields are digits and base64, which need no escaping.
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
    /** Sends a message from the mailbox to one socket. */
    toConnection(connection: Connection, message: StoredMessage) {
      const { client } = connection
      if (client && !receipts.has({ seq: message.seq, client: client.key })) toClient(client, [connection], message)
    },
    /** Sends a message to this node's subscribers, except its publisher and those that have it. */
    toSubscribers(message: StoredMessage & Partial<Pick<ReadMessage, 'readers'>>) {
      for (const client of subscribers.of(message.topic)) {
        if (client.key === message.publisher || message.readers?.includes(client.key)) continue
        if (receipts.has({ seq: message.seq, client: client.key })) continue
        toClient(client, [...client.connections].filter(keepsUp), message)
      }
    },
  }
}
