import { expect, it } from 'vitest'
import { missingFunds } from './missingFunds.ts'
import { sumFor } from './money.ts'

const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const quote = { pays: '100', gets: '1000' }

it.each([
  [
    'the coin, with what the network takes',
    { units: 50n, token: undefined, balance: 20n, coins: 20n, fee: 3n },
    { lacks: 33n },
  ],
  [
    'the coin alone for the network',
    { units: 20n, token: undefined, balance: 20n, coins: 20n, fee: 3n },
    { lacks: 3n },
  ],
  ['a token before the network', { units: 50n, token, balance: 20n, coins: 0n, fee: 3n }, { token, lacks: 30n }],
  ['the network of a token', { units: 5n, token, balance: 20n, coins: 1n, fee: 3n }, { lacks: 2n }],
  ['as much as is known', { units: 5n, token: undefined, balance: 2n, coins: 2n, fee: undefined }, { lacks: 3n }],
  ['no one knows how much', { units: 5n, token, balance: undefined, coins: undefined, fee: undefined }, {}],
])('reports the missing amount: %s', (_, facts, missing) => {
  expect(missingFunds(facts)).toEqual(missing)
})

it('picks the cheapest seller for the missing amount, and reports if none sells as little', () => {
  // 200 units cost 20.60 at the first, 21 rounded up; the second starts at 10, at half the rate.
  expect(sumFor(200n, [{ min: '10', quote }])).toEqual({ amount: '21' })
  expect(
    sumFor(200n, [
      { min: '50', quote },
      { min: '10', quote: { pays: '100', gets: '500' } },
    ]),
  ).toEqual({ amount: '42' })
  expect(
    sumFor(20n, [
      { min: '30', quote },
      { min: '20', quote },
    ]),
  ).toEqual({ amount: '20', least: '20' })
  expect(sumFor(20n, [{ min: '30' }])).toBeUndefined()
})
