import { createPublicClient, http } from 'viem'
import { mainnet } from 'viem/chains'
import { expect } from 'vitest'
import type { Row } from './startPublicServer.ts'

const event = (n: number, more: object) => ({
  eventId: `6f1f3d6a-58a2-4f4c-9d1b-0c9b8ad1c1${n}`,
  url: 'http://localhost:3000/cart',
  domain: 'localhost',
  ...more,
})

/** Further fields that AppKit reads, from its own requests. */
export const stockRows: Row[] = [
  [
    'config: swaps, activity and sellers where the server has them and the project offers them; no login of ours to a stock client',
    async ({ ask }) => {
      const { body } = await ask('/appkit/v1/config')
      const on = body.features.filter(({ isEnabled }: { isEnabled: boolean }) => isEnabled)
      expect(on).toEqual([
        { id: 'swap', isEnabled: true, config: ['1inch'] },
        { id: 'activity', isEnabled: true, config: [] },
      ])
    },
  ],
  [
    'names: a name in Send is found by its account; an unknown one is an empty list for apiVersion 2',
    async ({ ask, alice }) => {
      const known = await ask('/v1/profile/account/alice.eth?apiVersion=2')
      expect(known).toMatchObject({ status: 200, body: { name: 'alice.eth', addresses: { 60: { address: alice } } } })
      const none = await ask('/v1/profile/account/nobody-has-this.eth?apiVersion=2')
      expect([none.status, none.body]).toEqual([200, []])
    },
  ],
  [
    'names: over JSON-RPC too, by the universal resolver where viem’s and ethers’ networks have it',
    async ({ serverUrl, project, chain }) => {
      const url = `${serverUrl}/v1/?chainId=eip155:1&projectId=${project}`
      const client = createPublicClient({ chain: mainnet, transport: http(url) })
      const bob = chain.names.find(({ name }) => name === 'bob.eth')!.address
      expect(await client.getEnsAddress({ name: 'bob.eth' })).toBe(bob)
    },
  ],
  [
    'names: suggestions for what is typed, under the operator’s own name',
    async ({ ask }) => {
      const { status, body } = await ask('/v1/profile/suggestions/walter')
      expect(status).toBe(200)
      expect(body.suggestions[0]).toEqual({ name: 'walter.billfold.eth', registered: false })
    },
  ],
  [
    'telemetry: errors with ISO timestamps at /e, batches at /batch, kept like the rest',
    async ({ post, db, project }) => {
      const failed = { type: 'error', event: 'API_ERROR', errorType: 'TypeError', errorMessage: 'no' }
      const initialized = { type: '', event: 'INIT', properties: { client_id: 'did:key:z6Mk' } }
      const one = await post('/e', event(11, { timestamp: new Date().toISOString(), props: failed }))
      const many = await post('/batch', [event(12, { timestamp: Date.now(), props: initialized })])
      expect([one.status, many.status]).toEqual([202, 202])
      const rows = await db.selectFrom('analytics_events').select('event').where('project_id', '=', project).execute()
      expect(rows.map(({ event: name }) => name)).toEqual(expect.arrayContaining(['API_ERROR', 'INIT']))
    },
  ],
  [
    'balance: a token that is asked for by forceUpdate is there at zero too',
    async ({ ask, nobody, token }) => {
      const of = async (query: string) => {
        const { body } = await ask(`/v1/account/${nobody}/balance?currency=usd&chainId=eip155:1&sv=x${query}`)
        return body.balances.map(({ symbol, quantity }: { symbol: string; quantity: { numeric: string } }) => [
          symbol,
          quantity.numeric,
        ])
      }
      expect(await of('')).toEqual([['ETH', '0']])
      expect(await of(`&forceUpdate=${token('DAI')}`)).toContainEqual(['DAI', '0'])
    },
  ],
  [
    'history: the pictures of balances, and no application',
    async ({ ask, alice }) => {
      const { data } = (await ask(`/v1/account/${alice}/history?chainId=eip155:1`)).body
      const { balances } = (await ask(`/v1/account/${alice}/balance?currency=usd&chainId=eip155:1&sv=x`)).body
      const icons = new Map<string, string>()
      for (const { symbol, iconUrl } of balances) icons.set(symbol, iconUrl)
      expect(new Set(data.map(({ metadata }: { metadata: { application: null } }) => metadata.application))).toEqual(
        new Set([null]),
      )
      type Transfer = { fungible_info?: { symbol: string; icon: { url: string } | null } }
      const moved = data.flatMap(({ transfers }: { transfers: Transfer[] }) => transfers)
      const held = moved.filter(({ fungible_info: info }: Transfer) => info && icons.has(info.symbol))
      expect(held.length).toBeGreaterThan(3)
      for (const { fungible_info: info } of held) expect(info.icon?.url).toBe(icons.get(info.symbol))
    },
  ],
  [
    'swaps: an approval without a spender, and again without a quote before it',
    async ({ ask, user, token }) => {
      const query = `userAddress=${user}&from=${token('USDC')}&to=${token('DAI')}`
      const { status, body } = await ask(`/v1/convert/build-approve?${query}`)
      expect([status, body.tx.data]).toEqual([200, expect.stringMatching(/^0x095ea7b3/)])
      expect(body.reset).toBeUndefined()
    },
  ],
  [
    'addresses in answers follow the forwarded host of a trusted proxy',
    async ({ ask, alice }) => {
      const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'api.example' }
      const path = `/v1/account/${alice}/balance?currency=usd&chainId=eip155:1&sv=x`
      const icons = async (init: RequestInit) =>
        (await ask(path, init)).body.balances.map(({ iconUrl }: { iconUrl: string }) => new URL(iconUrl).origin)
      expect(new Set(await icons({ headers }))).toEqual(new Set(['https://api.example']))
      expect((await icons({})).every((origin: string) => origin.startsWith('http://127.0.0.1:'))).toBe(true)
    },
  ],
  [
    'health: as text where text is asked for',
    async ({ request }) => {
      const response = await request('/health', { headers: { accept: 'text/plain' } })
      expect([response.status, await response.text()]).toEqual([200, 'ok'])
    },
  ],
  [
    '*Fund wallet*: the operator’s sellers as exchanges, over JSON-RPC; an empty list without one',
    async ({ post }) => {
      const asset = 'eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
      const params = { page: 0, asset, amount: '10', projectId: 'billfold-local' }
      const call = { jsonrpc: '2.0', id: 1, method: 'reown_getExchanges', params }
      const { status, body } = await post('/v1/json-rpc', call)
      expect([status, body]).toEqual([200, { jsonrpc: '2.0', id: 1, result: { exchanges: [], total: 0 } }])
    },
  ],
  [
    'errors: 400 for bad input to names, swaps and links to sellers',
    async ({ post, ask }) => {
      const swap = { amount: '1', from: 'USDC', to: 'ETH', userAddress: 'me' }
      const answers = await Promise.all([
        post('/v1/convert/build-transaction', swap),
        post('/v1/generators/onrampurl', { destinationWallets: [] }),
        post('/v1/profile/account', { coin_type: 60, address: 'me', message: '{}', signature: '0x' }),
        ask('/v1/profile/account/not%20a%20name'),
        ask('/v1/convert/tokens?chainId=ethereum'),
      ])
      expect(answers.map(({ status, body }) => [status, body.status])).toEqual(answers.map(() => [400, 'FAILED']))
    },
  ],
  [
    'errors: calls that are not served, in the documented shape',
    async ({ post, ask, user }) => {
      const reasons = [{ field: '', description: expect.any(String) }]
      const refused = { status: 404, body: { status: 'FAILED', code: 'not_found', reasons } }
      expect(await ask(`/v1/sessions/${user}`)).toMatchObject(refused)
      expect(await post(`/v1/sessions/${user}/activate`, {})).toMatchObject(refused)
      expect(await post('/auth/v1/otp', { email: 'a@b.example', account: user })).toMatchObject(refused)
    },
  ],
]
