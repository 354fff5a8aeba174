import type { NewMessage, StoredMessage } from './mailbox.ts'

export type Stored = StoredMessage & { isNew: boolean }
type Waiting = { messages: NewMessage[]; bytes: number; done: (stored: Stored[]) => void; fail: (e: unknown) => void }

/**
 * Group commit: while one batch is written, what arrives gathers for the next, so that a thousand publishes cost the disk
 * one flush. A publish resolves when its messages are in the database, and not before.
 */
export function createPublishQueue(
  store: (messages: NewMessage[]) => Promise<Stored[]>,
  { maxMessages = 1_000, maxBytes = 8_388_608 } = {},
) {
  let waiting: Waiting[] = []
  let isWriting = false
  const idle: (() => void)[] = []

  async function write() {
    isWriting = true
    while (waiting.length > 0) {
      const batch = takeBatch()
      try {
        await writeBatch(batch)
      } catch (e) {
        for (const { fail } of batch) fail(e)
      }
    }
    isWriting = false
    for (const done of idle.splice(0)) done()
  }

  function takeBatch(): Waiting[] {
    let messages = 0
    let bytes = 0
    const end = waiting.findIndex((one) => {
      messages += one.messages.length
      bytes += one.bytes
      return messages > maxMessages || bytes > maxBytes
    })
    // The first always goes, however large: its own limits have been checked.
    const count = end === -1 ? waiting.length : Math.max(1, end)
    const batch = waiting.slice(0, count)
    waiting = waiting.slice(count)
    return batch
  }

  async function writeBatch(batch: Waiting[]) {
    // A statement may not meet the same message twice, and a client's retry may stand beside the original.
    const unique = new Map<string, NewMessage>()
    for (const { messages } of batch) for (const m of messages) if (!unique.has(keyOf(m))) unique.set(keyOf(m), m)
    // In one order on every node, so that two of them never wait for each other's rows.
    const keys = [...unique.keys()].sort()
    const rows = await store(keys.map((key) => unique.get(key)!))
    const stored = new Map(rows.map((row, i) => [keys[i], row]))
    for (const { messages, done } of batch) {
      done(
        messages.map((m) => {
          const row = stored.get(keyOf(m))!
          // Only the first of equals is new; the others find it there.
          stored.set(keyOf(m), { ...row, isNew: false })
          return row
        }),
      )
    }
  }

  return {
    add(messages: NewMessage[]): Promise<Stored[]> {
      const bytes = messages.reduce((sum, { message }) => sum + message.length, 0)
      return new Promise<Stored[]>((done, fail) => {
        waiting.push({ messages, bytes, done, fail })
        // On the next turn, so that what this turn's other sockets say goes with it.
        if (!isWriting) {
          isWriting = true
          setImmediate(() => void write())
        }
      })
    },
    /** Resolves when nothing waits to be written. */
    drained: () => new Promise<void>((done) => (isWriting ? idle.push(done) : done())),
  }
}

const keyOf = ({ topic, hash }: NewMessage) => topic + hash
