import type { Balance } from '@billfold/protocol/api/balances'
import type { Transaction } from '@billfold/protocol/api/history'
import { describe, expect, it } from 'vitest'
import { appDeps } from '../../test/appDeps.ts'
import { createChains } from '../chains/createChains.ts'
import type { ServerChain } from '../chains/serverChain.ts'
import { createApp } from '../createApp.ts'
import type { Sources } from '../providers/createSources.ts'
import type { BalanceSource, HistorySource, NameSource, PriceSource, TokenBalance } from '../providers/source.ts'

const chain = (reference: string): ServerChain => ({
  id: `eip155:${reference}`,
  namespace: 'eip155',
  reference,
  name: `Chain ${reference}`,
  rpcUrls: ['http://127.0.0.1:1'],
  wsUrls: reference === '1' ? ['ws://127.0.0.1:1'] : [],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  tokens: [],
  contracts: {},
  stables: [],
  isLocal: false,
})
const solana: ServerChain = { ...chain('1'), id: 'solana:main', namespace: 'solana', wsUrls: [] }
const account = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const who = 'st=appkit&sv=react-wagmi-1.7.1&projectId=shop'

function setUp(sources: Partial<Sources>, publicUrl?: string) {
  const chains = createChains([chain('1'), chain('10'), solana])
  const all = { balances: [], prices: [], history: [], names: [], quotes: [], ...sources }
  const app = createApp(appDeps({ chains, sources: all, publicUrl }))
  return async <T>(path: string, init?: RequestInit) => {
    const response = await app.request(path, init)
    return { status: response.status, kept: response.headers.get('cache-control'), body: (await response.json()) as T }
  }
}
type Failure = { reasons: { field: string; description: string }[] }
const native = (amount: bigint): TokenBalance => ({
  name: 'Ether',
  symbol: 'ETH',
  decimals: 18,
  amount,
  isListed: true,
})

describe('supported-chains', () => {
  it('lists all chains over HTTP, and those that support it over WebSocket', async () => {
    const { body } = await setUp({})(`/v1/supported-chains?${who}`)
    expect(body).toEqual({ http: ['eip155:1', 'eip155:10', 'solana:main'], ws: ['eip155:1'] })
  })
})

describe('balances', () => {
  let requests: string[] = []
  const source = (list: TokenBalance[] | ((chainId: string) => Promise<TokenBalance[]>)): BalanceSource => ({
    id: 'fake',
    supports: ({ namespace }) => namespace === 'eip155',
    async balances({ chain, fresh }) {
      requests.push(`${chain.id} ${fresh.join()}`)
      return typeof list === 'function' ? list(chain.id) : list
    },
  })
  const prices: PriceSource = {
    id: 'prices',
    supports: () => true,
    prices: async ({ tokens }) => new Map(tokens.map((t) => [t, { usd: t === 'native' ? 2_000 : 1, at: 0 }])),
  }
  const path = `/v1/account/${account}/balance?currency=usd&chainId=eip155:1&${who}`

  it('keep every digit, have their value, and show unlisted tokens undecorated', async () => {
    const bait: TokenBalance = {
      address: token,
      name: '\u202eevil <script>alert(1)</script>',
      symbol: 'A\u200bB\n',
      decimals: 6,
      amount: 2n ** 256n - 1n,
      isListed: false,
    }
    const zero: TokenBalance = { ...bait, address: account, decimals: 0 }
    const ask = setUp(
      { balances: [source([native(1_000_000_000_000_000_000_001n), bait, zero])], prices: [prices] },
      'https://api.example',
    )
    const { body } = await ask<{ balances: Balance[]; source: string }>(path)
    expect(body.source).toBe('fake')
    expect(body.balances).toHaveLength(2)
    const eth = body.balances.find(({ symbol }) => symbol === 'ETH')
    expect(eth).toEqual({
      name: 'Ether',
      symbol: 'ETH',
      chainId: 'eip155:1',
      value: 2_000_000,
      price: 2_000,
      quantity: { decimals: '18', numeric: '1000.000000000000000001' },
      iconUrl: 'https://api.example/public/getTokenImage/eth',
      priceSource: 'prices',
      pricedAt: '1970-01-01T00:00:00.000Z',
      isListed: true,
    })
    const odd = body.balances.find(({ symbol }) => symbol === 'AB')
    expect(odd).toMatchObject({ name: 'evil <script>alert(1)</script>', iconUrl: '', address: `eip155:1:${token}` })
    expect(odd?.quantity.numeric).toBe(`${((2n ** 256n - 1n) / 1_000_000n).toString()}.639935`)
  })

  it('are returned without prices too', async () => {
    const broken: PriceSource = { ...prices, prices: async () => Promise.reject(new Error('no')) }
    const { body } = await setUp({ balances: [source([native(1n)])], prices: [broken] })<{ balances: Balance[] }>(path)
    expect(body.balances[0]).toMatchObject({ price: 0, quantity: { numeric: '0.000000000000000001' } })
    expect(body.balances[0]).not.toHaveProperty('value')
  })

  it('are refetched on a forced update, and otherwise cached briefly', async () => {
    requests = []
    const ask = setUp({ balances: [source([native(1n)])] })
    await ask(path)
    await ask(path.replace(account, account.toLowerCase()))
    expect(requests).toHaveLength(1)
    await ask(`${path}&forceUpdate=eip155:1:${token},eip155:10:${token}`)
    expect(requests).toEqual(['eip155:1 ', `eip155:1 ${token}`])
  })

  it('are returned for all chains together, even if one is unavailable', async () => {
    const some = source(async (id) => (id === 'eip155:1' ? [native(5n)] : Promise.reject(new Error('unavailable'))))
    const { status, body } = await setUp({ balances: [some] })<{ balances: Balance[] }>(
      `/v1/account/${account}/balance?${who}`,
    )
    expect([status, body.balances.map(({ chainId }) => chainId)]).toEqual([200, ['eip155:1']])
  })

  it('are 503 if no source responds, and empty if no source knows the chain', async () => {
    const away = setUp({ balances: [source(async () => Promise.reject(new Error('unavailable')))] })
    const { status, body } = await away<Failure>(path)
    expect([status, body.reasons[0]?.description]).toEqual([503, 'No source for this chain is available now.'])
    const key = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
    const other = await setUp({})(`/v1/account/${key}/balance?chainId=solana:main&${who}`)
    expect(other).toMatchObject({ status: 200, body: { balances: [] } })
  })
})

