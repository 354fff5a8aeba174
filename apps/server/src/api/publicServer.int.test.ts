import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Devnet, startDevnet } from '@billfold/devnet/startDevnet'
import { nativePlaceholders } from '@billfold/protocol/nativeCoin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChains } from '../chains/createChains.ts'
import { evmFromDevnet } from '../chains/eip155/evmFromDevnet.ts'
import { createApp } from '../createApp.ts'
import { appDeps } from '../fixtures/appDeps.ts'
import { createPictures } from '../images/createPictures.ts'
import { createSources } from '../providers/createSources.ts'
import { createRpc } from '../rpc/createRpc.ts'

// What the server that stock clients were made for promises, restated row by row. A row holds, or docs/compatibility.md says why not.
let devnet: Devnet
let app: ReturnType<typeof createApp>

beforeAll(async () => {
  devnet = await startDevnet({ host: '127.0.0.1', port: 0, evmPort: 0, chainIds: [1], blockTime: 0, market: false })
  const chains = createChains(devnet.manifest.chains.map(evmFromDevnet))
  const rpc = createRpc({ chains })
  app = createApp(
    appDeps({
      chains,
      rpc,
      sources: createSources({ chains, rpc }),
      pictures: createPictures({ localOrigins: [new URL(devnet.manifest.faucetUrl).origin] }),
      sourceDeadlineMs: 30_000,
      bodyLimitBytes: 262_144,
      clientQuota: { limit: 10_000, windowMs: 60_000 },
    }),
  )
})
afterAll(() => devnet?.close())

// biome-ignore lint/suspicious/noExplicitAny: the rows read many shapes, and say what each must be
type Answer = { status: number; headers: Headers; body: any }
const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
  const joined = `${path}${path.includes('?') ? '&' : '?'}projectId=shop`
  const response = await app.request(joined, init)
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}
const post = (path: string, body: unknown) => ask(path, { method: 'POST', body: JSON.stringify(body) })
const rpc = (method: string, params: unknown = []) =>
  post('/v1?chainId=eip155:1', { jsonrpc: '2.0', id: 1, method, params })
const alice = () => devnet.manifest.accounts[0]!.address
const nobody = '0x5b6262592954B925B510651462b63ddEbcc22eaD'
const coin = `eip155:1:${nativePlaceholders.eip155}`
const token = (symbol: string) =>
  `eip155:1:${devnet.manifest.chains[0]!.tokens.find((each) => each.symbol === symbol)!.address}`
