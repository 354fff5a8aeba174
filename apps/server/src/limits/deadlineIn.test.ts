import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deadlineIn } from './deadlineIn.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('aborts on time, with a timeout as its reason', () => {
  const signal = deadlineIn(2_500)
  vi.advanceTimersByTime(2_499)
  expect(signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect([signal.aborted, signal.reason.name]).toEqual([true, 'TimeoutError'])
})

it('lets pending input be read after the process was blocked, then aborts all the same', () => {
  let time = 0
  const signal = deadlineIn(2_500, () => time)
  // The timer fires once the process runs again.
  time = 30_000
  vi.advanceTimersByTime(2_500)
  expect(signal.aborted).toBe(false)
  vi.advanceTimersByTime(250)
  expect(signal.aborted).toBe(true)
})
