import { expect, test } from 'vitest'
import { isBurn, parseRecipient, parseRequest } from './payLink.ts'

const address = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

// The first three are the examples of Solana Pay's specification.
test.each([
  [
    `solana:${address}?amount=1&label=Michael&memo=OrderId12345`,
    { address, amount: 1_000_000_000n, memo: 'OrderId12345', saying: 'Michael' },
  ],
  [`solana:${address}?amount=0.01&spl-token=${mint}`, { address, token: mint, decimal: '0.01' }],
  [
    `solana:${address}?amount=1.5&reference=${mint}&reference=${address}&message=Thanks&memo=%C3%9C%20%E4%B8%96`,
    { address, amount: 1_500_000_000n, references: [mint, address], memo: 'Ü 世', saying: 'Thanks' },
  ],
  [`solana:${address}?amount=0,01&spl-token=${mint}`, { address, token: mint }],
  [`solana:${address}?label=Michael%0A%E2%80%AE&message=Tea`, { address, saying: 'Michael: Tea' }],
  [`solana:${address}?amount=0.000000001`, { address, amount: 1n }],
  [`solana:${address}?amount=0.0000000001`, { address }],
  [`solana:${address}?amount=1e3`, { address }],
  [`SOLANA://${address}/`, { address }],
])('%s', (text, request) => expect(parseRequest(text)).toEqual(request))

test.each([
  'solana:https%3A%2F%2Fexample.com%2Fpay',
  `solana:${address}?spl-token=nonsense`,
  `solana:${address}?amount=1&reference=${mint}&reference=0x12`,
  'solana:0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  `ethereum:${address}`,
  address,
  '',
])('reads no request from %j', (text) => expect(parseRequest(text)).toBeUndefined())

test.each([
  '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  '1111111111111111111111111111111',
  `${address}1`,
])('rejects %s', (text) => expect(() => parseRecipient(text)).toThrow('Not a Solana address'))

test('recognizes a burn address', () => {
  expect(isBurn('1nc1nerator11111111111111111111111111111111')).toBe(true)
  expect(isBurn(parseRecipient(` ${address} `))).toBe(false)
})
