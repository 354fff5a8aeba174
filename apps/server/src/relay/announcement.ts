import type { StoredMessage } from './readMailbox.ts'

/** A stored message that other nodes hear of: its topic, its number and, if it is new and short, the message itself. */
export type Announced = { topic: string; seq: number; message?: StoredMessage }

/** Above this many characters, other nodes read a message from the mailbox. */
const maxCarried = 8_192

/** Whether an announcement carries a message: its readers then need no query. */
export const isCarried = ({ message, attestation }: StoredMessage): boolean =>
  message.length + (attestation?.length ?? 0) <= maxCarried

/** Writes the announcement of a topic's messages. Its channel names the topic. */
export function writeAnnouncement(from: string, messages: readonly Announced[]): string {
  const rows = messages.map(({ seq, message: m }) =>
    m ? [seq, m.publisher, m.publishedAt, m.tag, m.attestation, m.message] : [seq],
  )
  return JSON.stringify([from, ...rows])
}

/** Reads an announcement, and checks each field: Redis may be shared with other programs. */
export function readAnnouncement(topic: string, text: string): { from: string; messages: Announced[] } | undefined {
  try {
    const [from, ...rows] = JSON.parse(text) as unknown[]
    if (typeof from !== 'string') return undefined
    return { from, messages: rows.map((row) => readRow(topic, row)) }
  } catch {
    return undefined // not one of ours
  }
}

function readRow(topic: string, row: unknown): Announced {
  if (!Array.isArray(row) || !Number.isSafeInteger(row[0])) throw new TypeError('no announcement')
  const [seq, publisher, publishedAt, tag, attestation, message] = row as unknown[]
  if (row.length === 1) return { topic, seq: seq as number }
  const isGood =
    isText(publisher, /^[0-9a-f]{64}$/) &&
    Number.isSafeInteger(publishedAt) &&
    Number.isSafeInteger(tag) &&
    (attestation === null || typeof attestation === 'string') &&
    // Frames are built by hand, so nothing in a message may need escaping.
    isText(message, /^[A-Za-z0-9+/=_-]+$/)
  if (!isGood) throw new TypeError('no announcement')
  return {
    topic,
    seq: seq as number,
    message: { seq, topic, publisher, publishedAt, tag, attestation, message } as StoredMessage,
  }
}

const isText = (value: unknown, form: RegExp): value is string => typeof value === 'string' && form.test(value)
