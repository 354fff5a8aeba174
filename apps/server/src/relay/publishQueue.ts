import { networkOfOrigin } from './addresses.ts'
import type { NewMessage } from './mailbox.ts'
import type { StoredMessage } from './readMailbox.ts'

export type PublishQueue = ReturnType<typeof createPublishQueue>
export type Stored = StoredMessage & { isNew: boolean }
type Waiting = {
  messages: NewMessage[]
  /** The unique keys of its messages. */
  keys: string[]
  bytes: number
  done: (stored: Stored[]) => void
  fail: (e: unknown) => void
}

/** The queue of one address, and the index of its next entry. */
type Line = { all: Waiting[]; next: number }

/**
 * Group commit: publishes that arrive during a write form the next batch, so that a thousand of them cost the disk one
 * flush. A publish resolves once its messages are in the database, and not before. Networks take turns, and within each
 * its addresses: a light publisher waits only for the batch being written, however much others have queued. A failed
 * batch is retried in parts, so that only what cannot be stored fails.
 */
export function createPublishQueue(
  store: (messages: NewMessage[]) => Promise<Stored[]>,
  {
    maxMessages = 1_000,
    maxBytes = 8_388_608,
    /** Whether the database is unavailable, so that a part fares no better than the whole. */
    isUnavailable = (_: unknown): boolean => false,
    /** How long parts are retried after a batch's first failure: others queue behind it. */
    patienceMs = 15_000,
  } = {},
) {
  /** By network and address, in the order of their turns. */
  const waiting = new Map<string, Map<string, Line>>()
  let isWriting = false

  async function write() {
    let answerLast = () => {}
    while (waiting.size > 0) {
      const batch = takeBatch()
      const written = writeBatch(batch)
      // Only now: the database has its next work before we begin with ours, which takes about as long.
      process.nextTick(answerLast)
      answerLast = await written
    }
    isWriting = false
    answerLast()
  }

  function takeBatch(): Waiting[] {
    let messages = 0
    let bytes = 0
    const batch: Waiting[] = []
    // After its turn, a network moves to the end of the map, and so comes after all others.
    for (const [network, lines] of waiting) {
      const [origin, line] = lines.entries().next().value!
      const one = line.all[line.next]!
      messages += one.messages.length
      bytes += one.bytes
      // The first always goes, however large: its own limits have been checked.
      if (batch.length > 0 && (messages > maxMessages || bytes > maxBytes)) break
      batch.push(one)
      line.next += 1
      // Trims only now and then: a constant publisher's written entries are freed, and taking one stays cheap.
      if (line.next * 2 > line.all.length) {
        line.all.splice(0, line.next)
        line.next = 0
      }
      lines.delete(origin)
      if (line.next < line.all.length) lines.set(origin, line)
      waiting.delete(network)
      if (lines.size > 0) waiting.set(network, lines)
    }
    return batch
  }

  /** Writes a batch, in parts if it fails; resolves with a function that answers its publishes. */
  async function writeBatch(batch: Waiting[], until?: number): Promise<() => void> {
    try {
      return await storeBatch(batch)
    } catch (e) {
      const half = batch.length >> 1
      const end = until ?? performance.now() + patienceMs
      if (half === 0 || isUnavailable(e) || performance.now() > end)
        return () => {
          for (const { fail } of batch) fail(e)
        }
      // By halves: one rejected message among a thousand costs twenty statements, and no other message.
      const answers = [await writeBatch(batch.slice(0, half), end), await writeBatch(batch.slice(half), end)]
      return () => {
        for (const answer of answers) answer()
      }
    }
  }

  async function storeBatch(batch: Waiting[]): Promise<() => void> {
    // A statement may not contain the same message twice, and a client's retry may be in the same batch.
    const unique = new Map<string, NewMessage>()
    for (const { messages, keys } of batch)
      for (let i = 0; i < keys.length; i++) if (!unique.has(keys[i]!)) unique.set(keys[i]!, messages[i]!)
    // In the same order on every node, so that two of them never deadlock over rows.
    const sorted = [...unique.keys()].sort()
    const rows = await store(sorted.map((key) => unique.get(key)!))
    const stored = new Map(rows.map((row, i) => [sorted[i], row]))
    const answers = batch.map(({ keys }) =>
      keys.map((key) => {
        const row = stored.get(key)!
        // Only the first of equal messages is new; the others find it stored.
        stored.set(key, row.isNew ? { ...row, isNew: false } : row)
        return row
      }),
    )
    return () => {
      for (const [i, { done }] of batch.entries()) done(answers[i]!)
    }
  }

  return {
    add(messages: NewMessage[]): Promise<Stored[]> {
      const bytes = messages.reduce((sum, { message }) => sum + message.length, 0)
      const keys = messages.map(({ topic, hash }) => topic + hash)
      return new Promise<Stored[]>((done, fail) => {
        const origin = messages[0]?.origin ?? ''
        const lines = waiting.get(networkOfOrigin(origin)) ?? new Map<string, Line>()
        waiting.set(networkOfOrigin(origin), lines)
        const line = lines.get(origin) ?? { all: [], next: 0 }
        lines.set(origin, line)
        line.all.push({ messages, keys, bytes, done, fail })
        // In the next tick, so that the frames of this tick's other sockets join it.
        if (!isWriting) {
          isWriting = true
          setImmediate(() => void write())
        }
      })
    },
  }
}
