import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { AddressRecord } from './addresses.ts'
import type { Refusal } from './admit.ts'
import type { Gate } from './gate.ts'
import type { Client } from './subscribers.ts'

/** One socket. Kept small: there may be tens of thousands, most of them silent. */
export type Connection = {
  socket: WebSocket
  /** What the socket reads from, and how many of its bytes belonged to frames that came whole. */
  stream: Duplex & { bytesRead?: number }
  bytesDone: number
  /** Absent when its token was refused: then every request is answered with the reason. */
  client: Client | undefined
  refusal: Refusal | undefined
  address: AddressRecord
  /** Pushes without an answer: id → message number. */
  pending: Map<number, number> | undefined
  /** The latest message numbers sent here; none goes over one socket twice. */
  sent: Set<number> | undefined
  /** Pings since it last said anything. Counted, not timed: after a pause of ours everyone would seem silent. */
  unanswered: number
  /** It reads more slowly than messages come: the mailbox serves it, page by page. */
  isLagging: boolean
  /** Topics whose mailboxes are still to be read for it, by the one run that does it. */
  topicsToReplay: Set<string> | undefined
  isReplaying: boolean
  /** Requests that are not answered yet, and their bytes. */
  inFlight: { requests: number; bytes: number }
  /** Nothing more is read from it for now. */
  pausedUntil: number | undefined
  /** Fetches of this socket, one at a time. */
  fetches: Gate | undefined
}

/** With more than this unread, a socket gets no more until it has read: what is meant for it is safe in the mailbox. */
export const maxBufferedBytes = 196_608
const rememberedPushes = 4_096

export function createConnection(of: Pick<Connection, 'socket' | 'stream' | 'refusal' | 'address'>): Connection {
  return {
    ...of,
    bytesDone: of.stream.bytesRead ?? 0,
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

/** Notes that a message goes out over this socket; false when it already did. */
export function noteSent(connection: Connection, pushId: number, seq: number): boolean {
  const sent = (connection.sent ??= new Set())
  if (sent.has(seq)) return false
  sent.add(seq)
  const pending = (connection.pending ??= new Map())
  pending.set(pushId, seq)
  // Who never answers does not fill our memory; what is forgotten stays in the mailbox.
  if (sent.size > rememberedPushes) for (const old of sent.keys()) if (sent.delete(old)) break
  if (pending.size > rememberedPushes) for (const old of pending.keys()) if (pending.delete(old)) break
  return true
}

/** The message that a client's answer belongs to. */
export function takePending(connection: Connection, pushId: number): number | undefined {
  const seq = connection.pending?.get(pushId)
  connection.pending?.delete(pushId)
  return seq
}

/** The messages that went out over this socket and were not acknowledged. */
export const unansweredOf = ({ pending }: Connection): number[] => [...(pending?.values() ?? [])]