const user = () => `eip155:1:${alice()}`
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const rows: [says: string, holds: () => Promise<void>][] = [
  [
    'supported-chains: answers without a project, over HTTP and WebSocket apart',
    async () => {
      const response = await app.request('/v1/supported-chains')
      expect([response.status, await response.json()]).toEqual([200, { http: ['eip155:1'], ws: ['eip155:1'] }])
    },
  ],
  [
    'balance: names, symbols, chain, CAIP-10 address or none, price, quantity and icon',
    async () => {
      const { status, body } = await ask(`/v1/account/${alice()}/balance?currency=usd&sv=4.1.9`)
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
    async () => {
      const { status, body } = await ask(`/v1/account/${nobody}/history`)
      expect([status, body.data, body.next]).toEqual([200, [], null])
    },
  ],
  [
    'history: 400 for a wrong address',
    async () => expect((await ask(`/v1/account/0X${alice()}/history`)).status).toBe(400),
  ],
  [
    'history: 400 for a seller that nobody knows',
    async () => expect((await ask(`/v1/account/${alice()}/history?onramp=some`)).status).toBe(400),
  ],
  [
    'every answer, a refusal too, names its request by a version 4 UUID',
    async () => {
      for (const path of [`/v1/account/${alice()}/history`, '/v1/account/0Ff3/history'])
        expect((await ask(path)).headers.get('x-request-id')).toMatch(uuid)
    },
  ],
  [
    'identity: a known name, kept by whoever asks for a while',
    async () => {
      const { status, headers, body } = await ask(`/v1/identity/${alice()}`)
      expect([status, body.name, headers.get('cache-control')]).toEqual([
        200,
        'alice.eth',
        expect.stringMatching(/max-age=\d+/),
      ])
    },
  ],
  [
    'identity: null for an account without a name, Solana’s too; 400 for no address',
    async () => {
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
    async () => expect((await app.request(`/v1/identity/${nobody}?projectId=someprojectid`)).status).toBe(401),
  ],
  [
    'price: a token by its own address; the coin by its placeholder',
    async () => {
      const of = (address: string) =>
        post('/v1/fungible/price', { projectId: 'shop', currency: 'usd', addresses: [address] })
      const usdc = await of(token('USDC'))
      expect(usdc).toMatchObject({
        status: 200,
        body: { fungibles: [{ symbol: 'USDC', address: token('USDC'), price: expect.any(Number) }] },
      })
      expect(await of(coin)).toMatchObject({
        status: 200,
        body: { fungibles: [{ symbol: 'ETH', price: expect.any(Number) }] },
      })
    },
  ],
  [
    'price: 400 for an empty list, 422 for an unknown currency',
    async () => {
      const asked = { projectId: 'shop', currency: 'usd', addresses: [] as string[] }
      expect((await post('/v1/fungible/price', asked)).status).toBe(400)
      const odd = await post('/v1/fungible/price', { ...asked, currency: 'irn', addresses: [coin] })
      expect(odd.status).toBe(422)
    },
  ],
  [
    'tokens: more than one, each with its picture and whether it takes EIP-2612',
    async () => {
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
      const kinds = devnet.manifest.chains[0]!.tokens
      expect(able.length).toBeGreaterThan(0)
      expect(able.length).toBeLessThan(kinds.length + 1)
    },
  ],
  [
    'quotes: the amount asked about, and what comes for it',
    async () => {
      const query = `amount=1000000000000000&userAddress=${alice()}&from=${coin}&to=${token('USDC')}`
      const { status, body } = await ask(`/v1/convert/quotes?${query}`)
      expect(status).toBe(200)
      expect(body.quotes[0]).toMatchObject({ fromAmount: '1000000000000000', toAmount: expect.stringMatching(/^\d+$/) })
    },
  ],
  [
    'build-approve: without a quote before it; the token in from, gas price as text',
    async () => {
      const query = `userAddress=${user()}&amount=100000&from=${token('USDC')}&to=${token('DAI')}`
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
    async () => {
      const asked = {
        projectId: 'shop',
        amount: '1000000000000000',
        from: coin,
        to: token('USDC'),
        userAddress: user(),
        eip155: { slippage: 1 },
      }
      const { status, body } = await post('/v1/convert/build-transaction', asked)
      expect([status, body.tx.from.toLowerCase()]).toEqual([200, user().toLowerCase()])
      expect(body.tx.to).toMatch(/^eip155:1:0x[0-9a-fA-F]{40}$/)
      for (const each of [body.tx.amount, body.tx.eip155.gas, body.tx.eip155.gasPrice]) expect(each).toMatch(/^\d+$/)
    },
  ],
  [
    'portfolio: what an account has, with id, name and symbol',
    async () => {
      const { status, body } = await ask(`/v1/account/${alice()}/portfolio`)
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
    async () => {
      expect((await rpc('eth_getBalance', [alice(), 'latest'])).body.result).toMatch(/^0x[0-9a-f]+$/)
      expect((await rpc('net_version')).body.result).toBe('1')
    },
  ],
  [
    'JSON-RPC: 401 for an unknown project',
    async () => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
      const response = await app.request('/v1?chainId=eip155:1&projectId=someprojectid', { method: 'POST', body })
      expect(response.status).toBe(401)
    },
  ],
  [
    'bundler: 400 for one that nobody knows',
    async () => {
      const asked = { jsonrpc: '2.0', id: 1, method: 'eth_getUserOperationReceipt', params: [`0x${'77'.repeat(32)}`] }
      expect((await post('/v1/bundler?chainId=eip155:1&bundler=test', asked)).status).toBe(400)
    },
  ],
  [
    'names: reverse lookup of an account, and an empty list for none',
    async () => {
      const found = await ask(`/v1/profile/reverse/${alice()}?apiVersion=2`)
      expect(found).toMatchObject({
        status: 200,
        body: [{ name: 'alice.eth', addresses: { 60: { address: alice() } } }],
      })
      expect(await ask(`/v1/profile/reverse/${nobody}?apiVersion=2`)).toMatchObject({ status: 200, body: [] })
    },
  ],
]

const docs = readFileSync(join(import.meta.dirname, '../../../../docs/compatibility.md'), 'utf8')

describe('as the public server answers', () => {
  it.each(rows)('%s', async (says, holds) => {
    expect(docs).toContain(`| ${says} | holds |`)
    await holds()
  })
})
