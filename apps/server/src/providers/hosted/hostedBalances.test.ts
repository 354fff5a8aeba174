import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { badDays, ethereum, owner, startUpstream, type Upstream, usdc } from '../../../test/testUpstream.ts'
import type { BalanceSource } from '../source.ts'
import { createBlockscout } from './createBlockscout.ts'
import { createZerion } from './createZerion.ts'

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream()
})
afterAll(() => upstream.close())

const stranger = '0x00000000000000000000000000000000000000AA'
const limits = { deadlineMs: 5_000, maxBytes: 1_000_000 }
const hurried = { ...limits, deadlineMs: 300 }
const ask = (source: BalanceSource, fresh: string[] = []) =>
  source.balances({ chain: ethereum, address: owner, fresh }, new AbortController().signal)
const blockscout = (apiKey?: string, own = limits) => createBlockscout({ url: upstream.url, apiKey, ...own })
const zerion = (own = limits) => createZerion({ url: upstream.url, apiKey: 'zk_secret', ...own })

/** A row as Blockscout documents it. */
const scoutRow = (token: object, value: unknown = '1500000', more: object = {}) => ({
  token: {
    address_hash: usdc,
    circulating_market_cap: '83606435600.36',
    decimals: '6',
    exchange_rate: '0.9998',
    holders_count: '837494',
    icon_url: 'https://assets.coingecko.com/coins/images/6319/small/usdc.png',
    name: 'USD Coin',
    reputation: 'ok',
    symbol: 'USDC',
    total_supply: '10000000',
    type: 'ERC-20',
    volume_24h: '1',
    ...token,
  },
  token_id: null,
  token_instance: null,
  value,
  ...more,
})
const scoutSays = (
  rows: unknown,
  account: unknown = { coin_balance: '2000000000000000000', exchange_rate: '3000.5' },
) => upstream.says(({ path }) => ({ body: path.endsWith('/token-balances') ? rows : account }))

/** A position as Zerion documents it. */
const position = (change: { attributes?: object; info?: object; address?: string | null } = {}) => ({
  type: 'positions',
  id: 'x',
  attributes: {
    parent: null,
    protocol: null,
    name: 'Asset',
    position_type: 'wallet',
    quantity: { int: '1500000', decimals: 6, float: 1.5, numeric: '1.500000' },
    value: 1.4997,
    price: 0.9998,
    changes: null,
    fungible_info: {
      name: 'USD Coin',
      symbol: 'USDC',
      icon: { url: 'https://cdn.zerion.io/usdc.png' },
      flags: { verified: true },
      implementations: [
        { chain_id: 'ethereum', address: change.address === undefined ? usdc : change.address, decimals: 6 },
      ],
      ...change.info,
    },
    flags: { displayable: true, is_trash: false },
    updated_at: '2026-11-15T00:00:00Z',
    ...change.attributes,
  },
  relationships: { chain: { data: { type: 'chains', id: 'ethereum' } } },
})

