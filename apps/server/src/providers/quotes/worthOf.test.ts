import { expect, test } from 'vitest'
import type { EvmAddress } from '../../chains/serverChain.ts'
import type { PriceBook } from '../createPriceBook.ts'
import { native } from '../source.ts'
import { swapRequest } from './hosted/testSwaps.ts'
import { nativeCoin, type SourceQuote } from './quoteSource.ts'
import { impactByWorth, worthOf } from './worthOf.ts'

const wanted: EvmAddress = '0x00000000000000000000000000000000000000cc'
const book = (usd: Record<string, number>) =>
  (async () => new Map(Object.entries(usd).map(([key, each]) => [key, { usd: each }]))) as unknown as PriceBook
const decimalsOf = async () => 18

test('the numbers of the facts (§7.2) come out: gas in dollars, and the price impact', async () => {
  const request = swapRequest({ from: nativeCoin, to: wanted, amount: 10n ** 18n })
  const gasAt = async (coin: number, wei: bigint) =>
    (await worthOf({ prices: book({ [native]: coin, [wanted]: 40.101925674 }), decimalsOf }, request)).gasCost(wei)!.usd
  expect(await gasAt(0.7207, 150_000n * 60_000_000_128n)).toBeCloseTo(0.00648630001383744, 11)
  expect(await gasAt(1, 150_000n * 455_966_887_160n)).toBeCloseTo(0.068395033074, 11)

  const prices = book({ [native]: 0.7206444126000001, [wanted]: 40.101925674 })
  const market = await worthOf({ prices, decimalsOf }, request)
  // As the facts have it: of the output that is shown, to six decimals.
  const quote = { amountOut: 17_260n * 10n ** 12n, fees: [] } as unknown as SourceQuote
  expect(impactByWorth(request, quote, market)).toBe(395)
})

test('without prices nothing is compared', async () => {
  const request = swapRequest()
  const nobody = await worthOf({ prices: book({}), decimalsOf }, request)
  expect([nobody.fair, nobody.gasCost(1n)]).toEqual([undefined, undefined])
  expect(impactByWorth(request, { amountOut: 1n, fees: [] } as unknown as SourceQuote, nobody)).toBeUndefined()
})
