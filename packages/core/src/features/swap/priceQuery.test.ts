import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { setUpKit } from '../../../test/setUpKit.ts'
import { fakeHttp } from '../../ports/fakeHttp.ts'
import { priceQuery } from './priceQuery.ts'

beforeAll(() => import('../../api/createMoneyApi.ts'))

const asset = { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', symbol: 'USDC', name: 'USD Coin', decimals: 6 }

test.each([
  [[{ price: 0.9998 }], 0.9998],
  [[{ price: 0 }], null],
  [[{ price: 1e12 }], null],
  [[], null],
])('reads the price in dollars from %j as %s', async (response, price) => {
  const fungibles = response.map((each) => ({ name: 'USD Coin', symbol: 'USDC', iconUrl: '', decimals: 6, ...each }))
  const http = fakeHttp(() => ({ body: { fungibles } }))
  const { kit } = setUpKit({ http })
  onTestFinished(() => kit.dispose())
  const { queryFn } = priceQuery(kit, { networkId: 'eip155:1', asset })
  expect(await queryFn({ signal: new AbortController().signal })).toBe(price)
  expect(JSON.parse(http.requests.at(-1)!.body!)).toMatchObject({
    currency: 'usd',
    addresses: [`eip155:1:${asset.address}`],
  })
})
