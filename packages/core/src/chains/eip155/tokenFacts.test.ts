import { otherToken } from '@billfold/protocol/otherToken'
import { encodeAbiParameters } from 'viem/utils'
import { expect, it } from 'vitest'
import type { QueryWallet } from '../chainQuery.ts'
import { tokenFacts } from './tokenFacts.ts'

const token = '0x9f8F72aA9304c8B593d555F12eF6589cC3A579A2'
const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const bytes32 = (value: string) => `0x${Buffer.from(value).toString('hex').padEnd(64, '0')}`
const eighteen = encodeAbiParameters([{ type: 'uint8' }], [18])
const reverts = () => Promise.reject({ code: 3, message: 'execution reverted', data: '0x' })

/** A contract with this `symbol()`; 18 decimals. */
const contract =
  (symbol: () => Promise<string>): QueryWallet =>
  async ({ params }) => {
    const [{ data }] = params as [{ data: string }]
    return data === '0x95d89b41' ? symbol() : eighteen
  }
const read = (symbol: () => Promise<string>) => tokenFacts(token, contract(symbol))

it('reads a symbol as text, and as older tokens’ 32 bytes', async () => {
  expect(await read(async () => text('USDC'))).toEqual({ symbol: 'USDC', decimals: 18 })
  expect(await read(async () => bytes32('MKR'))).toEqual({ symbol: 'MKR', decimals: 18 })
})

it.each([
  ['refuses the question', reverts],
  ['answers nothing', async () => '0x'],
  ['answers a number', async () => eighteen],
  ['answers nonsense', async () => `0x${'ff'.repeat(64)}`],
  ['answers only what no one sees', async () => text('\u200b\u202e')],
])('reads no symbol of a token that %s', async (_, symbol) => {
  expect(await read(symbol)).toEqual({ decimals: 18 })
})

it('throws if the chain is unreachable', async () => {
  await expect(read(() => Promise.reject(new Error('offline')))).rejects.toThrow('offline')
})

it('stops at another symbol, but not at case, a list’s addition for a bridged token, or no symbol', () => {
  const shown = { symbol: 'USDC.e', decimals: 6 }
  for (const symbol of ['USDC', 'usdc.E', 'USDC.e']) expect(otherToken(shown, { symbol })).toBeUndefined()
  expect(otherToken(shown, {})).toBeUndefined()
  expect(otherToken(shown, { symbol: 'USD' })).toEqual({ kind: 'otherSymbol', says: 'USD' })
  expect(otherToken({ ...shown, symbol: 'USDC' }, { symbol: 'USDC.e' })).toEqual({
    kind: 'otherSymbol',
    says: 'USDC.e',
  })
  expect(otherToken(shown, { symbol: 'USDC', decimals: 18 })).toEqual({ kind: 'otherDecimals' })
  // Compared up to the displayed length.
  expect(otherToken({ symbol: 'ABCDEFGHIJKL', decimals: 0 }, { symbol: 'ABCDEFGHIJKLM' })).toBeUndefined()
})
