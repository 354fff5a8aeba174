import { expect, test } from 'vitest'
import { createFaucetLimit } from './faucetLimit.ts'

test('admits an address once a minute', () => {
  let time = 0
  const limit = createFaucetLimit(() => time)
  expect(limit.take('a').ok).toBe(true)
  time = 59_999
  expect(limit.take('a')).toEqual({ ok: false, error: expect.stringContaining('ask again in 1 s') })
  expect(limit.take('b').ok).toBe(true)
  time = 60_000
  expect(limit.take('a').ok).toBe(true)
})

test('admits thirty a minute, not counting failed gifts', () => {
  let time = 0
  const limit = createFaucetLimit(() => time)
  const tickets = Array.from({ length: 30 }, (_, index) => limit.take(String(index)))
  expect(tickets.every((ticket) => ticket.ok)).toBe(true)
  expect(limit.take('one more')).toEqual({ ok: false, error: expect.stringContaining('30 times a minute') })
  if (tickets[7]?.ok) tickets[7].refund()
  expect(limit.take('7').ok).toBe(true)
  expect(limit.take('one more').ok).toBe(false)
  time = 60_000
  expect(limit.take('one more').ok).toBe(true)
})