describe('history', () => {
  const tx = (id: string, chainId: string, at: number): Transaction => ({
    id,
    metadata: {
      operationType: 'send',
      hash: id,
      chain: chainId,
      minedAt: new Date(at).toISOString(),
      sentFrom: account,
      sentTo: token,
      status: 'confirmed',
      nonce: 0,
    },
    transfers: [],
  })
  const pages = (id: string, total: number): HistorySource => ({
    id,
    supports: ({ namespace }) => namespace === 'eip155',
    async history({ chain, cursor, limit }) {
      const from = Number(cursor ?? 0)
      const count = chain.id === 'eip155:1' ? total : 3
      const numbers = Array.from({ length: Math.max(0, Math.min(limit, count - from)) }, (_, i) => from + i)
      const data = numbers.map((n) =>
        tx(`${id}-${chain.id}-${n}`, chain.id, 1e12 - n * 1_000 - Number(chain.reference)),
      )
      return { data, next: from + limit < count ? String(from + limit) : null }
    },
  })
  type Page = { data: Transaction[]; next: string | null; source?: string }
  const path = `/v1/account/${account}/history?chainId=eip155:1&${who}`

  it('names everyone the account ever paid, across pages, and reads them once', async () => {
    let read = 0
    const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}`
    const paying: HistorySource = {
      ...pages('paying', 0),
      async history({ chain, cursor, limit }) {
        read += 1
        const from = Number(cursor ?? 0)
        const data = Array.from({ length: limit }, (_, i) => {
          const row = tx(`${from + i}`, chain.id, 1e12)
          const quantity = { numeric: (from + i) % 2 ? '1' : '0' }
          const sent = { direction: 'out' as const, quantity, to: address(1_000 + from + i) }
          return { ...row, transfers: [sent] as Transaction['transfers'] }
        })
        return { data, next: from + limit < 150 ? String(from + limit) : null }
      },
    }
    const ask = setUp({ history: [paying] })
    const fetchList = () =>
      ask<{ data: string[]; isWhole: boolean }>(`/v1/account/${account}/counterparties?chainId=eip155:1&${who}`)
    const { body } = await fetchList()
    // The other half are payments of nothing.
    expect(body).toMatchObject({ isWhole: true, data: expect.arrayContaining([address(1_001), address(1_149)]) })
    expect(body.data).toHaveLength(75)
    await fetchList()
    expect(read).toBe(3)
    let last = 6
    const keeping: HistorySource = { ...paying, paid: async () => ({ data: [address(++last)], isWhole: false }) }
    const other = setUp({ history: [keeping] })
    const path = `/v1/account/${account}/counterparties?chainId=eip155:1&${who}`
    expect((await other(path)).body).toEqual({ data: [address(7)], isWhole: false })
    // A source that tracks counterparties includes a payment of just now.
    expect((await other(path)).body).toEqual({ data: [address(8)], isWhole: false })
    expect((await setUp({})(path)).body).toEqual({ data: [], isWhole: false })
  })

  it('continues page by page with the first source, each row once', async () => {
    let isAway = false
    const first: HistorySource = {
      ...pages('first', 120),
      history: (query, signal) =>
        isAway ? Promise.reject(new Error('unavailable')) : pages('first', 120).history(query, signal),
    }
    const ask = setUp({ history: [first, pages('second', 120)] })
    const one = (await ask<Page>(path)).body
    expect([one.data.length, one.source]).toEqual([50, 'first'])
    const two = (await ask<Page>(`${path}&cursor=${one.next}`)).body
    const three = (await ask<Page>(`${path}&cursor=${two.next}`)).body
    expect(three).toMatchObject({ next: null })
    const ids = [...one.data, ...two.data, ...three.data].map(({ id }) => id)
    expect(new Set(ids).size).toBe(120)
    isAway = true
    // A cursor of one source is invalid for another: an error is better than duplicate or missing rows.
    expect((await ask(`${path}&cursor=${one.next}`)).status).toBe(503)
    expect((await ask<Page>(path)).body.source).toBe('second')
  })

  it('merges all chains into one list, newest first, to the end of each', async () => {
    const ask = setUp({ history: [pages('s', 70)] })
    const all = `/v1/account/${account}/history?${who}`
    const one = (await ask<Page>(all)).body
    expect(one.data).toHaveLength(53)
    const times = one.data.map(({ metadata }) => Date.parse(metadata.minedAt))
    expect(times).toEqual([...times].sort((a, b) => b - a))
    const two = (await ask<Page>(`${all}&cursor=${one.next}`)).body
    expect([two.data.length, two.next]).toEqual([20, null])
  })

  it('is empty for unknown chains, and for purchases', async () => {
    expect((await setUp({})(path)).body).toEqual({ data: [], next: null })
    expect((await setUp({ history: [pages('s', 9)] })(`${path}&onramp=coinbase`)).body).toEqual({
      data: [],
      next: null,
    })
  })

  it.each(['x', 'bnVsbA', 'W10', Buffer.from('[["eip155:1","ghost","1",null]]').toString('base64url')])(
    'rejects the cursor %s',
    async (cursor) => {
      const { status, body } = await setUp({ history: [pages('s', 9)] })<Failure>(`${path}&cursor=${cursor}`)
      expect([status, body.reasons[0]?.field]).toEqual([400, 'cursor'])
    },
  )
})

describe('identity', () => {
  it('is cached for every spelling, and so is its absence', async () => {
    let lookups = 0
    const names: NameSource = {
      id: 'ens',
      nameOf: async () => (lookups++ === 0 ? { name: 'vitalik.eth', avatar: 'https://a.example/1.png' } : undefined),
      addressOf: async () => undefined,
    }
    const ask = setUp({ names: [names] })
    for (const spelling of [account, account.toLowerCase()])
      expect((await ask(`/v1/identity/${spelling}?sender=${account}&${who}`)).body).toMatchObject({
        name: 'vitalik.eth',
        avatar: expect.stringMatching(/^http:.*\/public\/getAvatar\/0x[0-9a-fA-F]{40}\?of=[0-9a-f]{12}$/),
        source: 'ens',
      })
    expect(lookups).toBe(1)
    expect((await ask(`/v1/identity/${account}?${who}`)).kept).toBe('private, max-age=300')
    expect((await ask(`/v1/identity/${token}?${who}`)).body).toMatchObject({ name: null, avatar: null })
    expect((await ask(`/v1/identity/7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv?${who}`)).body).toEqual({
      name: null,
      avatar: null,
    })
    expect((await ask(`/v1/identity/vitalik?${who}`)).status).toBe(400)
  })
})

describe('profile', () => {
  type Profile = { name: string; addresses: Record<string, { address: string }>; reasons: { field: string }[] }

  it('resolves a name, cached for every spelling, and answers 404 for a name without an account', async () => {
    const lookups: string[] = []
    const names: NameSource = {
      id: 'ens',
      nameOf: async () => undefined,
      async addressOf(name) {
        lookups.push(name)
        return name === 'vitalik.eth' ? account : undefined
      },
    }
    const ask = setUp({ names: [names] })
    for (const spelling of ['vitalik.eth', 'VITALIK.eth']) {
      const { status, body } = await ask<Profile>(`/v1/profile/account/${spelling}?apiVersion=2&${who}`)
      expect([status, body]).toEqual([
        200,
        {
          name: 'vitalik.eth',
          registered: null,
          updated: null,
          addresses: { 60: { address: account, created: null } },
          attributes: [],
          resolvedAt: expect.any(String),
          source: 'ens',
        },
      ])
      // The field that stock clients send to.
      expect(Object.values(body.addresses)[0]?.address).toBe(account)
    }
    expect(await ask(`/v1/profile/account/nobody.eth?apiVersion=2&${who}`)).toMatchObject({ status: 200, body: [] })
    expect((await ask(`/v1/profile/account/nobody.eth?${who}`)).status).toBe(404)
    expect(lookups).toEqual(['vitalik.eth', 'nobody.eth'])
  })

  it.each(['vitalik', 'a..eth', '%20.eth', 'vita%E2%80%8Elik.eth', `${'a'.repeat(256)}.eth`])(
    'rejects %s',
    async (name) => {
      const { status, body } = await setUp({})<Profile>(`/v1/profile/account/${name}?${who}`)
      expect([status, body.reasons[0]?.field]).toEqual([400, 'name'])
    },
  )

  it('reports unavailable sources, instead of an unknown name', async () => {
    const names: NameSource = {
      id: 'ens',
      nameOf: async () => undefined,
      addressOf: async () => Promise.reject(new Error('unavailable')),
    }
    expect((await setUp({ names: [names] })(`/v1/profile/account/vitalik.eth?${who}`)).status).toBe(503)
  })
})

describe('fungible/price', () => {
  const ask = (addresses: unknown, type = 'text/plain') =>
    setUp({})<Failure>('/v1/fungible/price', {
      method: 'POST',
      headers: { 'content-type': type },
      body: JSON.stringify({ currency: 'usd', addresses, projectId: 'shop' }),
    })

  it('is empty if no source has a price', async () => {
    for (const type of ['text/plain', 'application/json', 'image/png'])
      expect(await ask([`eip155:1:${token}`], type)).toMatchObject({ status: 200, body: { fungibles: [] } })
  })

  it.each([
    [[], 400, 'addresses'],
    ['x', 422, 'addresses'],
    [['eip155:1'], 422, 'addresses.0'],
    [['eip155:5:0x12'], 400, 'chainId'],
    [['eip155:1:0x12'], 400, 'addresses'],
  ])('rejects %j with %i', async (addresses, status, field) => {
    const answer = await ask(addresses)
    expect([answer.status, answer.body.reasons[0]?.field]).toEqual([status, field])
  })
})

describe('invalid bodies', () => {
  it.each(['{', '[]', '"x"', 'null'])('answers 422 for %j', async (body) => {
    const answer = await setUp({})<Failure>('/v1/fungible/price', { method: 'POST', body })
    expect([answer.status, answer.body.reasons[0]?.field]).toEqual([422, 'body'])
  })
})

describe('JSON-RPC', () => {
  const call = { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}' }
  it.each([
    ['/v1/?projectId=shop', 'chainId must be a CAIP-2 id like eip155:1.'],
    ['/v1?chainId=eip155:5&projectId=shop', 'This server has no chain eip155:5: see /v1/supported-chains.'],
    ['/v1/bundler?chainId=eip155:1&projectId=shop', 'This server has no bundler for Chain 1.'],
  ])('rejects %s in one sentence', async (path, sentence) => {
    const { status, body } = await setUp({})<Failure>(path, call)
    expect([status, body.reasons]).toEqual([400, [{ field: 'chainId', description: sentence }]])
  })

  it('rejects an unknown bundler', async () => {
    const { status, body } = await setUp({})<Failure>('/v1/bundler?chainId=eip155:1&projectId=shop&bundler=other', call)
    expect([status, body.reasons[0]?.field]).toEqual([400, 'bundler'])
  })

  it('requires a project like everything else', async () => {
    const { status, body } = await setUp({})<Failure>('/v1/?chainId=eip155:1', call)
    expect([status, body.reasons[0]?.field]).toEqual([400, 'projectId'])
  })
})
