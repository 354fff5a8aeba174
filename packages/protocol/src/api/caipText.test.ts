import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from '../contract.ts'
import { balancesApi } from './balances.ts'
import { decimalText } from './caipText.ts'
import { historyApi } from './history.ts'
import { toHttpRequest } from './http.ts'
import { pricesApi, pricesRoutes } from './prices.ts'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

test('writes amounts as text without exponent, however large', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.nat({ max: 77 }), (whole, places) => {
      const digits = whole.toString().padStart(places + 1, '0')
      const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
      expect(parse(decimalText, text)).toBe(text)
    }),
  )
  for (const odd of ['1e21', '1,000', '', '.5', '1.', 'NaN', '0x1', ' 1', '1 ', 'Infinity'])
    expect(() => parse(decimalText, odd), odd).toThrow()
})

test('checks the form of chains and addresses', () => {
  const ask = (more: object) => parse(balancesApi.getBalance.input, { projectId: 'p', address, ...more })
  expect(ask({ chainId: 'eip155:1', currency: 'usd' })).toMatchObject({ chainId: 'eip155:1' })
  for (const odd of [
    { chainId: '1' },
    { chainId: 'eip155:' },
    { currency: 'eur' },
    { address: 'a/b' },
    { address: '' },
  ])
    expect(() => ask(odd), JSON.stringify(odd)).toThrow()
})

test('lists are never null and prices never nonsense', () => {
  for (const odd of [
    { data: null, next: null },
    { data: [], next: undefined },
    { data: [{ transfers: null }], next: null },
  ])
    expect(() => parse(historyApi.getHistory.output, odd)).toThrow()
  const priced = (price: unknown) => ({ fungibles: [{ name: 'a', symbol: 'A', iconUrl: '', price }] })
  expect(parse(pricesApi.getPrice.output, priced(0)).fungibles).toHaveLength(1)
  for (const odd of [Number.NaN, Number.POSITIVE_INFINITY, -1, '1', null])
    expect(() => parse(pricesApi.getPrice.output, priced(odd)), String(odd)).toThrow()
})

test('sends the token list of a price request in the body', () => {
  const input = { projectId: 'p', currency: 'usd', addresses: [`eip155:1:${address}`] }
  const { path, body } = toHttpRequest(pricesRoutes.getPrice, parse(pricesApi.getPrice.input, input))
  expect(path).toBe('/v1/fungible/price')
  expect(JSON.parse(body ?? '')).toEqual({ currency: 'usd', addresses: [`eip155:1:${address}`] })
})
