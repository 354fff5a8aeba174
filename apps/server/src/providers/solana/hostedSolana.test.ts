import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { badDays, startUpstream, type Upstream } from '../../../test/testUpstream.ts'
import type { ServerChain } from '../../chains/serverChain.ts'
import type { BalanceSource, HistorySource } from '../source.ts'
import { createDasBalances } from './createDasBalances.ts'
import { createHeliusHistory } from './createHeliusHistory.ts'

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream()
})
afterAll(() => upstream.close())

const owner = '86xCnPeV69n6t3DnyGvkKobf9FdN2H9oiVDdaMpo2MMY'
const friend = 'FNt6A9Mfnqbwc1tY7uwAguKQ1JcpBrxmhczDgbdJy5AC'
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const bonk = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
const chain: ServerChain = {
  id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  namespace: 'solana',
  reference: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'Solana',
  rpcUrls: [],
  wsUrls: [],
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  tokens: [{ address: usdc, name: 'USD Coin', symbol: 'USDC', decimals: 6 }],
  contracts: {},
  stables: [],
  isLocal: false,
}
const limits = { deadlineMs: 5_000, maxBytes: 4_000_000 }
const hurried = { ...limits, deadlineMs: 300 }
const url = () => `${upstream.url}/?api-key=he-secret`
const das = (own: object = limits) =>
  createDasBalances({ id: 'helius', name: 'Helius', url: url(), now: () => 7, ...own })
const helius = (own: object = limits) => createHeliusHistory({ url: url(), ...own })
const signal = () => new AbortController().signal
const balancesOf = (source: BalanceSource, fresh: string[] = []) =>
  source.balances({ chain, address: owner, fresh }, signal())
const historyOf = (source: HistorySource, cursor?: string) =>
  source.history({ chain, address: owner, cursor, limit: 50 }, signal())

/** An asset as the Digital Asset Standard and Helius document it. */
const asset = (change: { info?: object; content?: object } & Record<string, unknown> = {}) => {
  const { info, content, ...rest } = change
  return {
    interface: 'FungibleToken',
    id: bonk,
    content: {
      $schema: 'https://schema.metaplex.com/nft1.0.json',
      json_uri: 'https://arweave.net/QPC6FYdUn-3V8ytFNuoCS85S2tHAuiDblh6u3CIZLsw',
      files: [{ uri: 'https://arweave.net/hQiPZOsRZXGXBJd_82PhVdlM_hACsT_q6wqwf5cSY7I', mime: 'image/png' }],
      metadata: {
        description: 'The Official Bonk Inu token',
        name: 'Bonk',
        symbol: 'Bonk',
        token_standard: 'Fungible',
      },
      links: { image: 'https://arweave.net/hQiPZOsRZXGXBJd_82PhVdlM_hACsT_q6wqwf5cSY7I' },
      ...content,
    },
    authorities: [{ address: '9AhKqLR67hwapvG8SA2JFXaCshXc9nALJjpKaHZrsbkw', scopes: ['full'] }],
    compression: { eligible: false, compressed: false },
    grouping: [],
    royalty: { royalty_model: 'creators', target: null, percent: 0, basis_points: 0 },
    creators: [],
    ownership: { frozen: false, delegated: false, delegate: null, ownership_model: 'token', owner },
    supply: null,
    mutable: true,
    burnt: false,
    token_info: {
      symbol: 'Bonk',
      balance: 123_456_789,
      supply: 8_881_594_973_561_640_000,
      decimals: 5,
      token_program: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      associated_token_address: '9UYYUnLPWNFv5HgqKR5ZRmKzdKUfYwBAc3VcyQ5ZgSRT',
      price_info: { price_per_token: 0.0000192271, total_price: 0.0237, currency: 'USDC' },
      ...info,
    },
    ...rest,
  }
}
const rpcCall = (body: string) => JSON.parse(body) as { method: string; params: Record<string, unknown> & unknown[] }
const result = (value: unknown) => ({ body: { jsonrpc: '2.0', id: '1', result: value } })
const dasSays = (items: readonly unknown[], lamports: unknown = 1_500_000_001) =>
  upstream.says(({ body }) =>
    rpcCall(body).method === 'getBalance'
      ? result({ context: { slot: 341_197_247 }, value: lamports })
      : result({ last_indexed_slot: 341_197_247, total: items.length, limit: 1_000, page: 1, items }),
  )

