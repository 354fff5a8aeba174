import type { DevnetChain } from '@billfold/protocol/devnetManifest'
import { expect, test } from 'vitest'
import { toFixed } from './ratio.ts'
import { priceTokens } from './readPrices.ts'

const at = (digit: string) => `0x${digit.repeat(40)}`
const token = (digit: string, symbol: string, kind: DevnetChain['tokens'][number]['kind']) => ({
  address: at(digit),
  name: symbol,
  symbol,
  decimals: 18,
  kind,
})
const pool = (digit: string, token0: string, token1: string) =>
  ({ protocol: 'uniswap-v2', address: at(digit), token0: at(token0), token1: at(token1), fee: 3000 }) as const

const chain = {
  tokens: [
    token('a', 'WETH', 'wrapped'),
    token('b', 'USDC', 'permit'),
    token('c', 'TAX', 'feeOnTransfer'),
    token('d', 'LONE', 'plain'),
  ],
} as DevnetChain

test('prices tokens directly, inversely, through ether, or not at all', () => {
  const prices = priceTokens(chain, [
    { pool: pool('1', 'B', 'a'), price: { num: 1n, den: 3_000n } },
    { pool: pool('2', 'c', 'a'), price: { num: 1n, den: 2n } },
  ])
  expect(prices.map(({ token: { symbol }, price, via }) => [symbol, toFixed(price, 0), via?.symbol])).toEqual([
    ['WETH', 3_000n, undefined],
    ['TAX', 1_500n, 'WETH'],
  ])
})

test('prices nothing without a dollar', () => {
  expect(priceTokens({ tokens: [token('a', 'WETH', 'wrapped')] } as DevnetChain, [])).toEqual([])
})
