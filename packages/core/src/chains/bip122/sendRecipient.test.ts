import { expect, test } from 'vitest'
import { isBurn, parseRecipient, parseRequest } from './sendRecipient.ts'

const main = 'bip122:000000000019d6689c085ae165831e93'
const signet = 'bip122:00000008819873e925422c1ff0f99f7c'
const regtest = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

test('distinguishes an address of another network from an invalid one', () => {
  expect(parseRecipient(` ${address.toUpperCase()} `, main)).toBe(address)
  expect(parseRecipient('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', signet)).toMatch(/^tb1/)
  for (const [text, networkId] of [
    [address, regtest],
    [address, signet],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', main],
    ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', main],
    ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', main],
  ] as const)
    expect(() => parseRecipient(text, networkId)).toThrow(expect.objectContaining({ code: 'network_unknown' }))
  for (const text of ['', 'alice', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', `${address.slice(0, -1)}5`])
    expect(() => parseRecipient(text, main)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
})

test('reads recipient and amount of a BIP-21 link', () => {
  expect(parseRequest(address, main)).toBeUndefined()
  expect(parseRequest(`bitcoin:${address}`, main)).toEqual({ address })
  expect(parseRequest(`BITCOIN:${address.toUpperCase()}?amount=20.3&label=Luke-Jr`, main)).toEqual({
    address,
    amount: 2_030_000_000n,
    saying: 'Luke-Jr',
  })
  expect(parseRequest(`bitcoin:${address}?amount=0.00000001`, main)).toEqual({ address, amount: 1n })
  expect(parseRequest(`bitcoin:${address}?amount=.5`, main)).toEqual({ address, amount: 50_000_000n })
  for (const bad of [
    'amount=-1',
    'amount=0',
    'amount=1e3',
    'amount=1,5',
    'amount=0.000000001',
    'amount=',
    'req-magic=1',
  ])
    expect(() => parseRequest(`bitcoin:${address}?${bad}`, main)).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    )
  expect(() => parseRequest(`bitcoin:${address}?amount=1`, regtest)).toThrow(
    expect.objectContaining({ code: 'network_unknown' }),
  )
})

test('recognizes burn addresses', () => {
  for (const lost of [
    '1BitcoinEaterAddressDontSendf59kuE',
    '1111111111111111111114oLvT2',
    'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq9e75rs',
  ])
    expect(isBurn(lost)).toBe(true)
  expect(isBurn(address)).toBe(false)
})
