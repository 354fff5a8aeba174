import { describe, expect, it, vi } from 'vitest'
import type { Receipt } from './mailbox.ts'
import { createReceiptQueue } from './receiptQueue.ts'

describe('receipts', () => {
  it('writes receipts together, once each, and counts them before they are written', async () => {
    const written: Receipt[][] = []
    const queue = createReceiptQueue(
      async (list) => void written.push(list),
      () => {},
    )
    const [a, b] = [
      { seq: 1, client: 'a' },
      { seq: 1, client: 'b' },
    ]
    for (const receipt of [a, b, { ...a }]) queue.add(receipt)
    expect(queue.has(a)).toBe(true)
    expect(queue.has({ seq: 2, client: 'a' })).toBe(false)
    await queue.flush()
    expect(written).toEqual([[a, b]])
    expect(queue.has(a)).toBe(false)
  })

  it('counts receipts while they are being written', async () => {
    let finish = () => {}
    const queue = createReceiptQueue(
      () => new Promise((done) => (finish = done)),
      () => {},
    )
    queue.add({ seq: 1, client: 'a' })
    const flushed = queue.flush()
    await Promise.resolve()
    expect(queue.has({ seq: 1, client: 'a' })).toBe(true)
    finish()
    await flushed
    expect(queue.has({ seq: 1, client: 'a' })).toBe(false)
  })

  it('keeps receipts during a database outage, and writes them afterwards', async () => {
    vi.useFakeTimers()
    try {
      const written: Receipt[] = []
      let isUnavailable = true
      const errors: unknown[] = []
      const queue = createReceiptQueue(
        async (list) => {
          if (isUnavailable) throw new Error('unavailable')
          written.push(...list)
        },
        (e) => errors.push(e),
      )
      queue.add({ seq: 1, client: 'a' })
      await vi.advanceTimersByTimeAsync(100)
      expect(errors).toHaveLength(1)
      expect(queue.has({ seq: 1, client: 'a' })).toBe(true)
      queue.add({ seq: 2, client: 'a' })
      isUnavailable = false
      await vi.advanceTimersByTimeAsync(1_100)
      expect(written.map(({ seq }) => seq)).toEqual([1, 2])
    } finally {
      vi.useRealTimers()
    }
  })
})
