import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { badDays, ethereum, startUpstream, type Upstream, usdc, usdt } from '../../../test/testUpstream.ts'
import type { ServerChain } from '../../chains/serverChain.ts'
import type { PriceSource } from '../source.ts'
import { createCoinGecko } from './createCoinGecko.ts'
import { createDefiLlama } from './createDefiLlama.ts'

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
const solana = { id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', namespace: 'solana' } as const
const bitcoin = { id: 'bip122:000000000019d6689c085ae165831e93', namespace: 'bip122' } as const
const assetHub = { id: 'polkadot:68d56f15f85d3136970ec16946040bc1', namespace: 'polkadot' } as const
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const bonk = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
const fetchPrices = async (source: PriceSource, family: Pick<ServerChain, 'id' | 'namespace'>, tokens: string[]) => {
  const prices = await source.prices({ chain: { ...ethereum, ...family }, tokens }, signal())
  return Object.fromEntries([...prices].map(([token, { usd }]) => [token, usd]))
}
const limits = { deadlineMs: 5_000, maxBytes: 1_000_000, now }
const hurried = { ...limits, deadlineMs: 300 }
const gecko = (apiKey?: string, own = limits) => createCoinGecko({ url: upstream.url, apiKey, ...own })
const llama = (own = limits) => createDefiLlama({ url: upstream.url, ...own })

describe('CoinGecko', () => {
  it('is queried by contract and by coin, with its key in a header', async () => {
    upstream.says(({ path }) => ({
      body: path.endsWith('/simple/price')
        ? { ethereum: { usd: 3021.123456789, last_updated_at: seconds() - 20 } }
        : { [usdc.toLowerCase()]: { usd: 0.9999, last_updated_at: seconds() - 5 } },
    }))
    const prices = await ask(gecko('CG-secret'))
    expect(prices.get('native')).toEqual({ usd: 3021.123456789, at: seconds() * 1_000 - 20_000 })
    expect(prices.get(usdc)?.usd).toBe(0.9999)
    expect(prices.has(usdt)).toBe(false)
    const [coin, tokens] = upstream.requests
    expect([coin?.path, coin?.query.get('ids')]).toEqual(['/simple/price', 'ethereum'])
    expect([tokens?.path, tokens?.query.get('contract_addresses')]).toEqual([
      '/simple/token_price/ethereum',
      `${usdc},${usdt}`,
    ])
    for (const { headers, query } of upstream.requests) {
      expect(headers['x-cg-demo-api-key']).toBe('CG-secret')
      expect(query.toString()).not.toContain('secret')
    }
  })

  it('is skipped until its Retry-After has passed', async () => {
    const source = gecko()
    upstream.says({ status: 429, headers: { 'retry-after': '30' }, body: { status: { error_code: 429 } } })
    await expect(ask(source)).rejects.toMatchObject({ code: 'too_many_requests' })
    await expect(ask(source)).rejects.toMatchObject({ code: 'too_many_requests' })
    expect(upstream.requests).toHaveLength(1)
    time += 31_000
    upstream.says({ body: { ethereum: { usd: 3_000 } } })
    expect((await ask(source, ['native'])).get('native')?.usd).toBe(3_000)
    upstream.says({ status: 429, headers: { 'retry-after': new Date(time + 20_000).toUTCString() }, body: {} })
    await expect(ask(source)).rejects.toMatchObject({ code: 'too_many_requests' })
    time += 15_000
    await expect(ask(source)).rejects.toMatchObject({ code: 'too_many_requests' })
    expect(upstream.requests).toHaveLength(1)
  })

  it('reports that its key is rejected, without quoting it', async () => {
    upstream.says({ status: 401, body: { status: { error_code: 10002, error_message: 'API Key Missing: CG-secret' } } })
    const failure = await ask(gecko('CG-secret')).then(() => '', String)
    expect(failure).toContain('CoinGecko rejected our API key.')
    expect(failure).not.toContain('CG-secret')
  })

  it('splits long lists', async () => {
    upstream.says({ body: {} })
    const tokens = Array.from({ length: 65 }, (_, n) => `0x${n.toString(16).padStart(40, '0')}`)
    await ask(gecko(), tokens)
    expect(upstream.requests.map(({ query }) => query.get('contract_addresses')?.split(',').length)).toEqual([
      30, 30, 5,
    ])
  })
})

describe('CoinGecko of another family', () => {
  it('is queried with mints as written, and understood in any case', async () => {
    upstream.says(({ path }) => ({
      body: path.endsWith('/simple/price')
        ? { solana: { usd: 151.2, last_updated_at: seconds() } }
        : {
            [mint]: { usd: 0.9998, last_updated_at: seconds() },
            [bonk.toLowerCase()]: { usd: 0.00001234, last_updated_at: seconds() },
          },
    }))
    expect(await fetchPrices(gecko(), solana, ['native', mint, bonk])).toEqual({
      native: 151.2,
      [mint]: 0.9998,
      [bonk]: 0.00001234,
    })
    expect(
      upstream.requests.map(({ path, query }) => [path, query.get('ids') ?? query.get('contract_addresses')]),
    ).toEqual([
      ['/simple/price', 'solana'],
      ['/simple/token_price/solana', `${mint},${bonk}`],
    ])
  })

  it('is queried by coin if it has no contracts, and only for what it can know', async () => {
    upstream.says({ body: { bitcoin: { usd: 91_000.5 }, polkadot: { usd: 4.2 }, tether: { usd: 1 } } })
    expect(await fetchPrices(gecko(), bitcoin, ['native'])).toEqual({ native: 91_000.5 })
    expect(await fetchPrices(gecko(), assetHub, ['native', '1984', '7'])).toEqual({ native: 4.2, 1984: 1 })
    expect(await fetchPrices(gecko(), assetHub, ['7', 'constructor'])).toEqual({})
    expect(upstream.requests.map(({ path, query }) => [path, query.get('ids')])).toEqual([
      ['/simple/price', 'bitcoin'],
      ['/simple/price', 'polkadot,tether'],
    ])
  })
})

describe('DefiLlama', () => {
  it('prices the coins of other families by name, and mints by their address as written', async () => {
    const of = (price: number) => ({ price, symbol: '', timestamp: seconds(), confidence: 0.99 })
    upstream.says({ body: { coins: { 'coingecko:solana': of(150), [`solana:${mint}`]: of(1) } } })
    expect(await fetchPrices(llama(), solana, ['native', mint, bonk])).toEqual({ native: 150, [mint]: 1 })
    expect(upstream.requests.map(({ path }) => path)).toEqual([
      `/prices/current/coingecko:solana,solana:${mint},solana:${bonk}`,
    ])
    upstream.says({ body: { coins: { 'coingecko:polkadot': of(4), 'coingecko:usd-coin': of(1) } } })
    expect(await fetchPrices(llama(), assetHub, ['native', '1337', '7'])).toEqual({ native: 4, 1337: 1 })
    upstream.says({ body: { coins: { 'coingecko:bitcoin': of(90_000) } } })
    expect(await fetchPrices(llama(), bitcoin, ['native'])).toEqual({ native: 90_000 })
  })

  it('is queried once for all', async () => {
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
    expect(upstream.requests.map(({ path }) => path)).toEqual([
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
    'of %j is rejected',
    async (price) => {
      upstream.says({ body: body(price) })
      expect([...(await ask(source(), [usdc]))]).toEqual([])
    },
  )

  it('rejects a price that is not a JSON number', async () => {
    upstream.says({ body: JSON.stringify(body(7)).replace('7', 'NaN') })
    await expect(ask(source(), [usdc])).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('that is outdated is rejected', async () => {
    const old = seconds() - 3_600
    upstream.says({
      body: {
        [usdc.toLowerCase()]: { usd: 1, last_updated_at: old },
        coins: { [`ethereum:${usdc}`]: { price: 1, timestamp: old } },
      },
    })
    expect([...(await ask(source(), [usdc]))]).toEqual([])
  })

  it.each(Object.entries(badDays))('is an error if it %s', async (_, answer) => {
    upstream.says(answer)
    await expect(ask(source(hurried), [usdc])).rejects.toMatchObject({
      code: expect.stringMatching(/^(unavailable|timeout)$/),
    })
  })

  it('serves its chains only, and never a local one', () => {
    const { supports } = source()
    expect(supports(ethereum)).toBe(true)
    expect(supports({ ...ethereum, id: 'eip155:31337' })).toBe(false)
    expect(supports({ ...ethereum, isLocal: true })).toBe(false)
    expect(supports({ ...ethereum, ...solana })).toBe(true)
    expect(supports({ ...ethereum, ...solana, id: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' })).toBe(false)
  })
})
