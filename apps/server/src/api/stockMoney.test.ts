import type { Balance } from '@billfold/protocol/api/balances'
import type { Transaction } from '@billfold/protocol/api/history'
import { nativePlaceholders } from '@billfold/protocol/nativeCoin'
import { expect, it } from 'vitest'
import { appDeps } from '../../test/appDeps.ts'
import { ethereum, owner, usdc } from '../../test/testUpstream.ts'
import { createChains } from '../chains/createChains.ts'
import { createApp } from '../createApp.ts'
import type { Sources } from '../providers/createSources.ts'
import type { BalanceSource, HistorySource, TokenBalance } from '../providers/source.ts'

// Fields of balances and history that AppKit reads, beyond those that every client does.
const chain = { ...ethereum, tokens: [] }
function setUp(sources: Partial<Sources>) {
  const all = { balances: [], prices: [], history: [], names: [], quotes: [], ...sources }
  const app = createApp(appDeps({ chains: createChains([chain]), sources: all, publicUrl: 'https://api.example' }))
  return async <T>(path: string, query: string) => {
    const response = await app.request(`/v1/account/${owner}/${path}?chainId=eip155:1&projectId=shop&${query}`)
    return (await response.json()) as T
  }
}

const moved = (direction: 'in' | 'out', symbol: string): Transaction['transfers'][number] => ({
  direction,
  quantity: { numeric: '1' },
  fungible_info: { name: symbol, symbol, icon: null },
  ...(symbol === 'ETH' ? {} : { token: `eip155:1:${usdc}` }),
})
const trade: Transaction = {
  id: 'trade',
  metadata: {
    operationType: 'trade',
    hash: '0x1',
    chain: 'eip155:1',
    minedAt: '2026-11-18T00:00:00Z',
    sentFrom: owner,
    sentTo: usdc,
    status: 'confirmed',
    nonce: 0,
  },
  transfers: [moved('out', 'ETH'), moved('in', 'FAKE')],
}

it("orders a trade for each version, with the balances' images, and without an app", async () => {
  const history: HistorySource = {
    id: 's',
    supports: () => true,
    history: async () => ({ data: [trade], next: null }),
  }
  const ask = setUp({ history: [history] })
  const read = async (sv: string) => (await ask<{ data: Transaction[] }>('history', `sv=${sv}`)).data[0]!
  const order = async (sv: string) => (await read(sv)).transfers.map(({ direction }) => direction)
  expect(await order('react-wagmi-1.7.1')).toEqual(['out', 'in'])
  expect(await order('html-ethers-1.7.10')).toEqual(['out', 'in'])
  // From this version on, clients show the last first.
  expect(await order('react-wagmi-1.7.11')).toEqual(['in', 'out'])
  expect(await order('html-ethers,solana-1.8.0')).toEqual(['in', 'out'])
  expect(await order('x')).toEqual(['out', 'in'])
  const { metadata, transfers } = await read('x')
  expect(metadata.application).toBeNull()
  // An unlisted token does not get a known one's image.
  expect(transfers.map(({ fungible_info: info }) => info?.icon)).toEqual([
    { url: 'https://api.example/public/getTokenImage/eth' },
    null,
  ])
})

it('lists a token with a zero balance only for a client that requests it', async () => {
  const ether: TokenBalance = { name: 'Ether', symbol: 'ETH', decimals: 18, amount: 1n, isListed: true }
  const none: TokenBalance = { ...ether, address: usdc, name: 'USD Coin', symbol: 'USDC', decimals: 6, amount: 0n }
  const held: BalanceSource = {
    id: 's',
    supports: () => true,
    balances: async ({ fresh }) => (fresh.length > 0 ? [ether, none] : [ether]),
  }
  const ask = setUp({ balances: [held] })
  const symbols = async (query: string) =>
    (await ask<{ balances: Balance[] }>('balance', query)).balances.map(({ symbol }) => symbol)
  expect(await symbols(`sv=x&forceUpdate=eip155:1:${usdc}`)).toEqual(['ETH', 'USDC'])
  expect(await symbols('sv=x')).toEqual(['ETH'])
  expect(await ask('portfolio', 'sv=x')).toEqual({
    data: [{ id: `eip155:1:${nativePlaceholders.eip155}`, name: 'Ether', symbol: 'ETH' }],
  })
})
