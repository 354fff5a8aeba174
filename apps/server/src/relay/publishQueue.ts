import { networkOfOrigin } from './addresses.ts'
import type { NewMessage, StoredMessage } from './mailbox.ts'

export type PublishQueue = ReturnType<typeof createPublishQueue>
export type Stored = StoredMessage & { isNew: boolean }
type Waiting = {
  messages: NewMessage[]
  /** What makes each of them one of a kind. */
  keys: string[]
  bytes: number
  done: (stored: Stored[]) => void
  fail: (e: unknown) => void
}

/** What waits of one address, and which of it is next. */
type Line = { all: Waiting[]; next: number }

/**
 * Group commit: while one batch is written, what arrives gathers for the next, so that a thousand publishes cost the disk
 * one flush. A publish resolves when its messages are in the database, and not before. Networks take turns, and in
 * each its addresses: anyone who publishes little waits for no more than the batch that is being written, however much others have waiting. A batch that fails, for whatever
 * reason, is tried again in parts, so that only what cannot be stored fails.
 */
export function createPublishQueue(
  store: (messages: NewMessage[]) => Promise<Stored[]>,
  {
    maxMessages = 1_000,
    maxBytes = 8_388_608,
    /** Whether the database is away, so that a part fares no better than the whole. */
    isUnavailable = (_: unknown): boolean => false,
    /** How long parts are retried from a batch's first failure on: others wait behind it. */
    patienceMs = 15_000,
  } = {},
) {
  /** By network and address, in the order in which they are next. */
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
    // Who has had a turn goes to the end of the map, and so is met again after all others.
    for (const [network, lines] of waiting) {
      const [origin, line] = lines.entries().next().value!
      const one = line.all[line.next]!
      messages += one.messages.length
      bytes += one.bytes
      // The first always goes, however large: its own limits have been checked.
      if (batch.length > 0 && (messages > maxMessages || bytes > maxBytes)) break
      batch.push(one)
      line.next += 1
      // Now and then, so that who never stops keeps none of what is written, and taking one costs the same however many wait.
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

  /** Resolves, once all of it that can be is in the database, with what tells everyone how it went. */
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
      // By halves: of a thousand, one that is refused costs twenty statements, and no one else their message.
      const answers = [await writeBatch(batch.slice(0, half), end), await writeBatch(batch.slice(half), end)]
      return () => {
        for (const answer of answers) answer()
      }
    }
  }

  async function storeBatch(batch: Waiting[]): Promise<() => void> {
    // A statement may not meet the same message twice, and a client's retry may stand beside the original.
    const unique = new Map<string, NewMessage>()
    for (const { messages, keys } of batch)
      for (let i = 0; i < keys.length; i++) if (!unique.has(keys[i]!)) unique.set(keys[i]!, messages[i]!)
    // In one order on every node, so that two of them never wait for each other's rows.
    const sorted = [...unique.keys()].sort()
    const rows = await store(sorted.map((key) => unique.get(key)!))
    const stored = new Map(rows.map((row, i) => [sorted[i], row]))
    const answers = batch.map(({ keys }) =>
      keys.map((key) => {
        const row = stored.get(key)!
        // Only the first of equals is new; the others find it there.
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
        // On the next turn, so that what this turn's other sockets say goes with it.
        if (!isWriting) {
          isWriting = true
          setImmediate(() => void write())
        }
      })
    },
  }
}
