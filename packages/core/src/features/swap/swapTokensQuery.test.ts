import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { setUpKit } from '../../../test/setUpKit.ts'
import { fakeHttp } from '../../ports/fakeHttp.ts'
import { suggestedOf, swapTokensQuery } from './swapTokensQuery.ts'

beforeAll(() => Promise.all([import('../../api/createDialogApi.ts'), import('../../api/createMoneyApi.ts')]))

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const coin = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const tokens = [
  { name: 'Server Coin', symbol: 'SRV', address: coin, decimals: 6, logoUri: null },
  { name: 'USD Coin', symbol: 'USDC', address: `eip155:1:${usdc}`, decimals: 6, logoUri: 'https://api.example/usdc' },
  { name: 'Elsewhere', symbol: 'FAR', address: `eip155:10:${usdc}`, decimals: 6, logoUri: null },
]

test('lists the network’s tokens with address, decimals, symbol and icon', async () => {
  const http = fakeHttp(({ url }) => ({
    body: url.includes('supported-chains') ? { http: ['eip155:1'], ws: [] } : { tokens },
  }))
  const { kit } = setUpKit({ http })
  onTestFinished(() => kit.dispose())
  const { signal } = new AbortController()
  expect(await swapTokensQuery(kit, { networkId: 'eip155:1' }).queryFn({ signal })).toEqual([
    { symbol: 'ETH', name: 'Ether', decimals: 18 },
    { address: usdc, symbol: 'USDC', name: 'USD Coin', decimals: 6, imageUrl: 'https://api.example/usdc' },
  ])
  expect(await swapTokensQuery(kit, { networkId: 'eip155:10' }).queryFn({ signal })).toEqual([])
})

test('keeps two listed tokens with one symbol apart, each with its icon', async () => {
  const old = `0x${'bb'.repeat(20)}`
  const list = [tokens[1], { ...tokens[1], address: `eip155:1:${old}`, logoUri: 'https://api.example/old' }]
  const http = fakeHttp(({ url }) => ({
    body: url.includes('supported-chains') ? { http: ['eip155:1'], ws: [] } : { tokens: list },
  }))
  const { kit } = setUpKit({ http })
  onTestFinished(() => kit.dispose())
  const rows = await swapTokensQuery(kit, { networkId: 'eip155:1' }).queryFn({ signal: new AbortController().signal })
  expect(rows.map(({ address, imageUrl }) => [address, imageUrl])).toEqual([
    [usdc, 'https://api.example/usdc'],
    [old, 'https://api.example/old'],
  ])
})

test('suggests at most eight well-known tokens', () => {
  const known = ['eth', 'UNI', 'AAVE', 'LINK', 'WBTC', 'DAI', 'WETH', 'USDC', 'USDT']
  const asset = (symbol: string) => ({ symbol, name: symbol, decimals: 18 })
  const shown = suggestedOf(['ODD', ...known].map(asset)).map(({ symbol }) => symbol)
  expect(shown).toEqual(known.slice(0, 8))
})
