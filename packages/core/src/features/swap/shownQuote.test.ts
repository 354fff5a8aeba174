import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderOf } from '../../../test/setUpSwap.ts'
import type { Swap } from '../../model/swap.ts'
import { isWorse, shownQuote } from './shownQuote.ts'
import { minimumReceived, slippageAbove } from './swapMaths.ts'

const { quote } = orderOf()
const quoted = (toAmount: bigint, slippageBps = 100) => ({
  ...quote,
  slippageBps,
  toAmount: `${toAmount}`,
  toAmountMin: `${minimumReceived({ toAmount: `${toAmount}` }, slippageBps)}`,
})
const reviewing: Swap = { draft: { amount: '5' }, attempt: { phase: 'idle' }, accepted: quoted(1_000_000n) }

test('keeps the accepted minimum while a new quote leaves half the slippage above it', () => {
  expect(shownQuote(reviewing, quoted(996_000n))).toMatchObject({ toAmount: '996000', toAmountMin: '990000' })
  expect(isWorse(reviewing, quoted(996_000n))).toBe(false)
})

test('asks the visitor to accept a worse quote', () => {
  const worse = quoted(994_000n)
  expect(isWorse(reviewing, worse)).toBe(true)
  expect(shownQuote(reviewing, worse)).toEqual(worse)
  expect(isWorse({ accepted: worse }, worse)).toBe(false)
})

test('asks again if only the slippage grew', () => {
  expect(isWorse(reviewing, quoted(1_000_000n, 5_000))).toBe(false)
  expect(shownQuote(reviewing, quoted(1_000_000n, 5_000))).toMatchObject({ toAmountMin: '990000' })
  expect(isWorse(reviewing, quoted(993_000n, 5_000))).toBe(true)
})

test('shows a better quote with its own minimum', () => {
  expect(shownQuote(reviewing, quoted(1_100_000n))).toEqual(quoted(1_100_000n))
})

test('shows no minimum below the accepted one without asking, for any quotes', () => {
  const amounts = fc.bigInt(1n, 10n ** 30n)
  const slippages = fc.integer({ min: 1, max: 5_000 })
  fc.assert(
    fc.property(amounts, amounts, slippages, slippages, (before, now, slippage, another) => {
      const swap = { ...reviewing, accepted: quoted(before, slippage) }
      const shown = shownQuote(swap, quoted(now, another))!
      return isWorse(swap, shown) || BigInt(shown.toAmountMin) >= BigInt(swap.accepted.toAmountMin)
    }),
  )
})

test('finds the widest slippage that still meets a minimum', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 30n), fc.bigInt(1n, 10n ** 30n), (amount, least) => {
      const toAmount = `${amount}`
      const bps = slippageAbove({ toAmount }, least)
      if (bps === undefined) return minimumReceived({ toAmount }, 1) < least || amount <= least
      return (
        minimumReceived({ toAmount }, bps) >= least &&
        (bps === 5_000 || minimumReceived({ toAmount }, bps + 1) <= least)
      )
    }),
  )
})
