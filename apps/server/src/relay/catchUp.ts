import { WebSocket } from 'ws'
import { type Connection, maxBufferedBytes } from './connection.ts'
import type { Delivery } from './delivery.ts'
import type { Mailbox } from './mailbox.ts'

const page = 32

/**
 * Brings a socket what its client missed. While the database is away it tries again until it is back or the socket is
 * gone; a client that reads slowly is waited for, page by page.
 */
export function createCatchUp(mailbox: Mailbox, delivery: Delivery, onError: (e: unknown) => void) {
  async function run(connection: Connection, topics: string[]): Promise<void> {
    const { socket, client } = connection
    let cursor = 0
    for (let attempt = 0; client && socket.readyState === WebSocket.OPEN; ) {
      try {
        const listening = topics.filter((topic) => client.topics.has(topic))
        if (listening.length === 0) return
        const messages = await mailbox.unread(client.key, listening, cursor, page)
        for (const message of messages) delivery.toConnection(connection, message)
        cursor = messages.at(-1)?.seq ?? cursor
        if (messages.length < page) return
        attempt = 0
        await readBy(socket)
      } catch (e) {
        if (attempt === 0) onError(e)
        attempt++
        await new Promise((done) => setTimeout(done, Math.min(100 * 2 ** attempt, 2_000)))
      }
    }
  }
  return {
    start: (connection: Connection, topics: string[]): void => void run(connection, topics),
    /** For a socket that fell behind: as soon as it has read, everything it has not had. */
    async resume(connection: Connection) {
      await readBy(connection.socket)
      connection.isLagging = false
      await run(connection, [...(connection.client?.topics.keys() ?? [])])
    },
  }
}

/** Resolves when the other side has taken what was sent, or is gone. */
async function readBy(socket: WebSocket): Promise<void> {
  while (socket.bufferedAmount > maxBufferedBytes / 2 && socket.readyState === WebSocket.OPEN)
    await new Promise((done) => setTimeout(done, 20))
}
