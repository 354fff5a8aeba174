import { expect } from 'vitest'
import type { Row } from './startPublicServer.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The promises of the server that stock clients were made for, restated. */
export const publicRows: Row[] = [
  [
    'supported-chains: answers without a project, over HTTP and WebSocket apart',
    async ({ request }) => {
      const response = await request('/v1/supported-chains')
      expect([response.status, await response.json()]).toEqual([200, { http: ['eip155:1'], ws: ['eip155:1'] }])
    },
  ],
  [
    'balance: names, symbols, chain, CAIP-10 address or none, price, quantity and icon',
    async ({ ask, alice }) => {
      const { status, body } = await ask(`/v1/account/${alice}/balance?currency=usd&sv=4.1.9`)
      expect(status).toBe(200)
      expect(body.balances.length).toBeGreaterThan(1)
      for (const { name, symbol, chainId, address, price, quantity, iconUrl } of body.balances) {
        expect([typeof name, typeof symbol, typeof price, typeof iconUrl]).toEqual([
          'string',
          'string',
          'number',
          'string',
        ])
        expect([chainId, quantity.decimals]).toEqual(['eip155:1', expect.stringMatching(/^\d+$/)])
        if (address !== undefined) expect(address).toMatch(/^eip155:1:0x[0-9a-fA-F]{40}$/)
      }
    },
  ],
  [
    'history: an account without any has an empty list and no next page',
    async ({ ask, nobody }) => {
      const { status, body } = await ask(`/v1/account/${nobody}/history`)
      expect([status, body.data, body.next]).toEqual([200, [], null])
    },
  ],
  [
    'history: 400 for a wrong address',
    async ({ ask, alice }) => expect((await ask(`/v1/account/0X${alice}/history`)).status).toBe(400),
  ],
  [
    'history: 400 for an unknown seller',
    async ({ ask, alice }) => expect((await ask(`/v1/account/${alice}/history?onramp=some`)).status).toBe(400),
  ],
  [
    'every answer, a refusal too, names its request by a version 4 UUID',
    async ({ ask, alice }) => {
      for (const path of [`/v1/account/${alice}/history`, '/v1/account/0Ff3/history'])
        expect((await ask(path)).headers.get('x-request-id')).toMatch(uuid)
    },
  ],
  [
    'identity: a known name, kept by whoever asks for a while',
    async ({ ask, alice }) => {
      const { status, headers, body } = await ask(`/v1/identity/${alice}`)
      expect([status, body.name, headers.get('cache-control')]).toEqual([
        200,
        'alice.eth',
        expect.stringMatching(/max-age=\d+/),
      ])
    },
  ],
  [
    'identity: null for an account without a name, Solana’s too; 400 for no address',
    async ({ ask, nobody }) => {
      expect(await ask(`/v1/identity/${nobody}`)).toMatchObject({ status: 200, body: { name: null } })
      expect(await ask('/v1/identity/So11111111111111111111111111111111111111112')).toMatchObject({
        status: 200,
        body: { name: null },
      })
      expect((await ask('/v1/identity/0x1234567890123456789012345678901234567890A')).status).toBe(400)
    },
  ],
  [
    'identity: 401 for an unknown project',
    async ({ nobody, request }) =>
      expect((await request(`/v1/identity/${nobody}?projectId=someprojectid`)).status).toBe(401),
  ],
  [
    'price: a token by its own address; the coin by its placeholder',
    async ({ post, coin, token, project }) => {
      const of = (address: string) =>
        post('/v1/fungible/price', { projectId: project, currency: 'usd', addresses: [address] })
      const usdc = await of(token('USDC'))
      expect(usdc).toMatchObject({
        status: 200,
        body: { fungibles: [{ symbol: 'USDC', address: token('USDC'), price: expect.any(Number) }] },
      })
      expect(await of(coin)).toMatchObject({
        status: 200,
        body: { fungibles: [{ symbol: 'ETH', address: coin, price: expect.any(Number) }] },
      })
    },
  ],
  [
    'price: 400 for an empty list, 422 for an unknown currency',
    async ({ post, coin, project }) => {
      const input = { projectId: project, currency: 'usd', addresses: [] as string[] }
      expect((await post('/v1/fungible/price', input)).status).toBe(400)
      const odd = await post('/v1/fungible/price', { ...input, currency: 'irn', addresses: [coin] })
      expect(odd.status).toBe(422)
    },
  ],
  [
    'tokens: more than one, each with its picture and whether it takes EIP-2612',
    async ({ ask, chain }) => {
      const { status, body } = await ask('/v1/convert/tokens?chainId=eip155:1')
      expect(status).toBe(200)
      for (const { name, symbol, address, decimals, logoUri, eip2612 } of body.tokens) {
        expect([typeof name, typeof symbol, typeof decimals, typeof eip2612]).toEqual([
          'string',
          'string',
          'number',
          'boolean',
        ])
        expect([address, logoUri]).toEqual([
          expect.stringMatching(/^eip155:1:.+/),
          expect.stringMatching(/^https?:\/\//),
        ])
      }
      const able = body.tokens.filter(({ eip2612 }: { eip2612: boolean }) => eip2612)
      const kinds = chain.tokens
      expect(able.length).toBeGreaterThan(0)
      expect(able.length).toBeLessThan(kinds.length + 1)
    },
  ],
  [
    'quotes: the amount asked about, and what comes for it',
    async ({ ask, alice, coin, token }) => {
      const query = `amount=1000000000000000&userAddress=${alice}&from=${coin}&to=${token('USDC')}`
      const { status, body } = await ask(`/v1/convert/quotes?${query}`)
      expect(status).toBe(200)
      expect(body.quotes[0]).toMatchObject({ fromAmount: '1000000000000000', toAmount: expect.stringMatching(/^\d+$/) })
    },
  ],
  [
    'build-approve: without a quote before it; the token in from, gas price as text',
    async ({ ask, token, user }) => {
      const query = `userAddress=${user}&amount=100000&from=${token('USDC')}&to=${token('DAI')}`
      const { status, body } = await ask(`/v1/convert/build-approve?${query}`)
      expect([status, body.tx.from.toLowerCase()]).toEqual([200, token('USDC').toLowerCase()])
      expect([body.tx.data, body.tx.eip155.gasPrice]).toEqual([
        expect.stringMatching(/^0x/),
        expect.stringMatching(/^\d+$/),
      ])
    },
  ],
  [
    'build-transaction: from the account, to a contract of the chain, amounts and gas as text',
    async ({ post, coin, token, user, project }) => {
      const input = {
        projectId: project,
        amount: '1000000000000000',
        from: coin,
        to: token('USDC'),
        userAddress: user,
        eip155: { slippage: 1 },
      }
      const { status, body } = await post('/v1/convert/build-transaction', input)
      expect([status, body.tx.from.toLowerCase()]).toEqual([200, user.toLowerCase()])
      expect(body.tx.to).toMatch(/^eip155:1:0x[0-9a-fA-F]{40}$/)
      for (const each of [body.tx.amount, body.tx.eip155.gas, body.tx.eip155.gasPrice]) expect(each).toMatch(/^\d+$/)
    },
  ],
  [
    'portfolio: what an account has, with id, name and symbol',
    async ({ ask, alice }) => {
      const { status, body } = await ask(`/v1/account/${alice}/portfolio`)
      expect([status, typeof body.data[0].id, typeof body.data[0].name, typeof body.data[0].symbol]).toEqual([
        200,
        'string',
        'string',
        'string',
      ])
    },
  ],
  [
    'JSON-RPC: balances and the version of the network on every chain',
    async ({ rpc, alice }) => {
      expect((await rpc('eth_getBalance', [alice, 'latest'])).body.result).toMatch(/^0x[0-9a-f]+$/)
      expect((await rpc('net_version')).body.result).toBe('1')
    },
  ],
  [
    'JSON-RPC: 401 for an unknown project',
    async ({ request }) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
      const response = await request('/v1?chainId=eip155:1&projectId=someprojectid', { method: 'POST', body })
      expect(response.status).toBe(401)
    },
  ],
  [
    'bundler: 400 for an unknown one',
    async ({ post }) => {
      const input = { jsonrpc: '2.0', id: 1, method: 'eth_getUserOperationReceipt', params: [`0x${'77'.repeat(32)}`] }
      expect((await post('/v1/bundler?chainId=eip155:1&bundler=test', input)).status).toBe(400)
    },
  ],
  [
    'names: reverse lookup of an account, and an empty list for none',
    async ({ ask, alice, nobody }) => {
      const profile = await ask(`/v1/profile/reverse/${alice}?apiVersion=2`)
      expect(profile).toMatchObject({
        status: 200,
        body: [{ name: 'alice.eth', addresses: { 60: { address: alice } } }],
      })
      expect(await ask(`/v1/profile/reverse/${nobody}?apiVersion=2`)).toMatchObject({ status: 200, body: [] })
    },
  ],
]
