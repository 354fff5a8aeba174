import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buyQuote, ether, farBank, localBank, usdc } from '../../../test/buying.ts'
import { setUpKit } from '../../../test/setUpKit.ts'
import { findNetwork } from '../../model/findNetwork.ts'
import { isPaymentPage } from './isPaymentPage.ts'
import { currencyDecimals, moneyUnits, payFor, readMoney } from './money.ts'
import { offersOf, rankOffers } from './offersOf.ts'
import { assetsOn, currenciesFor } from './onrampProvidersQuery.ts'

const providers = [localBank, farBank]
const [near, far] = offersOf(providers, { asset: ether, currency: 'USD', pays: '250' })

it('offers every payment method of providers that sell the token in that currency', () => {
  expect([near, far].map((one) => one?.id)).toEqual(['local/card', 'far/bank'])
  expect(offersOf(providers, { asset: usdc, currency: 'USD', pays: '250' }).map(({ id }) => id)).toEqual(['local/card'])
  expect(offersOf(providers, { asset: ether, currency: 'JPY', pays: '250' })).toEqual([])
})

it('reports amounts outside the limits, to the last digit', () => {
  const problems = (pays: string) => offersOf(providers, { asset: ether, currency: 'USD', pays }).map((o) => o.problem)
  expect(problems('10')).toEqual([undefined, 'tooLittle'])
  expect(problems('9.9999')).toEqual(['tooLittle', 'tooLittle'])
  expect(problems('2000.0001')).toEqual(['tooMuch', undefined])
})

it('ranks by the received amount, beyond the precision of a double', () => {
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

it('pays for at least the missing amount', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 24n }),
      fc.bigInt({ min: 1n, max: 10n ** 24n }),
      fc.integer({ min: 1, max: 100_000 }),
      (lacks, gets, pays) => {
        const paid = moneyUnits(payFor(lacks, { pays: `${pays}`, gets: `${gets}` }))
        // The quote's rate covers it, with at most three percent and one unit of money to spare.
        expect(paid * gets >= moneyUnits(`${pays}`) * lacks).toBe(true)
        expect((paid - 10_000n) * gets * 100n <= moneyUnits(`${pays}`) * lacks * 103n).toBe(true)
      },
    ),
  )
})

it('knows the decimals of currencies', () => {
  expect(['USD', 'JPY', 'KWD'].map(currencyDecimals)).toEqual([2, 0, 3])
})

it('lists the network’s assets once, and none with decimals that contradict the site', () => {
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
])('accepts %s as a payment page: %s', (url, isOne) => {
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
