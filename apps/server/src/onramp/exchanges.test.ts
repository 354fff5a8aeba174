import type { OnrampAsset } from '@billfold/protocol/api/onramp'
import { expect, it } from 'vitest'
import { appDeps, shop } from '../../test/appDeps.ts'
import { ethereum, owner, usdc } from '../../test/testUpstream.ts'
import { createChains } from '../chains/createChains.ts'
import { createApp } from '../createApp.ts'
import type { Onramp } from './createOnramp.ts'

// *Fund wallet* of AppKit 1.8.0, by its own requests.
const chain = { ...ethereum, tokens: [] }
const ether: OnrampAsset = { chainId: ethereum.id, address: null, symbol: 'ETH', name: 'Ether', decimals: 18 }
const dollars: OnrampAsset = { chainId: ethereum.id, address: usdc, symbol: 'USDC', name: 'USD Coin', decimals: 6 }
const card = { currency: 'USD', method: 'card', min: '5.00', max: '500.00' }
const sellers = [
  { id: 'moonpay', name: 'MoonPay', assets: [ether, dollars], limits: [card] },
  { id: 'coins', name: 'Coins only', assets: [ether], limits: [card] },
  { id: 'euro', name: 'Euro only', assets: [dollars], limits: [{ ...card, currency: 'EUR' }] },
]
const ofUsdc = `${ethereum.id}/erc20:${usdc}`
const ofEther = `${ethereum.id}/slip44:60`
const id = 'A'.repeat(43)

type Order = { status: string; hash: string | null; provider: string }
function setUp({
  onramp = {},
  order = {},
  features = {},
}: {
  onramp?: object | false
  order?: Partial<Order>
  features?: object
} = {}) {
  const orders: object[] = []
  const fake = {
    countries: [],
    list: async () => ({ providers: sellers, countries: [] }),
    async create(wanted: object) {
      orders.push(wanted)
      return { url: 'https://pay.example/1', order: { id } }
    },
    read: async () => ({ status: 'created', hash: null, provider: 'moonpay', ...order }),
    ...onramp,
  } as unknown as Onramp
  const price = {
    id: 's',
    supports: () => true,
    prices: async () =>
      new Map([
        ['native', { usd: 2_500, at: Date.now() }],
        [usdc.toLowerCase(), { usd: 1, at: Date.now() }],
      ]),
  }
  const sources = { balances: [], prices: [price], history: [], names: [], quotes: [] }
  const deps = appDeps(
    {
      ...{ chains: createChains([chain]), sources, publicUrl: 'https://api.example' },
      ...(onramp === false ? {} : { onramp: fake }),
    } as never,
    [{ ...shop, features }],
  )
  const app = createApp(deps)
  /** Like `ExchangeUtil`. */
  async function ask(method: string, params: object) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, projectId: 'shop' } })
    const query = 'projectId=shop&st=appkit&sv=react-wagmi-1.8.0&source=fund-wallet'
    const headers = { origin: 'https://shop.example', 'content-type': 'application/json' }
    const response = await app.request(`/v1/json-rpc?${query}`, { method: 'POST', body, headers })
    return { status: response.status, ...(await response.json()) }
  }
  const pay = (change: object) =>
    ask('reown_getExchangePayUrl', {
      ...{ exchangeId: 'moonpay', asset: ofUsdc, amount: '10', recipient: `${ethereum.id}:${owner}`, ...change },
    })
  return { ask, pay, orders }
}

