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

test('each rule says its word', () => {
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

test('why there is no quote is said as the sources say it, and silence is no route', () => {
  expect(said(unquoted)).toBe('noRoute')
  expect(said({ ...unquoted, why: 'amount_too_small' })).toBe('tooSmall')
  expect(said({ ...unquoted, why: 'would_fail' })).toBe('wouldFail')
  expect(said({ ...unquoted, why: 'busy' })).toBe('busy')
  expect(said({ ...unquoted, why: 'timeout' })).toBe('slow')
  expect(said({ ...unquoted, why: 'unavailable' })).toBe('away')
})

test('why no one could be asked comes before what an older answer says', () => {
  expect(said({ failure: new KitError('too_many_requests') })).toBe('tooOften')
  expect(said({ failure: new KitError('timeout') })).toBe('slow')
  expect(said({ failure: new Error('socket'), why: 'no_route', coins: 0n })).toBe('away')
})

test('the later rule wins over the earlier', () => {
  const worst = { failure: new KitError('timeout'), amount: 101n, coins: 0n }
  expect(said(worst)).toBe('insufficient')
  expect(said({ ...worst, amount: undefined })).toBe('enterAmount')
  expect(said({ ...worst, amount: undefined, hasTarget: false })).toBe('selectToken')
})

test('what is not known yet holds no one up', () => {
  expect(said({ balance: undefined, coins: undefined })).toBe('review')
})
