import { expect, it } from 'vitest'
import { retryAfterMs } from './retryAfterMs.ts'

const now = Date.UTC(2026, 10, 17, 12)

it.each([
  ['7', 7_000],
  [' 30 ', 30_000],
  ['0', 1_000],
  ['86400', 600_000],
  ['9'.repeat(400), 5_000],
  [new Date(now + 20_000).toUTCString(), 20_000],
  [new Date(now - 20_000).toUTCString(), 1_000],
  ['soon', 5_000],
  ['', 5_000],
])('of Retry-After %j is %d ms', (header, ms) => {
  expect(retryAfterMs(new Headers({ 'retry-after': header }), now)).toBe(ms)
})

it('is five seconds by default', () => {
  expect(retryAfterMs(new Headers(), now)).toBe(5_000)
})
