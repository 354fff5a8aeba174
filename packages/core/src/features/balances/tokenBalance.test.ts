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

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e308])('rejects a price of %d', (price) => {
  const balance = toTokenBalance(row({ price, value: price }))
  expect(balance).not.toHaveProperty('price')
  expect(balance).not.toHaveProperty('value')
  expect(balance?.amount).toBe(5_000_000n)
})

test('cleans names, and falls back from the symbol to the name or the contract', () => {
  expect(toTokenBalance(row({ name: '\u202egnp.exe', symbol: 'A\u200bB' }))).toMatchObject({
    name: 'gnp.exe',
    symbol: 'AB',
  })
  expect(toTokenBalance(row({ symbol: '\u200b' }))).toMatchObject({ symbol: 'USD Coin', name: 'USD Coin' })
  const nameless = row({ symbol: '', name: '\u200b' })
  expect(toTokenBalance(nameless)).toMatchObject({ symbol: '0xA0b8…eB48', name: '0xA0b8…eB48', amount: 5_000_000n })
  const { address: _, ...coin } = nameless
  expect(toTokenBalance(coin)).toBeUndefined()
})

test('counts a token without decimals in whole pieces, and omits zero balances', () => {
  expect(toTokenBalance(row({ quantity: { decimals: '0', numeric: '9' } }))).toMatchObject({ amount: 9n, decimals: 0 })
  expect(toTokenBalance(row({ quantity: { decimals: '6', numeric: '0' } }))).toBeUndefined()
})

test('totals the priced tokens, and is undefined without any', () => {
  const priced = toTokenBalance(row({}))!
  const { price: _, value: __, ...unpriced } = priced
  expect(totalOf([priced, unpriced, priced])).toBe(10)
  expect(totalOf([unpriced])).toBeUndefined()
})