describe('a service of digital assets', () => {
  it('returns coin and tokens exactly, with prices, and listed ones by the list', async () => {
    dasSays([
      asset(),
      asset({
        id: usdc,
        info: { symbol: 'USDC', balance: 2_500_000, decimals: 6 },
        content: { metadata: { name: 'x' } },
      }),
      asset({ id: friend, interface: 'V1_NFT' }),
    ])
    expect(await balancesOf(das())).toEqual([
      { name: 'Solana', symbol: 'SOL', decimals: 9, amount: 1_500_000_001n, isListed: true },
      {
        ...{ name: 'Bonk', symbol: 'Bonk', decimals: 5, amount: 123_456_789n, address: bonk, isListed: false },
        iconUrl: 'https://arweave.net/hQiPZOsRZXGXBJd_82PhVdlM_hACsT_q6wqwf5cSY7I',
        price: { usd: 0.0000192271, at: 7, source: 'helius' },
      },
      expect.objectContaining({ name: 'USD Coin', symbol: 'USDC', amount: 2_500_000n, address: usdc, isListed: true }),
    ])
    const calls = upstream.requests.map(({ body }) => rpcCall(body))
    expect(calls.find(({ method }) => method === 'getAssetsByOwner')?.params).toEqual({
      ...{ ownerAddress: owner, page: 1, limit: 1_000 },
      options: { showFungible: true },
    })
  })

  it('keeps amounts above 2^53 exact', async () => {
    upstream.says(({ body }) => {
      const result =
        rpcCall(body).method === 'getBalance'
          ? { value: 1 }
          : { items: [asset({ info: { balance: 'amount', supply: 1 } })] }
      return {
        body: JSON.stringify({ jsonrpc: '2.0', id: '1', result: result }).replace('"amount"', '18446744073709551615'),
      }
    })
    expect((await balancesOf(das()))?.[1]?.amount).toBe(18_446_744_073_709_551_615n)
  })

  it('is not used for someone who has just paid, or an oversized account', async () => {
    dasSays([])
    expect(await balancesOf(das(), [usdc])).toBeUndefined()
    expect(upstream.requests).toHaveLength(0)
    dasSays(Array.from({ length: 1_000 }, () => asset({ interface: 'V1_NFT' })))
    expect(await balancesOf(das())).toBeUndefined()
    expect(upstream.requests).toHaveLength(4)
  })

  it('is not trusted about impersonators, and its gaps are not filled', async () => {
    dasSays([
      asset({ info: { symbol: 'USÐC' }, content: { metadata: { name: 'claim at usdc.gift', symbol: 'USDC' } } }),
      asset({ info: { symbol: null }, content: { metadata: null } }),
      asset({ info: { decimals: null } }),
      asset({ info: { balance: 0 } }),
      asset({ info: { balance: 1.5 } }),
      asset({ info: { balance: -1 } }),
      asset({ id: '<script>' }),
      { id: friend },
      null,
    ])
    expect(await balancesOf(das())).toHaveLength(1)
  })

  it.each([0, -1, 1e308, 'NaN', null, {}, '<b>1</b>'])('has no price if it says %j', async (price_per_token) => {
    dasSays([asset({ info: { price_info: { price_per_token, currency: 'USDC' } } })])
    expect((await balancesOf(das()))?.[1]?.price).toBeUndefined()
  })

  it('has no price in another currency', async () => {
    dasSays([asset({ info: { price_info: { price_per_token: 1, currency: 'SOL' } } })])
    expect((await balancesOf(das()))?.[1]?.price).toBeUndefined()
  })
})

/** A transaction as `getTransactionsForAddress` tells it in full: 1.5 coins from the owner to a friend. */
const record = (change: Record<string, unknown> = {}, meta: Record<string, unknown> = {}) => ({
  slot: 341_197_247,
  transactionIndex: 42,
  blockTime: 1_747_000_000,
  version: 'legacy',
  transaction: {
    signatures: ['5h6xBEauJ3PK6SWCZ1PGjBvj8vDdWG3KpwATGy1ARAXFSDwt8GFXM7W5Ncn16wmqokgpiKRLuS83KUxyZyv2sUYv'],
    message: {
      accountKeys: [owner, friend, '11111111111111111111111111111111'],
      header: { numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1, numRequiredSignatures: 1 },
      instructions: [{ accounts: [0, 1], data: '3Bxs4Bc3VYuGVB19', programIdIndex: 2, stackHeight: null }],
      recentBlockhash: '2Xfk4qD4c1n2pDqk6fP3yYbE8n3KeKqH6CcW8ymxM1iN',
    },
  },
  meta: {
    err: null,
    fee: 5_000,
    preBalances: [10_000_000_000, 0, 1],
    postBalances: [8_499_995_000, 1_500_000_000, 1],
    innerInstructions: [],
    logMessages: [],
    preTokenBalances: [],
    postTokenBalances: [],
    rewards: null,
    ...meta,
  },
  ...change,
})
const tokenSide = (who: string, amount: string) => ({
  accountIndex: who === owner ? 1 : 2,
  mint: bonk,
  owner: who,
  programId: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  uiTokenAmount: { amount, decimals: 5, uiAmount: null, uiAmountString: '' },
})

