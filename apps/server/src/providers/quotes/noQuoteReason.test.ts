import type { NoQuote } from '@billfold/protocol/api/swap'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noQuoteReason } from './noQuoteReason.ts'

const reasons = ['no_route', 'amount_too_small', 'would_fail', 'busy', 'timeout', 'unavailable'] as const
const silence = (why: NoQuote, state = 'failed') => ({ state, why })

test('reports a missing route only if every source does', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...reasons)), (all) => {
      const why = noQuoteReason(all.map((reason) => silence({ reason })))
      expect(why?.reason === 'no_route').toBe(all.every((reason) => reason === 'no_route'))
    }),
  )
})

test('gives no reason while a source is pending', () => {
  expect(noQuoteReason([silence({ reason: 'no_route' }), silence({ reason: 'timeout' }, 'asked')])).toBeUndefined()
})

test('takes the shortest back-off of several busy sources', () => {
  const all = [silence({ reason: 'busy', retryAfter: 40 }), silence({ reason: 'unavailable' })]
  expect(noQuoteReason(all)).toEqual({ reason: 'busy', retryAfter: 40 })
  expect(noQuoteReason([...all, silence({ reason: 'busy', retryAfter: 3 })])).toEqual({ reason: 'busy', retryAfter: 3 })
})
