import type { Receipt } from './mailbox.ts'

export type ReceiptQueue = ReturnType<typeof createReceiptQueue>

/** The clients that have received a message, by its number: nearly always two at most. */
type Readers = Map<number, string[]>

/**
 * Queues acknowledgements and writes them in batches. One that is lost with the process costs a second delivery, which
 * clients ignore; until it is written it already counts.
 */
export function createReceiptQueue(
  acknowledge: (receipts: Receipt[]) => Promise<void>,
  onError: (e: unknown) => void,
  delayMs = 50,
) {
  let pending: Readers = new Map()
  let writing: Readers = new Map()
  let timer: NodeJS.Timeout | undefined
  let last: Promise<void> = Promise.resolve()

  async function write() {
    timer = undefined
    if (pending.size === 0) return
    writing = pending
    pending = new Map()
    try {
      await acknowledge(receiptsOf(writing))
      writing = new Map()
    } catch (e) {
      // The database is unavailable: keep them for the next attempt, up to a limit.
      const kept = [...receiptsOf(writing), ...receiptsOf(pending)].slice(-100_000)
      pending = new Map()
      writing = new Map()
      for (const receipt of kept) note(pending, receipt)
      onError(e)
      schedule(1_000)
    }
  }

  function schedule(ms: number) {
    timer ??= setTimeout(() => {
      last = last.then(write)
    }, ms)
  }

  return {
    add(receipt: Receipt, ms = delayMs) {
      note(pending, receipt)
      if (ms < delayMs && timer) {
        clearTimeout(timer)
        timer = undefined
      }
      schedule(ms)
    },
    has({ seq, client }: Receipt): boolean {
      return Boolean(pending.get(seq)?.includes(client) || writing.get(seq)?.includes(client))
    },
    /** Writes the queue once, when the process ends. */
    async flush() {
      clearTimeout(timer)
      timer = undefined
      await (last = last.then(write))
      clearTimeout(timer)
    },
  }
}

function note(readers: Readers, { seq, client }: Receipt): void {
  const known = readers.get(seq)
  if (!known) readers.set(seq, [client])
  else if (!known.includes(client)) known.push(client)
}

const receiptsOf = (readers: Readers): Receipt[] =>
  [...readers].flatMap(([seq, clients]) => clients.map((client) => ({ seq, client })))
