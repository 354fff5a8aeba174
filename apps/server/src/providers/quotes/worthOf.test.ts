import { expect, test } from 'vitest'
import { swapRequest } from '../../../test/testSwaps.ts'
import type { EvmAddress } from '../../chains/serverChain.ts'
import type { PriceBook } from '../createPriceBook.ts'
import { native } from '../source.ts'
import { nativeCoin, type SourceQuote } from './quoteSource.ts'
import { impactByWorth, worthOf } from './worthOf.ts'

const wanted: EvmAddress = '0x00000000000000000000000000000000000000cc'
const book = (usd: Record<string, number>) =>
  (async () => new Map(Object.entries(usd).map(([key, each]) => [key, { usd: each }]))) as unknown as PriceBook
const decimalsOf = async () => 18

test('matches the facts (§7.2): gas in dollars, and the price impact', async () => {
  const request = swapRequest({ from: nativeCoin, to: wanted, amount: 10n ** 18n })
  const gasAt = async (coin: number, wei: bigint) =>
    (await worthOf({ prices: book({ [native]: coin, [wanted]: 40.101925674 }), decimalsOf }, request)).gasCost(wei)!.usd
  expect(await gasAt(0.7207, 150_000n * 60_000_000_128n)).toBeCloseTo(0.00648630001383744, 11)
  expect(await gasAt(1, 150_000n * 455_966_887_160n)).toBeCloseTo(0.068395033074, 11)
  expect(await gasAt(0.7207, 150_000n * 455_966_887_160n)).toBeCloseTo(0.0492923003364318, 11)

  const prices = book({ [native]: 0.7206444126000001, [wanted]: 40.101925674 })
  const market = await worthOf({ prices, decimalsOf }, request)
  const impactOf = (amountOut: bigint) =>
    impactByWorth(request, { amountOut, fees: [] } as unknown as SourceQuote, market)
  // As the facts have it, of the output as shown, to six decimals: 3.952736601951709 %. Of the quote itself: 3.9529004931121 %.
  expect(impactOf(17_260n * 10n ** 12n)).toBe(395)
  expect(impactOf(17_259_970_548_235_021n)).toBe(395)
  // To a hundredth of a percent, rounded: it changes within the unit that is the middle between two of them.
  const atImpact = (percent: number) =>
    BigInt(Math.round((0.7206444126000001 / 40.101925674) * (1 - percent / 100) * 1e18))
  expect([3.9549, 3.9551, 3.9451, 3.9449].map((each) => impactOf(atImpact(each)))).toEqual([395, 396, 395, 394])
})

test('compares nothing without prices', async () => {
  const request = swapRequest()
  const nobody = await worthOf({ prices: book({}), decimalsOf }, request)
  expect([nobody.fair, nobody.gasCost(1n)]).toEqual([undefined, undefined])
  expect(impactByWorth(request, { amountOut: 1n, fees: [] } as unknown as SourceQuote, nobody)).toBeUndefined()
})
