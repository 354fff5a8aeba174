import { parseMoney } from '@billfold/protocol/moneyText'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StartError } from '../startError.ts'
import { cardFaults, passesLuhn, testCards } from './cards.ts'
import { readOnrampConfig } from './onrampConfig.ts'
import { priceOf, sumObstacle } from './priceList.ts'

const form = { number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123', name: 'Ada' }
const now = new Date('2026-11-17')

describe('the card form', () => {
  it('accepts only the test cards', () => {
    for (const number of Object.keys(testCards)) expect(cardFaults({ ...form, number }, now)).toEqual({})
    expect(cardFaults({ ...form, number: '5555 5555 5555 4444' }, now).number).toContain('test cards')
  })

  it.each([
    ['number', { number: '4242424242424241' }],
    ['number', { number: '' }],
    ['expiry', { expiry: '10/26' }],
    ['expiry', { expiry: '13/40' }],
    ['expiry', { expiry: '2040-12' }],
    ['cvc', { cvc: '12' }],
    ['cvc', { cvc: 'abc' }],
    ['name', { name: ' ' }],
  ])('finds the fault in %s of %j', (field, change) => {
    expect(Object.keys(cardFaults({ ...form, ...change }, now))).toEqual([field])
  })

  it('accepts a card in its last month', () => {
    expect(cardFaults({ ...form, expiry: '11/26' }, now)).toEqual({})
  })

  it('finds every single wrong digit by Luhn', () => {
    const card = '4242424242424242'
    fc.assert(
      fc.property(fc.nat(15), fc.integer({ min: 1, max: 9 }), (place, by) => {
        const digit = String((Number(card[place]) + by) % 10)
        expect(passesLuhn(card.slice(0, place) + digit + card.slice(place + 1))).toBe(false)
      }),
    )
  })
})

describe('the price', () => {
  const asset = { chainId: 'eip155:1', address: null, symbol: 'ETH', name: 'Ether', decimals: 18 }
  const goods = { asset, price: 3_000n * 10n ** 8n, networkFee: parseMoney('0.25') }

  it('adds up to the sum, to the cent, for every sum', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 500_000 }), fc.constantFrom('USD', 'EUR', 'GBP'), (cents, currency) => {
        const pays = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
        expect(sumObstacle(currency, pays, 'card')).toBeUndefined()
        const { fees, net, gets } = priceOf(goods, currency, pays)
        expect(fees.reduce((sum, { amount }) => sum + parseMoney(amount), net)).toBe(parseMoney(pays))
        expect(gets).toBeGreaterThan(0n)
      }),
    )
  })

  it('is the network’s own plus one percent', () => {
    // 97.25 dollars at 3,030 for one.
    expect(priceOf(goods, 'USD', '100').gets).toBe((9_725n * 10n ** 16n) / 3_030n)
  })

  it.each([
    ['CHF', '100', 'card'],
    ['USD', '9.99', 'card'],
    ['USD', '5000.01', 'card'],
    ['USD', '10.001', 'card'],
    ['USD', '100', 'cash'],
  ])('rejects %s %s by %s', (...row) => {
    expect(sumObstacle(...row)).toBeDefined()
  })
})

it.each([
  [{ DEVNET_ONRAMP: 'maybe' }, 'DEVNET_ONRAMP is "maybe"'],
  [{ DEVNET_ONRAMP_PORT: '70000' }, 'DEVNET_ONRAMP_PORT'],
  [{ DEVNET_ONRAMP_WEBHOOK: 'ftp://x' }, 'DEVNET_ONRAMP_WEBHOOK'],
  [{ DEVNET_ONRAMP_SECRET: 'short' }, 'at least 16 characters'],
])('rejects %j in one sentence', (env, sentence) => {
  expect(() => readOnrampConfig(env)).toThrow(StartError)
  expect(() => readOnrampConfig(env)).toThrow(sentence)
})
