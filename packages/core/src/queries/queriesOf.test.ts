import { KitError } from '@billfold/protocol/error'
import { expect, test } from 'vitest'
import { setUpKit } from '../../test/setUpKit.ts'
import { queriesOf } from './queriesOf.ts'

test('retries a failed query once: at once, or after a rate limit’s back-off', () => {
  const { retry, retryDelay } = queriesOf(setUpKit().kit).getDefaultOptions().queries ?? {}
  const delay = retryDelay as (count: number, e: unknown) => number
  expect(retry).toBe(1)
  expect(delay(0, new KitError('unavailable'))).toBe(1_000)
  expect(delay(0, new KitError('too_many_requests', { cause: { retryAfter: '12' } }))).toBe(12_000)
})