describe('Blockscout', () => {
  it('returns coin and tokens, with exact amounts', async () => {
    scoutSays([
      scoutRow({}),
      scoutRow({ address_hash: stranger, symbol: 'ODD', name: 'Odd', decimals: '18' }, `1${'0'.repeat(70)}`),
    ])
    const balances = await ask(blockscout('scout-secret'))
    expect(balances).toMatchObject([
      {
        symbol: 'ETH',
        decimals: 18,
        amount: 2n * 10n ** 18n,
        isListed: true,
        price: { usd: 3000.5, source: 'blockscout' },
      },
      { address: usdc, symbol: 'USDC', decimals: 6, amount: 1_500_000n, isListed: true, price: { usd: 0.9998 } },
      { address: stranger, symbol: 'ODD', amount: 10n ** 70n, isListed: false },
    ])
    expect(upstream.requests.map(({ path }) => path)).toEqual([
      `/1/api/v2/addresses/${owner}`,
      `/1/api/v2/addresses/${owner}/token-balances`,
    ])
    expect(upstream.requests.every(({ headers }) => headers.authorization === 'Bearer scout-secret')).toBe(true)
  })

  it('reports an unknown account as empty', async () => {
    upstream.says({ status: 404, body: { message: 'Not found' } })
    expect(await ask(blockscout())).toMatchObject([{ symbol: 'ETH', amount: 0n }])
  })

  it.each<[string, unknown]>([
    ['a collectible', scoutRow({ type: 'ERC-721' })],
    ['a balance of zero', scoutRow({}, '0')],
    ['a negative balance', scoutRow({}, '-5')],
    ['a balance as a number', scoutRow({}, 1e21)],
    ['a balance that is too long', scoutRow({}, '9'.repeat(79))],
    ['an address that is none', scoutRow({ address_hash: '0x12' })],
    ['a token without decimals', scoutRow({ address_hash: stranger, symbol: 'ODD', decimals: null })],
    ['decimals that are text', scoutRow({ address_hash: stranger, symbol: 'ODD', decimals: '<b>' })],
    ['a name that is a link', scoutRow({ address_hash: stranger, symbol: 'ODD', name: 'Visit claim-usdc.com' })],
    ['a stranger in the clothes of a dollar', scoutRow({ address_hash: stranger, symbol: 'U\u0405DC' })],
    ['one that it warns of', scoutRow({ address_hash: stranger, symbol: 'ODD', reputation: 'scam' })],
    ['nothing', null],
    ['a word', 'token'],
  ])('does not follow %s', async (_, bad) => {
    scoutSays([bad, scoutRow({})])
    expect((await ask(blockscout()))?.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC'])
  })

  it("keeps a listed token's name, and cleans its own texts", async () => {
    scoutSays([
      scoutRow({ name: 'Not a dollar', symbol: 'EVIL', decimals: '0' }),
      scoutRow({ address_hash: stranger, symbol: 'O\u202eDD\n', name: '<img src=x onerror=alert(1)>\u200f' }),
    ])
    const [, dollar, odd] = (await ask(blockscout())) ?? []
    expect(dollar).toMatchObject({ name: 'USD Coin', symbol: 'USDC', decimals: 6 })
    expect(odd).toMatchObject({ symbol: 'ODD', name: '<img src=x onerror=alert(1)>' })
  })

  it.each(['0', '-1', 'NaN', '1e308', '', 'free', null])('has no price if it says %j', async (exchange_rate) => {
    scoutSays([scoutRow({ exchange_rate })])
    expect((await ask(blockscout()))?.[1]?.price).toBeUndefined()
  })
})

describe('Zerion', () => {
  it('returns coin and tokens, with the key only in its header', async () => {
    const coin = {
      attributes: { quantity: { int: '2000000000000000000', decimals: 18 }, price: 3000.5 },
      info: { symbol: 'ETH' },
      address: null,
    }
    upstream.says({ body: { links: { self: '' }, data: [position(), position(coin)] } })
    expect(await ask(zerion())).toMatchObject([
      { symbol: 'ETH', decimals: 18, amount: 2n * 10n ** 18n, price: { usd: 3000.5, source: 'zerion' } },
      { address: usdc, symbol: 'USDC', amount: 1_500_000n, isListed: true, iconUrl: 'https://cdn.zerion.io/usdc.png' },
    ])
    const [seen] = upstream.requests
    expect(seen?.path).toBe(`/wallets/${owner.toLowerCase()}/positions/`)
    expect(seen?.query.get('filter[chain_ids]')).toBe('ethereum')
    expect(seen?.headers.authorization).toBe(`Basic ${Buffer.from('zk_secret:').toString('base64')}`)
  })

  it.each<[string, unknown]>([
    ['trash', position({ attributes: { flags: { is_trash: true } } })],
    ['another chain', position({ info: { implementations: [{ chain_id: 'base', address: usdc }] } })],
    ['an address that is none', position({ address: 'javascript:alert(1)' })],
    ['nothing of something', position({ attributes: { quantity: { int: '0', decimals: 6 } } })],
    ['an amount in doubles', position({ attributes: { quantity: { int: 1.5, decimals: 6 } } })],
    ['null', null],
  ])('is not followed into %s', async (_, bad) => {
    upstream.says({ body: { data: [bad] } })
    expect(await ask(zerion())).toMatchObject([{ symbol: 'ETH', amount: 0n }])
  })
})

describe.each([
  ['Blockscout', (own?: typeof limits) => blockscout('k', own)],
  ['Zerion', (own?: typeof limits) => zerion(own)],
] as const)('%s', (_, source) => {
  it.each(Object.entries(badDays))('that %s is a failure, and not an empty account', async (_, answer) => {
    upstream.says(answer)
    await expect(ask(source(hurried))).rejects.toMatchObject({ code: expect.stringMatching(/^(unavailable|timeout)$/) })
  })

  it('is not used for forced updates', async () => {
    upstream.says({ body: {} })
    expect(await ask(source(), [usdc])).toBeUndefined()
    expect(upstream.requests).toEqual([])
  })
})
