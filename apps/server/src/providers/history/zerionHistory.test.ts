import { transaction as transactionSchema } from '@billfold/protocol/api/history'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { badDays, ethereum, owner, startUpstream, type Upstream, usdc } from '../../../test/testUpstream.ts'
import { createZerionHistory } from './createZerionHistory.ts'

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream()
})
afterAll(() => upstream.close())

const stranger = '0x00000000000000000000000000000000000000aa'
const hash = `0x${'5'.repeat(64)}`
const sourceWith = (own: object = {}) =>
  createZerionHistory({ url: upstream.url, apiKey: 'zk_secret', deadlineMs: 5_000, maxBytes: 1_000_000, ...own })
const ask = (cursor?: string, source = sourceWith()) =>
  source.history({ chain: ethereum, address: owner, cursor, limit: 50 }, new AbortController().signal)

const fungible = (info: object = {}, change: object = {}) => ({
  fungible_info: {
    name: 'USD Coin',
    symbol: 'USDC',
    icon: { url: 'https://cdn.zerion.io/usdc.png' },
    flags: { verified: true },
    implementations: [{ chain_id: 'ethereum', address: usdc.toLowerCase(), decimals: 6 }],
    ...info,
  },
  direction: 'out',
  quantity: { int: '1500000', decimals: 6, float: 1.5, numeric: '1.500000' },
  value: 1.4997,
  price: 0.9998,
  sender: owner.toLowerCase(),
  recipient: stranger,
  ...change,
})
/** A transaction as Zerion documents it. */
const row = (change: object = {}) => ({
  type: 'transactions',
  id: '52d994a173d755e99845e861d534a419',
  attributes: {
    operation_type: 'send',
    hash,
    mined_at_block: 17_421_429,
    mined_at: '2026-06-06T20:31:11Z',
    sent_from: owner.toLowerCase(),
    sent_to: usdc.toLowerCase(),
    status: 'confirmed',
    nonce: 12,
    fee: { price: 1, quantity: { int: '1', decimals: 18, float: 0, numeric: '0' }, value: 1 },
    transfers: [fungible()],
    approvals: [],
    application_metadata: { name: 'Uniswap V3', icon: { url: 'https://cdn.zerion.io/uni.png' } },
    flags: { is_trash: false },
    ...change,
  },
  relationships: { chain: { data: { type: 'chains', id: 'ethereum' } } },
})
const says = (rows: unknown[], next: string | null = null) =>
  upstream.says({ body: { links: { self: 'x', ...(next ? { next } : {}) }, data: rows } })

describe('history from Zerion', () => {
  it("queries one chain with its key in a header, and returns the clients' format", async () => {
    says([row()], 'https://elsewhere.example/v1/x?page%5Bafter%5D=WyIyMDIzIl0%3D')
    const page = await ask()
    const [request] = upstream.requests
    expect(request?.path).toBe(`/wallets/${owner.toLowerCase()}/transactions/`)
    expect(Object.fromEntries(request!.query)).toMatchObject({ 'filter[chain_ids]': 'ethereum', 'page[size]': '50' })
    expect(request?.headers.authorization).toBe(`Basic ${Buffer.from('zk_secret:').toString('base64')}`)
    expect(page?.next).toBe('WyIyMDIzIl0=')
    expect(transactionSchema.parse(page?.data[0])).toEqual(page?.data[0])
    expect(page?.data[0]).toMatchObject({
      metadata: {
        operationType: 'send',
        chain: 'eip155:1',
        minedAt: '2026-06-06T20:31:11.000Z',
        sentFrom: owner,
        nonce: 12,
      },
      transfers: [{ direction: 'out', quantity: { numeric: '1.500000' }, token: `eip155:1:${usdc}`, from: owner }],
    })
    await ask(page!.next!)
    expect(upstream.requests.at(-1)?.query.get('page[after]')).toBe('WyIyMDIzIl0=')
  })

  it('flags spam, and cleans texts', async () => {
    const nothing = { quantity: { numeric: '0.000000' } }
    const implementations = [{ chain_id: 'ethereum', address: stranger, decimals: 18 }]
    const fake = { name: 'Ether\u202e', symbol: 'E\u200bTH', flags: { verified: false }, implementations }
    says([
      row({ sent_from: stranger, transfers: [fungible({}, nothing), fungible(fake, { direction: 'in' })] }),
      row({
        transfers: [
          {
            ...fungible(),
            fungible_info: null,
            nft_info: {
              contract_address: usdc,
              token_id: '7',
              name: 'Ape #7',
              flags: { is_spam: true },
              content: null,
            },
          },
        ],
      }),
    ])
    const { data } = (await ask())!
    expect(data[0]?.transfers.map(({ suspicion }) => suspicion)).toEqual(['zero_value', 'fake_symbol'])
    expect(data[0]?.transfers[1]?.fungible_info).toMatchObject({ name: 'Ether', symbol: 'ETH' })
    expect(data[1]?.transfers[0]).toMatchObject({
      tokenId: '7',
      nft_info: { name: 'Ape #7', flags: { is_spam: true } },
    })
  })

  it('omits undocumented rows, and keeps the rest', async () => {
    const broken = [
      row({ hash: '0x12' }),
      row({ mined_at: 'yesterday' }),
      row({ status: 'maybe' }),
      row({ nonce: -1 }),
      7,
      null,
    ]
    says([
      ...broken,
      row({ transfers: [{ direction: 'up' }, fungible({}, { quantity: { numeric: 'NaN' } }), fungible()] }),
    ])
    const { data } = (await ask())!
    expect(data).toHaveLength(1)
    expect(data[0]?.transfers).toHaveLength(1)
  })

  it('is skipped until its Retry-After has passed', async () => {
    let now = 0
    const source = sourceWith({ now: () => now })
    upstream.says({ status: 429, headers: { 'retry-after': '30' }, body: { errors: [{ title: 'Too many requests' }] } })
    await expect(ask(undefined, source)).rejects.toMatchObject({ code: 'too_many_requests' })
    says([])
    now = 29_000
    await expect(ask(undefined, source)).rejects.toMatchObject({ code: 'too_many_requests' })
    expect(upstream.requests).toHaveLength(0)
    now = 31_000
    expect(await ask(undefined, source)).toEqual({ data: [], next: null })
  })

  it.each(Object.entries(badDays))('is unavailable if it %s', async (_, answer) => {
    upstream.says(answer)
    await expect(ask(undefined, sourceWith({ deadlineMs: 300 }))).rejects.toMatchObject({
      code: expect.stringMatching(/^(unavailable|timeout|body_too_large)$/),
    })
  })

  it('reports a rejected key without quoting it', async () => {
    upstream.says({ status: 401, body: { errors: [{ title: 'zk_secret is wrong' }] } })
    await expect(ask()).rejects.toMatchObject({ message: 'Zerion rejected our API key.' })
  })
})
