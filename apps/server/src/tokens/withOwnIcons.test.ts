import type { Balance } from '@billfold/protocol/api/balances'
import type { Transaction } from '@billfold/protocol/api/history'
import { describe, expect, it } from 'vitest'
import { appDeps } from '../../test/appDeps.ts'
import { ethereum, owner, usdc } from '../../test/testUpstream.ts'
import { createChains } from '../chains/createChains.ts'
import { createApp } from '../createApp.ts'
import type { TokenBalance } from '../providers/source.ts'
import { createTokenIcons } from './tokenIcons.ts'

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const icons = createTokenIcons({ hosts: new Set(['cdn.zerion.io']), fetch: async () => new Response(png) })
const [known, foreign] = ['https://cdn.zerion.io/usdc.png', 'https://spy.example/pixel.png']
const transaction = (url: string): Transaction => ({
  id: 'one',
  metadata: {
    operationType: 'receive',
    hash: '0x1',
    chain: 'eip155:1',
    minedAt: '2026-11-15T00:00:00Z',
    sentFrom: owner,
    sentTo: owner,
    status: 'confirmed',
    nonce: 1,
    application: { name: 'App', iconUrl: url },
  },
  transfers: [
    { direction: 'in', quantity: { numeric: '1' }, fungible_info: { name: 'USD Coin', symbol: 'USDC', icon: { url } } },
  ],
})

const stranger = '0x00000000000000000000000000000000000000AA'
const shared = { decimals: 6, amount: 3_000_001n, price: { usd: 0.1, at: 0, source: 'hosted' } }
const sameSymbol = '0x00000000000000000000000000000000000000Bb'
const held: TokenBalance[] = [
  { ...shared, address: sameSymbol, name: 'USD Coin (old)', symbol: 'USDC', isListed: true },
  { ...shared, address: usdc, name: 'USD Coin', symbol: 'USDC', iconUrl: known, isListed: true },
  { ...shared, address: stranger, name: 'Odd', symbol: 'ODD', iconUrl: foreign, isListed: false },
  { ...shared, name: 'Ether', symbol: 'ETH', iconUrl: foreign, isListed: true },
]
const app = createApp(
  appDeps({
    chains: createChains([
      { ...ethereum, tokens: [...ethereum.tokens, { address: sameSymbol, name: 'Old', symbol: 'USDC', decimals: 6 }] },
    ]),
    icons,
    publicUrl: 'https://api.shop.example',
    sources: {
      ...appDeps().sources,
      balances: [{ id: 'hosted', supports: () => true, balances: async () => held }],
      history: [
        {
          id: 'hosted',
          supports: () => true,
          history: async () => ({ data: [transaction(known), transaction(foreign)], next: null }),
        },
      ],
    },
  }),
)
const get = async <T>(path: string) =>
  (await (await app.request(`/v1/account/${owner}/${path}?chainId=eip155:1&projectId=shop&sv=x`)).json()) as T

describe("a visitor's page", () => {
  it('contacts no other host for the images of balances', async () => {
    const { balances } = await get<{ balances: Balance[] }>('balance')
    const iconOf = (symbol: string) =>
      balances.find(({ name, symbol: own }) => own === symbol && !name.includes('old'))?.iconUrl
    expect(iconOf('USDC')).toMatch(/^https:\/\/api\.shop\.example\/public\/getTokenIcon\/[\w-]+$/)
    expect(iconOf('ETH')).toBe('https://api.shop.example/public/getTokenImage/eth')
    expect(iconOf('ODD')).toBe('')
    const picture = await app.request(new URL(iconOf('USDC')!).pathname)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(picture.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('shows two listed tokens with one symbol in two rows, each with its own image', async () => {
    const { balances } = await get<{ balances: Balance[] }>('balance')
    const rows = balances.filter(({ symbol }) => symbol === 'USDC')
    expect(rows.map(({ address }) => address).sort()).toEqual([`eip155:1:${sameSymbol}`, `eip155:1:${usdc}`])
    const own = rows.find(({ address }) => address?.endsWith(sameSymbol))!.iconUrl!
    expect(own).toBe(`https://api.shop.example/public/getTokenImage/usdc@eip155:1:${sameSymbol.toLowerCase()}`)
    const read = async (path: string) => (await app.request(path)).text()
    expect(await read(new URL(own).pathname)).toContain('<svg')
    expect(await read(new URL(own).pathname)).not.toBe(await read('/public/getTokenImage/usdc'))
  })

  it('contacts none for those of its history', async () => {
    const text = JSON.stringify(await get('history'))
    expect(text).not.toContain('spy.example')
    expect(text.match(/"https:\/\/api\.shop\.example\/public\/getTokenIcon\/[\w-]+"/g)).toHaveLength(2)
  })

  it('reads values without binary rounding', async () => {
    const { balances } = await get<{ balances: Balance[] }>('balance')
    expect(balances[0]).toMatchObject({
      quantity: { decimals: '6', numeric: '3.000001' },
      price: 0.1,
      value: 0.3000001,
    })
  })

  it.each(['', 'x', 'Li4vLi4vZXRjL3Bhc3N3ZA', Buffer.from(foreign).toString('base64url')])(
    'has no image for %j',
    async (ref) => {
      expect((await app.request(`/public/getTokenIcon/${ref}`)).status).toBeGreaterThanOrEqual(400)
    },
  )
})
