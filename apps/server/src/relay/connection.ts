import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { AddressRecord } from './addresses.ts'
import type { Refusal } from './admit.ts'
import type { Gate } from './gate.ts'
import type { ProjectRecord } from './relayProjects.ts'
import type { Client } from './subscribers.ts'

/** One socket. Kept small: there may be tens of thousands, most of them idle. */
export type Connection = {
  socket: WebSocket
  /** The socket's stream, and the number of its bytes in complete frames. */
  stream: Duplex & { bytesRead?: number }
  bytesDone: number
  /** Undefined if its token was refused: then every request is answered with the reason. */
  client: Client | undefined
  refusal: Refusal | undefined
  address: AddressRecord
  /** Undefined where projects are not counted. */
  project: ProjectRecord | undefined
  /** Pushes without a response: id → message number. */
  pending: Map<number, number> | undefined
  /** The latest message numbers sent here; none is sent twice over one socket. */
  sent: Set<number> | undefined
  /** Pings since its last frame. Counted, not timed: after a pause of ours every client would seem silent. */
  unanswered: number
  /** It reads more slowly than messages arrive: the mailbox serves it, page by page. */
  isLagging: boolean
  /** Topics whose mailboxes the current replay still has to read for it. */
  topicsToReplay: Set<string> | undefined
  isReplaying: boolean
  /** Requests in flight, and their bytes. */
  inFlight: { requests: number; bytes: number }
  /** Reading is paused until then. */
  pausedUntil: number | undefined
  /** This socket's fetches, one at a time. */
  fetches: Gate | undefined
}

/** With more than this unread, a socket gets nothing more until it has read: its messages are safe in the mailbox. */
export const maxBufferedBytes = 196_608
const rememberedPushes = 4_096

type Opened = Pick<Connection, 'socket' | 'stream' | 'refusal' | 'address'> & Partial<Pick<Connection, 'project'>>

export function createConnection(opened: Opened): Connection {
  return {
    project: undefined,
    ...opened,
    bytesDone: opened.stream.bytesRead ?? 0,
    client: undefined,
    pending: undefined,
    sent: undefined,
    unanswered: 0,
    isLagging: false,
    topicsToReplay: undefined,
    isReplaying: false,
    inFlight: { requests: 0, bytes: 0 },
    pausedUntil: undefined,
    fetches: undefined,
  }
}

/** Records that a message is sent over this socket; false if it was sent before. */
export function noteSent(connection: Connection, pushId: number, seq: number): boolean {
  const sent = (connection.sent ??= new Set())
  if (sent.has(seq)) return false
  sent.add(seq)
  const pending = (connection.pending ??= new Map())
  pending.set(pushId, seq)
  // Bounds memory per client; the mailbox keeps the rest.
  if (sent.size > rememberedPushes) for (const old of sent.keys()) if (sent.delete(old)) break
  if (pending.size > rememberedPushes) for (const old of pending.keys()) if (pending.delete(old)) break
  return true
}

/** Returns, and removes, the message that a client's response acknowledges. */
export function takePending(connection: Connection, pushId: number): number | undefined {
  const seq = connection.pending?.get(pushId)
  connection.pending?.delete(pushId)
  return seq
}

/** Messages sent over this socket and not acknowledged. */
export const unansweredOf = ({ pending }: Connection): number[] => [...(pending?.values() ?? [])]
