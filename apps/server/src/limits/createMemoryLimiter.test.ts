import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { createMemoryLimiter } from './createMemoryLimiter.ts'

const quota = { limit: 5, windowMs: 1_000 }

it('allows the quota at once, then returns the seconds to wait', async () => {
  let now = 0
  const limiter = createMemoryLimiter({ now: () => now })
  const left = []
  for (let i = 0; i < 5; i++) left.push((await limiter.take('a', quota)).remaining)
  expect(left).toEqual([4, 3, 2, 1, 0])
  expect(await limiter.take('a', quota)).toEqual({ isAllowed: false, remaining: 0, resetSeconds: 1 })
  expect((await limiter.take('b', quota)).isAllowed).toBe(true)
  now = 200
  expect((await limiter.take('a', quota)).isAllowed).toBe(true)
  expect((await limiter.take('a', quota)).isAllowed).toBe(false)
})

it('never exceeds the quota and its refill, and always admits a patient caller', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 50 }),
      fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 200 }),
      async (limit, pauses) => {
        let now = 0
        const limiter = createMemoryLimiter({ now: () => now })
        let allowed = 0
        for (const pause of pauses) {
          now += pause
          if ((await limiter.take('a', { limit, windowMs: 1_000 })).isAllowed) allowed++
          expect(allowed).toBeLessThanOrEqual(limit + (now * limit) / 1_000 + 0.01)
        }
        const { isAllowed, resetSeconds } = await limiter.take('a', { limit, windowMs: 1_000 })
        now += isAllowed ? 1_000 : resetSeconds * 1_000
        expect((await limiter.take('a', { limit, windowMs: 1_000 })).isAllowed).toBe(true)
      },
    ),
  )
})

it('keeps a limited number of keys, and evicts the oldest first', async () => {
  const limiter = createMemoryLimiter({ size: 3, now: () => 0 })
  const one = { limit: 1, windowMs: 1_000 }
  for (const key of ['a', 'b', 'c', 'd']) await limiter.take(key, one)
  expect((await limiter.take('d', one)).isAllowed).toBe(false)
  expect((await limiter.take('a', one)).isAllowed).toBe(true)
})

it('scans no list, however many keys it has counted', async () => {
  const limiter = createMemoryLimiter({ size: 1_000, now: () => 0 })
  const steps = vi.spyOn(Object.getPrototypeOf(new Map().entries()), 'next')
  try {
    for (let n = 0; n < 5_000; n++) await limiter.take(`client:${n}`, quota)
    // None of them is refilled, so there is nothing to sweep: visiting each would be five million steps.
    expect(steps.mock.calls.length).toBeLessThan(50)
  } finally {
    steps.mockRestore()
  }
})
