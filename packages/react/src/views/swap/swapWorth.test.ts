import { toUnits } from '@billfold/core/features/amount/entryUnits'
import { readSwapForm } from '@billfold/core/features/swap/readSwapForm'
import { defaultSlippageBps, minimumReceived, rateText } from '@billfold/core/features/swap/swapMaths'
import { decimalOf } from '@billfold/protocol/decimalOf'
import { expect, test } from 'vitest'
import { formatAmount } from '../../ui/formatAmount.ts'
import { formatBps } from '../../ui/formatBps.ts'
import { formatDollars } from '../../ui/formatDollars.ts'
import { swapWorth } from './swapWorth.ts'

// The fixture of the facts (§7.2), whole: a swap of one coin on Polygon. What the server reckons of it (gas in dollars, the impact) is in
// its own worthOf.test.ts. Where ours differs on purpose, docs/compatibility.md has the row.
const matic = { symbol: 'MATIC', name: 'Matic', decimals: 18 }
const avax = { symbol: 'AVAX', name: 'Avalanche', decimals: 18, address: '0x2C89bbc92BD86F8075d1DEcc58C7F4E0107f286b' }
const networkId = 'eip155:137'
const [sourcePrice, toPrice] = [0.7206444126000001, 40.101925674]
const gasUsd = 0.00648630001383744
const [gas, gasPrice] = [150_000n, 60_000_000_128n]
const quote = {
  id: 'q',
  fromAmount: `${10n ** 18n}`,
  fromAccount: `${networkId}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`,
  toAmount: '17259970548235021',
  toAmountMin: '17087370842752670',
  slippageBps: 100,
  toAccount: `${networkId}:${avax.address}`,
  priceImpactBps: 395,
  gas: `${gas}`,
  gasPrice: `${gasPrice}`,
  gasUsd,
}
const formOf = (over: Partial<Parameters<typeof readSwapForm>[0]> = {}) =>
  readSwapForm({
    draft: { amount: '1', from: matic, to: avax },
    tokens: [matic, avax],
    balance: 2n * 10n ** 18n,
    coins: 2n * 10n ** 18n,
    isSmart: false,
    isSettled: true,
    plain: { data: { quotes: [quote], isComplete: true } },
    answer: { data: { quotes: [quote], isComplete: true } },
    ...over,
  })

test('pays the amount in base units', () => {
  expect(toUnits('1', matic.decimals)).toEqual({ units: 10n ** 18n })
  expect(formOf().amount).toBe(10n ** 18n)
})

test('cuts the displayed output instead of rounding up, and shows it exactly for the decision', () => {
  expect(formatAmount(BigInt(quote.toAmount), avax.decimals)).toBe('0.0172599')
  expect(decimalOf({ amount: quote.toAmount, decimals: avax.decimals })).toBe('0.017259970548235021')
  // The facts' own text is ours to six decimals, rounded.
  expect(Number(decimalOf({ amount: quote.toAmount, decimals: avax.decimals })).toFixed(6)).toBe('0.017260')
})

test('sets a slippage of 1 % unless the quote needs more, and derives the minimum from it', () => {
  expect(defaultSlippageBps).toBe(100)
  const least = minimumReceived(quote, defaultSlippageBps)
  expect(least).toBe(17_087_370_842_752_670n)
  const most = BigInt(quote.toAmount) - least
  // 0.0001726 of the rounded output; never a unit less than a hundredth of the exact one.
  expect(Number(decimalOf({ amount: most, decimals: avax.decimals }))).toBeCloseTo(0.0001726, 9)
  expect(most).toBe(172_599_705_482_351n)
})

test('computes the impact to a hundredth of a percent', () => {
  expect(formatBps(quote.priceImpactBps, 'en')).toBe('3.95%')
  expect(Math.round(3.952736601951709 * 100)).toBe(quote.priceImpactBps)
})

test('gas is 150,000 at the price given, in the coin to the last unit', () => {
  expect(formOf().fee).toBe(gas * gasPrice)
  const dear = { ...quote, gasPrice: '455966887160' }
  const { fee = 0n } = formOf({ answer: { data: { quotes: [dear], isComplete: true } } })
  expect(decimalOf({ amount: fee, decimals: 18 })).toBe('0.068395033074')
})

test('computes the dollar values of both sides, network fee deducted', () => {
  const worth = swapWorth({
    paid: { units: 10n ** 18n, decimals: 18, price: sourcePrice },
    got: { units: BigInt(quote.toAmount), decimals: 18, price: toPrice },
    gasUsd,
  })
  expect(worth.paid).toBe(sourcePrice)
  expect(worth.got).toBeCloseTo(0.69215805606075 - gasUsd, 14)
  expect([worth.paid ?? 0, worth.got ?? 0, gasUsd].map((each) => formatDollars(each))).toEqual([
    '$0.72',
    '$0.69',
    '<$0.01',
  ])
})

test('invents no unknown dollar values, and shows none if gas exceeds the output', () => {
  const got = { units: 1n, decimals: 0, price: 2 }
  expect(swapWorth({ paid: { ...got, price: undefined }, got, gasUsd: undefined })).toEqual({})
  expect(swapWorth({ paid: undefined, got: { ...got, price: undefined }, gasUsd: 1 })).toEqual({})
  expect(swapWorth({ paid: got, got, gasUsd: 3 })).toEqual({ paid: 2, got: 0 })
})

test('uses the quote’s own rate, not that of two prices', () => {
  expect(rateText(quote, 18, 18)).toBe('0.0172599')
  expect(((1 / toPrice) * sourcePrice).toFixed(3)).toBe('0.018')
})

test.each([
  ['more than there is', { balance: 10n ** 18n - 1n }, 'insufficient'],
  ['no coin for gas at all', { coins: 0n }, 'insufficientGas'],
  ['less than the gas beside the amount', { coins: 10n ** 18n + gas * gasPrice - 1n }, 'insufficientGas'],
  ['exactly the amount and the gas', { coins: 10n ** 18n + gas * gasPrice }, 'review'],
  ['the amount alone, of a smart account', { coins: 10n ** 18n, isSmart: true }, 'review'],
] as const)('insufficient: %s', (_, over, label) => {
  expect(formOf(over).label).toBe(label)
})
