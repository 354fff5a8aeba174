import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PriceSource } from '../source.ts'
import { createCoinGecko } from './createCoinGecko.ts'
import { createDefiLlama } from './createDefiLlama.ts'
import { badDays, ethereum, startUpstream, type Upstream, usdc, usdt } from './testUpstream.ts'

let upstream: Upstream
let time = Date.UTC(2026, 10, 15)
const seconds = () => Math.floor(time / 1_000)
const now = () => time
beforeAll(async () => {
  upstream = await startUpstream()
})
afterAll(() => upstream.close())

const signal = () => new AbortController().signal
const ask = (source: PriceSource, tokens = ['native', usdc, usdt]) =>
  source.prices({ chain: ethereum, tokens }, signal())
const limits = { deadlineMs: 5_000, maxBytes: 1_000_000, now }
const hurried = { ...limits, deadlineMs: 300 }
const gecko = (apiKey?: string, own = limits) => createCoinGecko({ url: upstream.url, apiKey, ...own })
const llama = (own = limits) => createDefiLlama({ url: upstream.url, ...own })

describe('CoinGecko', () => {
  it('is asked by contract and by coin, with its key in a header', async () => {
    upstream.says(({ path }) => ({
      body: path.endsWith('/simple/price')
        ? { ethereum: { usd: 3021.123456789, last_updated_at: seconds() - 20 } }
        : { [usdc.toLowerCase()]: { usd: 0.9999, last_updated_at: seconds() - 5 } },
    }))
    const prices = await ask(gecko('CG-secret'))
    expect(prices.get('native')).toEqual({ usd: 3021.123456789, at: seconds() * 1_000 - 20_000 })
    expect(prices.get(usdc)?.usd).toBe(0.9999)
    expect(prices.has(usdt)).toBe(false)
    const [coin, tokens] = upstream.asked
    expect([coin?.path, coin?.query.get('ids')]).toEqual(['/simple/price', 'ethereum'])
    expect([tokens?.path, tokens?.query.get('contract_addresses')]).toEqual([
      '/simple/token_price/ethereum',
      `${usdc},${usdt}`,
    ])
    for (const { headers, query } of upstream.asked) {
      expect(headers['x-cg-demo-api-key']).toBe('CG-secret')
      expect(query.toString()).not.toContain('secret')
    }
  })

  it('is left alone for as long as it asks, and asked again after that', async () => {
    const source = gecko()
    upstream.says({ status: 429, headers: { 'retry-after': '30' }, body: { status: { error_code: 429 } } })
    await expect(ask(source)).rejects.toMatchObject({ code: 'too_many_requests' })
    await expect(ask(source)).rejects.toMatchObject({ code: 'too_many_requests' })
    expect(upstream.asked).toHaveLength(1)
    time += 31_000
    upstream.says({ body: { ethereum: { usd: 3_000 } } })
    expect((await ask(source, ['native'])).get('native')?.usd).toBe(3_000)
    upstream.says({ status: 429, headers: { 'retry-after': new Date(time + 20_000).toUTCString() }, body: {} })
    await expect(ask(source)).rejects.toMatchObject({ code: 'too_many_requests' })
    time += 15_000
    await expect(ask(source)).rejects.toMatchObject({ code: 'too_many_requests' })
    expect(upstream.asked).toHaveLength(1)
  })

  it('says that its key is refused, and not which', async () => {
    upstream.says({ status: 401, body: { status: { error_code: 10002, error_message: 'API Key Missing: CG-secret' } } })
    const failure = await ask(gecko('CG-secret')).then(() => '', String)
    expect(failure).toContain('CoinGecko refuses our key.')
    expect(failure).not.toContain('CG-secret')
  })

  it('splits long lists', async () => {
    upstream.says({ body: {} })
    const tokens = Array.from({ length: 65 }, (_, n) => `0x${n.toString(16).padStart(40, '0')}`)
    await ask(gecko(), tokens)
    expect(upstream.asked.map(({ query }) => query.get('contract_addresses')?.split(',').length)).toEqual([30, 30, 5])
  })
})

describe('DefiLlama', () => {
  it('is asked for all at once', async () => {
    upstream.says({
      body: {
        coins: {
          'coingecko:ethereum': { price: 3010.5, symbol: 'ETH', timestamp: seconds() - 60, confidence: 0.99 },
          [`ethereum:${usdc}`]: { decimals: 6, price: 1.0001, symbol: 'USDC', timestamp: seconds(), confidence: 0.99 },
          [`ethereum:${usdt.toLowerCase()}`]: { price: 1, symbol: 'USDT', timestamp: seconds(), confidence: 0.2 },
        },
      },
    })
    const prices = await ask(llama())
    expect(Object.fromEntries([...prices].map(([token, { usd }]) => [token, usd]))).toEqual({
      native: 3010.5,
      [usdc]: 1.0001,
    })
    expect(upstream.asked.map(({ path }) => path)).toEqual([
      `/prices/current/coingecko:ethereum,ethereum:${usdc.toLowerCase()},ethereum:${usdt.toLowerCase()}`,
    ])
  })
})

describe.each([
  ['CoinGecko', (own?: typeof limits) => gecko('', own), (usd: unknown) => ({ [usdc.toLowerCase()]: { usd } })],
  [
    'DefiLlama',
    (own?: typeof limits) => llama(own),
    (price: unknown) => ({ coins: { [`ethereum:${usdc}`]: { price, timestamp: seconds() } } }),
  ],
] as const)('a price of %s', (_, source, body) => {
  it.each([0, -1, 1e308, 1e-300, 'NaN', 'Infinity', null, '', {}, [], true, '<b>1</b>'])(
    'of %j is none',
    async (price) => {
      upstream.says({ body: body(price) })
      expect([...(await ask(source(), [usdc]))]).toEqual([])
    },
  )

  it('that cannot be a number in JSON is no answer', async () => {
    upstream.says({ body: JSON.stringify(body(7)).replace('7', 'NaN') })
    await expect(ask(source(), [usdc])).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('of long ago is none', async () => {
    const old = seconds() - 3_600
    upstream.says({
      body: {
        [usdc.toLowerCase()]: { usd: 1, last_updated_at: old },
        coins: { [`ethereum:${usdc}`]: { price: 1, timestamp: old } },
      },
    })
    expect([...(await ask(source(), [usdc]))]).toEqual([])
  })

  it.each(Object.entries(badDays))('is not there when it %s, and that is said', async (_, answer) => {
    upstream.says(answer)
    await expect(ask(source(hurried), [usdc])).rejects.toMatchObject({
      code: expect.stringMatching(/^(unavailable|timeout)$/),
    })
  })

  it('is for chains it knows, and never for a local one', () => {
    const { supports } = source()
    expect(supports(ethereum)).toBe(true)
    expect(supports({ ...ethereum, reference: '31337' })).toBe(false)
    expect(supports({ ...ethereum, isLocal: true })).toBe(false)
    expect(supports({ ...ethereum, namespace: 'solana' })).toBe(false)
  })
})
