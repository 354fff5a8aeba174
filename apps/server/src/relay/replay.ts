import { WebSocket } from 'ws'
import { chargeBytes, hasBytes, readInTurn } from './addresses.ts'
import { type Connection, maxBufferedBytes, unansweredOf } from './connection.ts'
import type { Delivery } from './delivery.ts'
import type { Mailbox } from './mailbox.ts'
import type { Allowance } from './meter.ts'

const page = { rows: 200, bytes: 131_072 }

/**
 * Sends a socket the messages that its client missed, page by page and never two pages at once. During a database
 * outage it retries until the database is back or the socket is gone; a slow reader is waited for, and nothing is
 * buffered for it meanwhile.
 */
export function createReplay(mailbox: Mailbox, delivery: Delivery, bytes: Allowance, onError: (e: unknown) => void) {
  async function bring(connection: Connection, topics: string[]): Promise<void> {
    const { socket, client, address } = connection
    let cursor = 0
    for (let attempt = 0; client && socket.readyState === WebSocket.OPEN; ) {
      try {
        await whenWritable(connection, bytes)
        // Before the mailbox is read: later messages are pushed as they arrive.
        connection.isLagging = false
        const listening = topics.filter((topic) => client.topics.has(topic))
        if (listening.length === 0) return
        const sent = unansweredOf(connection)
        const unreadPage = await readInTurn(address, async () =>
          // While it queued its socket may have closed.
          socket.readyState === WebSocket.OPEN
            ? mailbox.unread(client.key, listening, { ...page, cursor, sent })
            : undefined,
        )
        if (!unreadPage) return
        chargeBytes(address, bytes, unreadPage.bytes, Date.now())
        attempt = 0
        let isCut = false
        for (const message of unreadPage.messages) {
          isCut = socket.bufferedAmount > maxBufferedBytes
          if (isCut) break
          delivery.toConnection(connection, message)
          cursor = message.seq
        }
        if (!isCut && !unreadPage.hasMore) return
      } catch (e) {
        if (attempt === 0) onError(e)
        attempt++
        await new Promise((done) => setTimeout(done, Math.min(100 * 2 ** attempt, 2_000)))
      }
    }
  }

  async function run(connection: Connection): Promise<void> {
    connection.isReplaying = true
    while (connection.topicsToReplay && connection.topicsToReplay.size > 0) {
      const topics = [...connection.topicsToReplay]
      connection.topicsToReplay = undefined
      await bring(connection, topics)
    }
    connection.isReplaying = false
  }

  function start(connection: Connection, topics: Iterable<string>): void {
    connection.topicsToReplay ??= new Set()
    for (const topic of topics) connection.topicsToReplay.add(topic)
    if (!connection.isReplaying) void run(connection)
  }

  return {
    /** Sends the messages on these topics that its client does not have. */
    start,
    /** For a socket that fell behind: sends the rest as soon as it has read. */
    resume: (connection: Connection): void => start(connection, connection.client?.topics.keys() ?? []),
  }
}

/** Resolves when the client has read what was sent and its address may read more, or when the socket is gone. */
export async function whenWritable({ socket, address }: Connection, bytes: Allowance): Promise<void> {
  const isFull = () => socket.bufferedAmount > maxBufferedBytes / 2 || !hasBytes(address, bytes, Date.now())
  while (socket.readyState === WebSocket.OPEN && isFull()) await new Promise((done) => setTimeout(done, 20))
}
