import type { Receipt } from './mailbox.ts'

export type ReceiptQueue = ReturnType<typeof createReceiptQueue>

/**
 * Acknowledgements, written a moment later and many at once. One that is lost with the process costs a second delivery,
 * which clients know how to ignore; until it is written it counts all the same.
 */
export function createReceiptQueue(
  acknowledge: (receipts: Receipt[]) => Promise<void>,
  onError: (e: unknown) => void,
  delayMs = 50,
) {
  let pending = new Map<string, Receipt>()
  let writing = new Map<string, Receipt>()
  let timer: NodeJS.Timeout | undefined
  let last: Promise<void> = Promise.resolve()

  async function write() {
    timer = undefined
    if (pending.size === 0) return
    writing = pending
    pending = new Map()
    try {
      await acknowledge([...writing.values()])
      writing = new Map()
    } catch (e) {
      // The database is away: keep them for the next time, but not without end.
      const kept = [...writing, ...pending].slice(-100_000)
      pending = new Map(kept)
      writing = new Map()
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
    add(receipt: Receipt) {
      pending.set(keyOf(receipt), receipt)
      schedule(delayMs)
    },
    has(receipt: Receipt): boolean {
      const key = keyOf(receipt)
      return pending.has(key) || writing.has(key)
    },
    /** Writes what waits, once; for the end of a process. */
    async flush() {
      clearTimeout(timer)
      timer = undefined
      await (last = last.then(write))
      clearTimeout(timer)
    },
  }
}

const keyOf = ({ seq, client }: Receipt) => `${seq} ${client}`
