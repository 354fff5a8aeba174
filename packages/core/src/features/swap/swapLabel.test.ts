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
const said = (over: Partial<SwapLabelFacts>) => swapLabel({ ...ready, ...over })
const unquoted = { coinsSpent: undefined }

test('shows a label per rule', () => {
  expect(said({})).toBe('review')
  expect(said({ ...unquoted, isWaiting: true })).toBe('review')
  expect(said({ coins: 14n })).toBe('insufficientGas')
  expect(said({ amount: 101n })).toBe('insufficient')
  expect(said({ amount: undefined })).toBe('enterAmount')
  expect(said({ hasTarget: false })).toBe('selectToken')
})

test('names the pools as the limit when they lack depth and the cost alone is covered', () => {
  expect(said({ coins: 14n, isThin: true })).toBe('thin')
  expect(said({ coins: 15n, isThin: true })).toBe('review')
  expect(said({ amount: 101n, coins: 14n, isThin: true })).toBe('insufficient')
})

test('labels a missing quote with the sources’ reason, or no route', () => {
  expect(said(unquoted)).toBe('noRoute')
  expect(said({ ...unquoted, why: 'amount_too_small' })).toBe('tooSmall')
  expect(said({ ...unquoted, why: 'would_fail' })).toBe('wouldFail')
  expect(said({ ...unquoted, why: 'busy' })).toBe('busy')
  expect(said({ ...unquoted, why: 'timeout' })).toBe('slow')
  expect(said({ ...unquoted, why: 'unavailable' })).toBe('away')
})

test('prefers a query error to an older result’s reason', () => {
  expect(said({ failure: new KitError('too_many_requests') })).toBe('tooOften')
  expect(said({ failure: new KitError('timeout') })).toBe('slow')
  expect(said({ failure: new Error('socket'), why: 'no_route', coins: 0n })).toBe('away')
})

test('lets later rules override earlier ones', () => {
  const worst = { failure: new KitError('timeout'), amount: 101n, coins: 0n }
  expect(said(worst)).toBe('insufficient')
  expect(said({ ...worst, amount: undefined })).toBe('enterAmount')
  expect(said({ ...worst, amount: undefined, hasTarget: false })).toBe('selectToken')
})

test('does not block on unknown values', () => {
  expect(said({ balance: undefined, coins: undefined })).toBe('review')
})
