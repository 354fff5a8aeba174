import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buyQuote, ether, farBank, localBank, usdc } from '../../../test/buying.ts'
import { setUpKit } from '../../../test/setUpKit.ts'
import { findNetwork } from '../network/network.ts'
import { isPaymentPage } from './isPaymentPage.ts'
import { currencyDecimals, moneyUnits, payFor, readMoney } from './money.ts'
import { offersOf, rankOffers } from './offersOf.ts'
import { assetsOn, currenciesFor } from './onrampProvidersQuery.ts'

const providers = [localBank, farBank]
const [near, far] = offersOf(providers, { asset: ether, currency: 'USD', pays: '250' })

it('offers every way to pay those who sell the token in that currency', () => {
  expect([near, far].map((one) => one?.id)).toEqual(['local/card', 'far/bank'])
  expect(offersOf(providers, { asset: usdc, currency: 'USD', pays: '250' }).map(({ id }) => id)).toEqual(['local/card'])
  expect(offersOf(providers, { asset: ether, currency: 'JPY', pays: '250' })).toEqual([])
})

it('says where an amount is outside the limits, to the last digit', () => {
  const problems = (pays: string) => offersOf(providers, { asset: ether, currency: 'USD', pays }).map((o) => o.problem)
  expect(problems('10')).toEqual([undefined, 'tooLittle'])
  expect(problems('9.9999')).toEqual(['tooLittle', 'tooLittle'])
  expect(problems('2000.0001')).toEqual(['tooMuch', undefined])
})

it('ranks by what arrives, beyond what a double could tell apart', () => {
  const a = { ...near!, quote: buyQuote({ gets: '9007199254740993' }) }
  const b = { ...far!, quote: buyQuote({ gets: '9007199254740992' }) }
  const waiting = { ...near!, id: 'w' }
  const failed = { ...near!, id: 'f', error: new Error('down') }
  const limited = { ...near!, id: 'l', problem: 'tooMuch' as const }
  expect(rankOffers([limited, failed, b, waiting, a]).map(({ id }) => id)).toEqual([
    'local/card',
    'far/bank',
    'w',
    'f',
    'l',
  ])
})

it('pays for at least what is missing', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 24n }),
      fc.bigInt({ min: 1n, max: 10n ** 24n }),
      fc.integer({ min: 1, max: 100_000 }),
      (lacks, gets, pays) => {
        const paid = moneyUnits(payFor(lacks, { pays: `${pays}`, gets: `${gets}` }))
        // At the quote's own price this buys it, and at most three per cent and one unit of money more.
        expect(paid * gets >= moneyUnits(`${pays}`) * lacks).toBe(true)
        expect((paid - 10_000n) * gets * 100n <= moneyUnits(`${pays}`) * lacks * 103n).toBe(true)
      },
    ),
  )
})

it('knows how currencies are written', () => {
  expect(['USD', 'JPY', 'KWD'].map(currencyDecimals)).toEqual([2, 0, 3])
})

it('sells what is on the network, each once, and no coin that is counted otherwise than the site says', () => {
  const { kit } = setUpKit()
  const network = findNetwork(kit.store.get(), 'eip155:1')!
  const lying = { ...farBank, assets: [{ ...ether, decimals: 6 }] }
  expect(assetsOn(providers, network)).toEqual([ether, usdc])
  expect(assetsOn([lying], network)).toEqual([])
  expect(assetsOn(providers, findNetwork(kit.store.get(), 'eip155:10')!)).toEqual([])
  expect(currenciesFor(providers, ether)).toEqual(['USD', 'EUR'])
  kit.dispose()
})

it.each([
  ['https://pay.example/a?b=c', true],
  ['http://localhost:4010/pay', true],
  ['http://wallet.localhost:4010/pay', true],
  ['http://pay.example/', false],
  ['http://localhost.evil.example/', false],
  ['https://user:secret@pay.example/', false],
  ['javascript:alert(1)', false],
  ['//pay.example', false],
])('takes %s as a payment page: %s', (url, isOne) => {
  expect(isPaymentPage(url)).toBe(isOne)
})

it.each([
  ['100', 2, { units: 10000n }],
  ['0.5', 2, { units: 50n }],
  ['7.', 2, { units: 700n }],
  ['100', 0, { units: 100n }],
  ['1.234', 2, { problem: 'tooManyDecimals' }],
  ['0.00', 2, { problem: 'zero' }],
  ['', 2, { problem: 'none' }],
  ['1e3', 2, { problem: 'notNumber' }],
  ['1234567890123', 2, { problem: 'tooLarge' }],
])('reads %s with %i decimals', (amount, decimals, read) => {
  expect(readMoney({ amount }, decimals)).toEqual(read)
})