describe("Helius' history", () => {
  it('includes receipts of token accounts, names their tokens, and continues at its cursor', async () => {
    const received = record(
      {},
      {
        preBalances: [1, 1, 1],
        postBalances: [1, 1, 1],
        fee: 0,
        preTokenBalances: [tokenSide(friend, '700000')],
        postTokenBalances: [tokenSide(friend, '200000'), tokenSide(owner, '500000')],
      },
    )
    upstream.says(({ body }) =>
      rpcCall(body).method === 'getAssetBatch'
        ? result([asset(), null])
        : result({ data: [record(), received], paginationToken: '341197247:42' }),
    )
    const source = helius()
    const page = await historyOf(source)
    expect(page?.next).toBe('341197247:42')
    expect(page?.data).toMatchObject([
      {
        metadata: {
          ...{ operationType: 'send', status: 'confirmed', chain: chain.id, sentFrom: owner, sentTo: friend },
          minedAt: new Date(1_747_000_000_000).toISOString(),
        },
        transfers: [{ direction: 'out', quantity: { numeric: '1.5' }, fungible_info: { symbol: 'SOL' } }],
      },
      { transfers: [{ direction: 'in', quantity: { numeric: '5' }, fungible_info: { symbol: 'Bonk' } }] },
    ])
    expect(rpcCall(upstream.requests[0]!.body)).toMatchObject({
      method: 'getTransactionsForAddress',
      params: [owner, { transactionDetails: 'full', limit: 50, filters: { tokenAccounts: 'balanceChanged' } }],
    })
    upstream.says(result({ data: [], paginationToken: null }))
    expect(await historyOf(source, '341197247:42')).toEqual({ data: [], next: null })
    expect(rpcCall(upstream.requests[0]!.body).params[1]).toMatchObject({ paginationToken: '341197247:42' })
  })

  it('works without the names of its tokens', async () => {
    const moved = record({}, { preTokenBalances: [], postTokenBalances: [tokenSide(owner, '1')] })
    upstream.says(({ body }) =>
      rpcCall(body).method === 'getAssetBatch' ? { status: 500, body: {} } : result({ data: [moved] }),
    )
    expect((await historyOf(helius()))?.data).toHaveLength(1)
  })

  it('omits undocumented rows, and is unavailable if none is left', async () => {
    upstream.says(result({ data: [{ slot: 'x' }, record()] }))
    expect((await historyOf(helius()))?.data).toHaveLength(1)
    for (const data of [[{ slot: 'x' }], [record({ transaction: { signatures: [] } })], [null]]) {
      upstream.says(result({ data }))
      await expect(historyOf(helius())).rejects.toMatchObject({ code: 'unavailable' })
    }
  })
})

describe.each([
  ['balances', (own?: object) => balancesOf(das(own))],
  ['history', (own?: object) => historyOf(helius(own))],
] as const)('hosted %s', (_, ask) => {
  it.each(Object.entries(badDays))('fail if the service %s', async (_, answer) => {
    upstream.says(answer)
    await expect(ask(hurried)).rejects.toMatchObject({ code: expect.stringMatching(/^(unavailable|timeout)$/) })
  })

  it.each([
    [{ code: -32_601, message: 'Method not found' }, 'unavailable'],
    [{ code: -32_602, message: 'Invalid params he-secret' }, 'unavailable'],
    [{ code: -32_429, message: 'rate limited' }, 'too_many_requests'],
  ])('fail by its error %j, without repeating its text', async (error, code) => {
    upstream.says({ body: { jsonrpc: '2.0', id: '1', error } })
    const failure = await ask().catch((e: unknown) => e)
    expect(failure).toMatchObject({ code })
    expect(String(failure)).not.toContain('secret')
  })

  it("respect the service's Retry-After", async () => {
    upstream.says({ status: 429, headers: { 'retry-after': '7' }, body: { error: { code: 429 } } })
    await expect(ask()).rejects.toMatchObject({ code: 'too_many_requests', cause: { retryAfterS: 7 } })
  })

  it('report that the key is rejected, without quoting it', async () => {
    upstream.says({
      status: 401,
      body: { jsonrpc: '2.0', error: { code: -32_401, message: 'invalid api key he-secret' } },
    })
    const failure = await ask().then(() => '', String)
    expect(failure).toContain('Helius rejected our API key.')
    expect(failure).not.toContain('secret')
  })
})

it('queries no service about any chain but the public one', () => {
  for (const { supports } of [das(), helius()]) {
    expect(supports(chain)).toBe(true)
    expect(supports({ ...chain, id: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' })).toBe(false)
    expect(supports({ ...chain, isLocal: true })).toBe(false)
  }
})