it('lists the operator’s providers of an asset that accept dollars, each with an image', async () => {
  const { ask } = setUp()
  const { status, result } = await ask('reown_getExchanges', { page: 0, asset: ofUsdc, amount: '10' })
  expect(status).toBe(200)
  const imageUrl = 'https://api.example/public/getTokenImage/moonpay'
  expect(result).toEqual({ exchanges: [{ id: 'moonpay', name: 'MoonPay', imageUrl }], total: 1 })
  const names = async (params: object) =>
    (await ask('reown_getExchanges', params)).result.exchanges.map(({ name }: { name: string }) => name)
  expect(await names({ page: 0, asset: ofEther, amount: '10' })).toEqual(['MoonPay', 'Coins only'])
  expect(await names({ page: 0 })).toEqual(['MoonPay', 'Coins only'])
  expect(await names({ page: 0, exclude: ['moonpay'] })).toEqual(['Coins only'])
  expect(await names({ page: 0, includeOnly: ['moonpay'] })).toEqual(['MoonPay'])
  expect(await names({ page: 1, asset: ofEther })).toEqual([])
  expect(await names({ asset: 'eip155:10/slip44:60' })).toEqual([])
})

it.each([
  ['no seller', { onramp: false as const }],
  ['sellers for some countries only', { onramp: { countries: ['DE'] } }],
  ['buying switched off for the project', { features: { buying: false } }],
])('returns an empty list with %s', async (_, change) => {
  const { ask, pay, orders } = setUp(change)
  expect((await ask('reown_getExchanges', { page: 0, asset: ofUsdc })).result).toEqual({ exchanges: [], total: 0 })
  expect((await pay({})).error.message).toContain('is not supported')
  expect(orders).toEqual([])
})

it.each([
  ['tokens at their price', { asset: ofEther, amount: '0.004' }, '10.00'],
  ['dollars as they are', { amount: '12.34' }, '12.34'],
  ['a number as JavaScript writes it', { asset: ofEther, amount: 4e-3 }, '10.00'],
  ['10 USD, which 1.8.0 shows while it sends 0', { amount: '0' }, '10.00'],
  ['the minimum where the price has moved a little', { amount: '4.9' }, '5.00'],
])('orders %s', async (_, change, pays) => {
  const { pay, orders } = setUp()
  expect((await pay(change)).result).toEqual({ url: 'https://pay.example/1', sessionId: id })
  expect(orders).toMatchObject([{ provider: 'moonpay', currency: 'USD', method: 'card', pays, address: owner }])
})

it.each([
  ['a seller that does not exist', { exchangeId: 'stranger' }, 'is not supported'],
  ['an asset that the seller does not sell', { exchangeId: 'coins' }, 'is not supported'],
  ['a recipient on a different network', { recipient: `eip155:10:${owner}` }, 'different network'],
  ['an amount in words', { amount: 'ten' }, 'Invalid input'],
  ['an amount below zero', { amount: -1 }, 'Invalid input'],
])('rejects %s', async (_, change, message) => {
  const { pay, orders } = setUp()
  expect((await pay(change)).error).toMatchObject({ code: -32_602, message: expect.stringContaining(message) })
  expect(orders).toEqual([])
})

it.each([
  ['created', 'IN_PROGRESS'],
  ['paid', 'IN_PROGRESS'],
  ['sent', 'IN_PROGRESS'],
  ['settled', 'SUCCESS'],
  ['failed', 'FAILED'],
  ['expired', 'FAILED'],
])('reports an order that is %s as %s', async (status, says) => {
  const hash = status === 'settled' ? '0xabc' : null
  const { ask } = setUp({ order: { status, hash } })
  const { result } = await ask('reown_getExchangeBuyStatus', { exchangeId: 'moonpay', sessionId: id })
  expect(result).toEqual({ status: says, ...(hash ? { txHash: hash } : {}) })
})

it('does not report an order of a different seller', async () => {
  const { ask } = setUp({ order: { provider: 'coins' } })
  const { error } = await ask('reown_getExchangeBuyStatus', { exchangeId: 'moonpay', sessionId: id })
  expect(error).toMatchObject({ message: 'Order not found.' })
})

it('answers other methods and malformed requests like JSON-RPC', async () => {
  const { ask } = setUp()
  expect((await ask('eth_chainId', {})).error.code).toBe(-32_601)
  expect((await ask('reown_getExchanges', { asset: 'ETH' })).error.code).toBe(-32_602)
})
