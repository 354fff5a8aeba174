import { KitError } from '@billfold/protocol/error'
import { expect, test } from 'vitest'
import { type SwapLabelFacts, swapLabel } from './swapLabel.ts'

const ready: SwapLabelFacts = {
  hasTarget: true,
  amount: 10n,
  balance: 100n,
  coins: 100n,
  coinsSpent: 15n,
  isThin: false,
  isWaiting: false,
  failure: undefined,
  why: undefined,
}
const labelOf = (over: Partial<SwapLabelFacts>) => swapLabel({ ...ready, ...over })
const unquoted = { coinsSpent: undefined }

test('shows a label per rule', () => {
  expect(labelOf({})).toBe('review')
  expect(labelOf({ ...unquoted, isWaiting: true })).toBe('review')
  expect(labelOf({ coins: 14n })).toBe('insufficientGas')
  expect(labelOf({ amount: 101n })).toBe('insufficient')
  expect(labelOf({ amount: undefined })).toBe('enterAmount')
  expect(labelOf({ hasTarget: false })).toBe('selectToken')
})

test('names the pools as the limit when they lack depth and the cost alone is covered', () => {
  expect(labelOf({ coins: 14n, isThin: true })).toBe('thin')
  expect(labelOf({ coins: 15n, isThin: true })).toBe('review')
  expect(labelOf({ amount: 101n, coins: 14n, isThin: true })).toBe('insufficient')
})

test('labels a missing quote with the sources’ reason, or no route', () => {
  expect(labelOf(unquoted)).toBe('noRoute')
  expect(labelOf({ ...unquoted, why: 'amount_too_small' })).toBe('tooSmall')
  expect(labelOf({ ...unquoted, why: 'would_fail' })).toBe('wouldFail')
  expect(labelOf({ ...unquoted, why: 'busy' })).toBe('busy')
  expect(labelOf({ ...unquoted, why: 'timeout' })).toBe('slow')
  expect(labelOf({ ...unquoted, why: 'unavailable' })).toBe('away')
})

test('prefers a query error to an older result’s reason', () => {
  expect(labelOf({ failure: new KitError('too_many_requests') })).toBe('tooOften')
  expect(labelOf({ failure: new KitError('timeout') })).toBe('slow')
  expect(labelOf({ failure: new Error('socket'), why: 'no_route', coins: 0n })).toBe('away')
})

test('lets later rules override earlier ones', () => {
  const worst = { failure: new KitError('timeout'), amount: 101n, coins: 0n }
  expect(labelOf(worst)).toBe('insufficient')
  expect(labelOf({ ...worst, amount: undefined })).toBe('enterAmount')
  expect(labelOf({ ...worst, amount: undefined, hasTarget: false })).toBe('selectToken')
})

test('does not block on unknown values', () => {
  expect(labelOf({ balance: undefined, coins: undefined })).toBe('review')
})
