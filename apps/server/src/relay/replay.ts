import { WebSocket } from 'ws'
import { chargeBytes, hasBytes, readInTurn } from './addresses.ts'
import { type Connection, maxBufferedBytes, unansweredOf } from './connection.ts'
import type { Delivery } from './delivery.ts'
import type { Mailbox } from './mailbox.ts'
import type { Allowance } from './meter.ts'

const page = { rows: 200, bytes: 131_072 }

/**
 * Brings a socket what its client missed, one page after the other and never two at once. While the database is away it tries again until it
 * is back or the socket is gone; a client that reads slowly is waited for, and nothing is held for it meanwhile.
 */
export function createReplay(mailbox: Mailbox, delivery: Delivery, bytes: Allowance, onError: (e: unknown) => void) {
  async function bring(connection: Connection, topics: string[]): Promise<void> {
    const { socket, client, address } = connection
    let cursor = 0
    for (let attempt = 0; client && socket.readyState === WebSocket.OPEN; ) {
      try {
        await whenWritable(connection, bytes)
        // Before the mailbox is read: what comes from here on is pushed as it comes.
        connection.isLagging = false
        const listening = topics.filter((topic) => client.topics.has(topic))
        if (listening.length === 0) return
        const sent = unansweredOf(connection)
        const found = await readInTurn(address, async () =>
          // While it waited for its turn its socket may have ended.
          socket.readyState === WebSocket.OPEN
            ? mailbox.unread(client.key, listening, { ...page, cursor, sent })
            : undefined,
        )
        if (!found) return
        chargeBytes(address, bytes, found.bytes, Date.now())
        attempt = 0
        let isCut = false
        for (const message of found.messages) {
          isCut = socket.bufferedAmount > maxBufferedBytes
          if (isCut) break
          delivery.toConnection(connection, message)
          cursor = message.seq
        }
        if (!isCut && !found.hasMore) return
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
    /** What its client has not had on these topics. */
    start,
    /** For a socket that fell behind: as soon as it has read, everything it has not had. */
    resume: (connection: Connection): void => start(connection, connection.client?.topics.keys() ?? []),
  }
}

/** Resolves when the other side has taken what was sent, and its address may read more; or when it is gone. */
export async function whenWritable({ socket, address }: Connection, bytes: Allowance): Promise<void> {
  const isFull = () => socket.bufferedAmount > maxBufferedBytes / 2 || !hasBytes(address, bytes, Date.now())
  while (socket.readyState === WebSocket.OPEN && isFull()) await new Promise((done) => setTimeout(done, 20))
}
