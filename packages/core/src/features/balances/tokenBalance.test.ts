import type { Balance } from '@billfold/protocol/api/balances'
import { expect, test } from 'vitest'
import { toTokenBalance, totalOf } from './tokenBalance.ts'

const row = (more: Partial<Balance>): Balance => ({
  name: 'USD Coin',
  symbol: 'USDC',
  chainId: 'eip155:1',
  address: 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  price: 1,
  value: 5,
  quantity: { decimals: '6', numeric: '5' },
  iconUrl: '',
  ...more,
})

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e308])('a price of %d is no price', (price) => {
  const balance = toTokenBalance(row({ price, value: price }))
  expect(balance).not.toHaveProperty('price')
  expect(balance).not.toHaveProperty('value')
  expect(balance?.amount).toBe(5_000_000n)
})

test('names are cleaned, and a token without a readable symbol or amount is left out', () => {
  expect(toTokenBalance(row({ name: '\u202egnp.exe', symbol: 'A\u200bB' }))).toMatchObject({
    name: 'gnp.exe',
    symbol: 'AB',
  })
  expect(toTokenBalance(row({ symbol: '\u200b' }))).toBeUndefined()
  expect(toTokenBalance(row({ quantity: { decimals: '6', numeric: '0' } }))).toBeUndefined()
})

test('the total counts what has a price; where nothing has, there is none', () => {
  const priced = toTokenBalance(row({}))!
  const { price: _, value: __, ...unpriced } = priced
  expect(totalOf([priced, unpriced, priced])).toBe(10)
  expect(totalOf([unpriced])).toBeUndefined()
})
