import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deadlineIn } from './deadlineIn.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('passes when its time has come, and says that it was time', () => {
  const signal = deadlineIn(2_500)
  vi.advanceTimersByTime(2_499)
  expect(signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect([signal.aborted, signal.reason.name]).toEqual([true, 'TimeoutError'])
})

it('gives what came while the process was held up a moment to be read, and then passes all the same', () => {
  let time = 0
  const signal = deadlineIn(2_500, () => time)
  // The timer comes when the process does again.
  time = 30_000
  vi.advanceTimersByTime(2_500)
  expect(signal.aborted).toBe(false)
  vi.advanceTimersByTime(250)
  expect(signal.aborted).toBe(true)
})
