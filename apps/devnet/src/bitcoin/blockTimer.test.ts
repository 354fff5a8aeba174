import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startBlockTimer } from './blockTimer.ts'
import type { Ledger } from './ledger.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function smallLedger() {
  const blocks: { txs: unknown[] }[] = [{ txs: ['coinbase'] }]
  const waiting: string[] = []
  const ledger = {
    index: { waiting: () => waiting },
    height: () => blocks.length - 1,
    blockAt: (at: number) => blocks[at],
    mine: async () => void blocks.push({ txs: ['coinbase', ...waiting.splice(0)] }),
  } as unknown as Ledger
  return { ledger, waiting, height: () => ledger.height() }
}

test('mines while anything is pending and until it is final, then rests', async () => {
  const { ledger, waiting, height } = smallLedger()
  const timer = startBlockTimer(ledger, 5)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(height()).toBe(0)
  waiting.push('a')
  await vi.advanceTimersByTimeAsync(5000)
  expect(height()).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(height()).toBe(6)
  timer.stop()
})

test('mines only on request, if so configured', async () => {
  const { ledger, waiting, height } = smallLedger()
  const timer = startBlockTimer(ledger, 5)
  timer.set(0)
  waiting.push('a')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(height()).toBe(0)
  timer.set(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(height()).toBe(1)
  timer.stop()
})
