import { KitError } from '@billfold/protocol/error'
import { expect, test } from 'vitest'
import { orderOf } from '../../../test/setUpSwap.ts'
import type { OfferedQuote } from '../../model/swap.ts'
import { readSwapForm, type SwapFormFacts, slippageOf } from './readSwapForm.ts'

const coin = { symbol: 'ETH', name: 'Ether', decimals: 18 }
const { from: usdc, quote } = orderOf()
const answerOf = (...quotes: Partial<OfferedQuote>[]) => ({
  data: { quotes: quotes.map((over) => ({ ...quote, ...over })), isComplete: true },
})
const facts: SwapFormFacts = {
  draft: { amount: '1', from: usdc, to: coin },
  tokens: [coin, usdc],
  balance: 5_000_000n,
  coins: 100n,
  isSmart: false,
  isSettled: true,
  plain: answerOf({}),
  answer: answerOf({ id: 'a', source: { id: 'a', name: 'A' } }, { id: 'b', source: { id: 'b', name: 'B' } }),
}
const read = (over: Partial<SwapFormFacts>, draft: Partial<SwapFormFacts['draft']> = {}) =>
  readSwapForm({ ...facts, ...over, draft: { ...facts.draft, ...draft } })

test('shows the best until the visitor chooses another, and again once that is gone', () => {
  expect(read({}).quote?.id).toBe('a')
  expect(read({}, { sourceId: 'b' }).quote?.id).toBe('b')
  expect(read({}, { sourceId: 'gone' }).quote?.id).toBe('a')
})

test('shows nothing of a query that has not run', () => {
  expect(read({ isSettled: false })).toMatchObject({ quotes: [], canReview: false })
  expect(read({ isSettled: false, answer: {}, plain: {} })).toMatchObject({ isWaiting: true, label: 'review' })
})

test('pays with the native coin by default, once the tokens are loaded', () => {
  const draft = { amount: '1', to: usdc }
  expect(readSwapForm({ ...facts, draft })).toMatchObject({ from: coin, amount: 10n ** 18n })
  expect(readSwapForm({ ...facts, draft, tokens: undefined }).from).toBeUndefined()
})

test('charges the coin for the swap and its approval, unless a paymaster does', () => {
  const answer = answerOf({ gas: '20', approvalGas: '14', gasPrice: '3' })
  expect(read({ answer }).label).toBe('insufficientGas')
  expect(read({ answer, coins: 102n }).label).toBe('review')
  expect(read({ answer, isSmart: true }).label).toBe('review')
  // The coin's own amount counts too.
  const paysCoin = { draft: { amount: '0.000000000000000001', from: coin, to: usdc }, answer }
  expect(readSwapForm({ ...facts, ...paysCoin, coins: 102n }).label).toBe('insufficientGas')
  expect(readSwapForm({ ...facts, ...paysCoin, coins: 103n }).label).toBe('review')
})

test('names the pools, not the gas, when Max of the coin meets thin pools', () => {
  // Max left 60 for the fee; an amount this large in thin pools costs 102.
  const paysMost = { draft: { amount: '0.00000000000000094', from: coin, to: usdc }, balance: 1_000n, coins: 1_000n }
  const thin = answerOf({ gas: '34', gasPrice: '3', priceImpactBps: 2_400 })
  expect(readSwapForm({ ...facts, ...paysMost, answer: thin })).toMatchObject({ label: 'thin', canReview: false })
  // In deep pools it is the gas.
  const deep = answerOf({ gas: '34', gasPrice: '3', priceImpactBps: 900 })
  expect(readSwapForm({ ...facts, ...paysMost, answer: deep }).label).toBe('insufficientGas')
  // A smaller token amount frees no coins for the fee, nor does a smaller coin amount that does not cover it.
  expect(read({ answer: thin }).label).toBe('insufficientGas')
  const short = { ...paysMost, coins: 101n, draft: { ...paysMost.draft, amount: '0.000000000000000001' } }
  expect(readSwapForm({ ...facts, ...short, answer: thin }).label).toBe('insufficientGas')
})

test('uses the visitor’s slippage, otherwise the market’s', () => {
  const shaken = answerOf({ priceImpactBps: 40, volatilityBps: 60 })
  expect(slippageOf({ amount: '1' }, {})).toBe(100)
  expect(slippageOf({ amount: '1' }, shaken)).toBe(140)
  expect(slippageOf({ amount: '1', slippageBps: 30 }, shaken)).toBe(30)
})

test('reports how long a rate limit lasts', () => {
  const error = new KitError('too_many_requests', { cause: { retryAfter: '7' } })
  expect(read({ plain: { error }, answer: {} })).toMatchObject({ label: 'tooOften', retryMs: 7_000, isWaiting: false })
})
