import { KitError } from '@billfold/protocol/error'
import { expect, test } from 'vitest'
import { orderOf } from '../../../test/setUpSwap.ts'
import { readSwapForm, type SwapFormFacts, slippageOf } from './readSwapForm.ts'
import type { OfferedQuote } from './swap.ts'

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

test('the best is shown until the visitor chooses another, and the best again where that one is gone', () => {
  expect(read({}).quote?.id).toBe('a')
  expect(read({}, { sourceId: 'b' }).quote?.id).toBe('b')
  expect(read({}, { sourceId: 'gone' }).quote?.id).toBe('a')
})

test('nothing is shown of a question that was not asked yet', () => {
  expect(read({ isSettled: false })).toMatchObject({ quotes: [], canReview: false })
  expect(read({ isSettled: false, answer: {}, plain: {} })).toMatchObject({ isWaiting: true, label: 'review' })
})

test('where nothing was chosen the chain’s own coin is paid, once the tokens are known', () => {
  const draft = { amount: '1', to: usdc }
  expect(readSwapForm({ ...facts, draft })).toMatchObject({ from: coin, amount: 10n ** 18n })
  expect(readSwapForm({ ...facts, draft, tokens: undefined }).from).toBeUndefined()
})

test('the coin pays for the swap and for the approval before it, unless someone else does', () => {
  const answer = answerOf({ gas: '20', approvalGas: '14', gasPrice: '3' })
  expect(read({ answer }).label).toBe('insufficientGas')
  expect(read({ answer, coins: 102n }).label).toBe('review')
  expect(read({ answer, isSmart: true }).label).toBe('review')
  // Of the coin itself, what is paid goes as well.
  const paysCoin = { draft: { amount: '0.000000000000000001', from: coin, to: usdc }, answer }
  expect(readSwapForm({ ...facts, ...paysCoin, coins: 102n }).label).toBe('insufficientGas')
  expect(readSwapForm({ ...facts, ...paysCoin, coins: 103n }).label).toBe('review')
})

test('names the pools, not the gas, when Max of the coin meets thin pools', () => {
  // Max left 60 for the network; to fill so much of thin pools takes 102.
  const paysMost = { draft: { amount: '0.00000000000000094', from: coin, to: usdc }, balance: 1_000n, coins: 1_000n }
  const thin = answerOf({ gas: '34', gasPrice: '3', priceImpactBps: 2_400 })
  expect(readSwapForm({ ...facts, ...paysMost, answer: thin })).toMatchObject({ label: 'thin', canReview: false })
  // In deep pools it is the gas.
  const deep = answerOf({ gas: '34', gasPrice: '3', priceImpactBps: 900 })
  expect(readSwapForm({ ...facts, ...paysMost, answer: deep }).label).toBe('insufficientGas')
  // Less of a token leaves no more for the network, nor does less of a coin that does not even cover its cost.
  expect(read({ answer: thin }).label).toBe('insufficientGas')
  const short = { ...paysMost, coins: 101n, draft: { ...paysMost.draft, amount: '0.000000000000000001' } }
  expect(readSwapForm({ ...facts, ...short, answer: thin }).label).toBe('insufficientGas')
})

test('the slippage is the visitor’s, and else what the market asks for', () => {
  const shaken = answerOf({ priceImpactBps: 40, volatilityBps: 60 })
  expect(slippageOf({ amount: '1' }, {})).toBe(100)
  expect(slippageOf({ amount: '1' }, shaken)).toBe(140)
  expect(slippageOf({ amount: '1', slippageBps: 30 }, shaken)).toBe(30)
})

test('anyone who was asked too often says for how long to leave them alone', () => {
  const error = new KitError('too_many_requests', { cause: { retryAfter: '7' } })
  expect(read({ plain: { error }, answer: {} })).toMatchObject({ label: 'tooOften', retryMs: 7_000, isWaiting: false })
})
