import type { NewMessage, StoredMessage } from './mailbox.ts'

export type Stored = StoredMessage & { isNew: boolean }
type Waiting = {
  messages: NewMessage[]
  /** What makes each of them one of a kind. */
  keys: string[]
  bytes: number
  done: (stored: Stored[]) => void
  fail: (e: unknown) => void
}

/**
 * Group commit: while one batch is written, what arrives gathers for the next, so that a thousand publishes cost the disk
 * one flush. A publish resolves when its messages are in the database, and not before. A batch that fails, for whatever reason, is
 * tried again in parts, so that only what cannot be stored fails.
 */
export function createPublishQueue(
  store: (messages: NewMessage[]) => Promise<Stored[]>,
  {
    maxMessages = 1_000,
    maxBytes = 8_388_608,
    /** Whether the database is away, so that a part fares no better than the whole. */
    isAway = (_: unknown): boolean => false,
    /** So long parts are tried, from a batch's first failure on: others wait behind it. */
    patienceMs = 15_000,
  } = {},
) {
  let waiting: Waiting[] = []
  let isWriting = false

  async function write() {
    let answerLast = () => {}
    while (waiting.length > 0) {
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

  /** Resolves, once all of it that can be is in the database, with what tells everybody how it went. */
  async function writeBatch(batch: Waiting[], until?: number): Promise<() => void> {
    try {
      return await storeBatch(batch)
    } catch (e) {
      const half = batch.length >> 1
      const end = until ?? performance.now() + patienceMs
      if (half === 0 || isAway(e) || performance.now() > end)
        return () => {
          for (const { fail } of batch) fail(e)
        }
      // By halves: of a thousand, one that is refused costs twenty statements, and nobody else their message.
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
      for (const [i, key] of keys.entries()) if (!unique.has(key)) unique.set(key, messages[i]!)
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
        waiting.push({ messages, keys, bytes, done, fail })
        // On the next turn, so that what this turn's other sockets say goes with it.
        if (!isWriting) {
          isWriting = true
          setImmediate(() => void write())
        }
      })
    },
  }
}
