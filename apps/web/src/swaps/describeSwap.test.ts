import type { DevnetChain } from '@billfold/protocol/devnetManifest'
import { expect, test } from 'vitest'
import { describeSwap, v2Swap, v3Swap } from './describeSwap.ts'
import type { SwapLog } from './swapWire.ts'

const address = (digit: string) => `0x${digit.repeat(40)}`
const [weth, usdc, dai, router, account] = ['1', '2', '3', '4', '5'].map(address) as [
  string,
  string,
  string,
  string,
  string,
]
const [v3Pool, v2Pool] = [address('6'), address('7')]
const token = (at: string, symbol: string, decimals: number, kind: 'wrapped' | 'plain') => ({
  address: at,
  name: symbol,
  symbol,
  decimals,
  kind,
})

const chain = {
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  contracts: { universalRouter: router },
  tokens: [token(weth, 'WETH', 18, 'wrapped'), token(usdc, 'USDC', 6, 'plain'), token(dai, 'DAI', 18, 'plain')],
  pools: [
    { protocol: 'uniswap-v3', address: v3Pool, token0: weth, token1: usdc, fee: 500 },
    { protocol: 'uniswap-v2', address: v2Pool, token0: usdc, token1: dai, fee: 3000 },
  ],
} as unknown as DevnetChain

const word = (value: bigint) => BigInt.asUintN(256, value).toString(16).padStart(64, '0')
const event = (at: string, topic: string, ...words: bigint[]): SwapLog => ({
  address: at.toUpperCase().replace('0X', '0x'),
  topics: [topic],
  data: `0x${words.map(word).join('')}`,
})
const ether = 10n ** 18n
const indexed = (at: string) => `0x${at.slice(2).padStart(64, '0')}`
const transferred = (token: string, from: string, to: string, amount: bigint): SwapLog => ({
  address: token,
  topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', indexed(from), indexed(to)],
  data: `0x${word(amount)}`,
})
const sold = event(v3Pool, v3Swap, ether, -2_992_500_000n, 0n, 0n, 0n)
const got = transferred(usdc, v3Pool, account, 2_992_500_000n)
const gave = transferred(weth, account, v3Pool, ether)
const records = (logs: SwapLog[], { value = 0n, status = true, nativeChange = 0n } = {}) => ({
  nativeChange,
  transaction: { hash: '0xab', from: account, to: router, value },
  receipt: { status, blockNumber: 7n, gasUsed: 100_000n, effectiveGasPrice: 2_000_000_000n, logs },
  timestamp: 1_700_000_000n,
})

test('reads what was paid and received from a v3 pool’s event', () => {
  expect(describeSwap(chain, records([gave, sold, got]))).toMatchObject({
    router: 'Uniswap’s Universal Router',
    paid: { amount: ether, symbol: 'WETH', decimals: 18 },
    received: { amount: 2_992_500_000n, symbol: 'USDC', decimals: 6 },
    serviceFee: 0n,
    block: 7n,
    minedAtMs: 1_700_000_000_000,
    networkFee: { amount: 200_000_000_000_000n, symbol: 'ETH' },
  })
})

test('names ether when the account sent it', () => {
  expect(describeSwap(chain, records([sold, got], { value: ether }))?.paid).toMatchObject({
    symbol: 'ETH',
    amount: ether,
  })
})

test('takes what arrived, not what the pool paid, and names the difference', () => {
  const toRouter = transferred(usdc, v3Pool, router, 2_992_500_000n)
  const toAccount = transferred(usdc, router, account, 2_967_000_000n)
  const toOperator = transferred(usdc, router, address('8'), 25_500_000n)
  const story = describeSwap(chain, records([gave, sold, toRouter, toOperator, toAccount]))
  expect(story?.received.amount).toBe(2_967_000_000n)
  expect(story?.serviceFee).toBe(25_500_000n)
})

test('takes unwrapped ether from the account’s own balance', () => {
  const bought = event(v3Pool, v3Swap, -ether, 3_000_000_000n, 0n, 0n, 0n)
  const spent = transferred(usdc, account, v3Pool, 3_000_000_000n)
  const unwrapped = event(weth, '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65', ether)
  const fee = 200_000_000_000_000n
  const nativeChange = ether - ether / 100n - fee
  expect(describeSwap(chain, records([spent, bought, unwrapped], { nativeChange }))).toMatchObject({
    received: { symbol: 'ETH', amount: ether - ether / 100n },
    serviceFee: ether / 100n,
  })
  const wrapped = transferred(weth, v3Pool, account, ether)
  expect(describeSwap(chain, records([spent, bought, wrapped]))?.received.symbol).toBe('WETH')
})

test('follows a route over two pools, and ends with the last one’s tokens', () => {
  const second = event(v2Pool, v2Swap, 2_992_500_000n, 0n, 0n, 2_980n * ether)
  const arrived = transferred(dai, v2Pool, account, 2_980n * ether)
  const story = describeSwap(chain, records([gave, sold, second, arrived]))
  expect(story?.hops.map(({ paid, received }) => [paid.symbol, received.symbol])).toEqual([
    ['WETH', 'USDC'],
    ['USDC', 'DAI'],
  ])
  expect(story?.received).toMatchObject({ amount: 2_980n * ether, symbol: 'DAI', decimals: 18 })
})

test.each([
  ['a reverted transaction', records([gave, sold, got], { status: false })],
  ['a swap for another account', records([gave, sold, transferred(usdc, v3Pool, address('8'), 2_992_500_000n)])],
  ['another contract’s event of the same name', records([event(address('9'), v3Swap, 1n, -1n)])],
  ['an event whose amounts have one sign', records([event(v3Pool, v3Swap, 1n, 1n)])],
  ['a transaction without a swap', records([])],
])('does not describe %s', (_, from) => {
  expect(describeSwap(chain, from)).toBeUndefined()
})
