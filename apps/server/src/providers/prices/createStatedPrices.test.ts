import { expect, it } from 'vitest'
import type { ServerChain } from '../../chains/serverChain.ts'
import { createStatedPrices } from './createStatedPrices.ts'

const chain: ServerChain = {
  id: 'solana:localnet',
  namespace: 'solana',
  reference: 'localnet',
  name: 'Local',
  rpcUrls: [],
  wsUrls: [],
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  tokens: [],
  contracts: {},
  stables: [],
  statedPrices: { native: '150', AbC: '0.98', free: '0', huge: '9999999999999' },
  isLocal: true,
}
const source = createStatedPrices({ now: () => 5 })
const signal = new AbortController().signal

it("returns the manifest's prices, and none for missing or invalid ones", async () => {
  const tokens = ['native', 'AbC', 'abc', 'free', 'huge', 'toString']
  expect([...(await source.prices({ chain, tokens }, signal))]).toEqual([
    ['native', { usd: 150, at: 5 }],
    ['AbC', { usd: 0.98, at: 5 }],
  ])
})

it('applies to the local network only, if it states any', () => {
  expect(source.supports(chain)).toBe(true)
  expect(source.supports({ ...chain, isLocal: false })).toBe(false)
  expect(source.supports({ ...chain, statedPrices: undefined })).toBe(false)
})
