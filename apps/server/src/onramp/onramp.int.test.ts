import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startQuietDevnet } from '@billfold/devnet/eip155/deploy/testPeer'
import { signWebhook } from '@billfold/devnet/onramp/signWebhook'
import { startOnramp } from '@billfold/devnet/onramp/startOnramp'
import { startTestChain } from '@billfold/devnet/solana/testChain'
import type { OnrampOrder, OnrampProvider, OnrampQuote } from '@billfold/protocol/api/onramp'
import { parseMoney } from '@billfold/protocol/moneyText'
import { getRequestListener } from '@hono/node-server'
import { createPublicClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { appDeps } from '../../test/appDeps.ts'
import { startTestCluster } from '../../test/testDatabase.ts'
import { createChains } from '../chains/createChains.ts'
import { devnetChains } from '../chains/devnetChains.ts'
import { createApp } from '../createApp.ts'
import { createRpc } from '../rpc/createRpc.ts'
import { createLocalOnramp } from './createLocalOnramp.ts'
import { createOnramp } from './createOnramp.ts'
import type { OnrampProvider as Provider } from './onrampProvider.ts'

const secret = 'a secret of this test'
let database: Parameters<typeof createOnramp>[0]['db']
let deps: ReturnType<typeof appDeps>
let app: ReturnType<typeof createApp>
let devnet: Awaited<ReturnType<typeof startQuietDevnet>>
let solana: Awaited<ReturnType<typeof startTestChain>>
let shop: Awaited<ReturnType<typeof startOnramp>>
let local: Provider
/** The webhooks' bodies, and whether they are delivered. */
const post = { isOpen: true, bodies: [] as string[] }
const clock = { offsetMs: 0 }
const closers: (() => unknown)[] = []

beforeAll(async () => {
  const front = createServer((request, response) => getRequestListener(app.fetch)(request, response))
  await new Promise<void>((done) => front.listen(0, '127.0.0.1', done))
  const gate = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    post.bodies.push(body)
    if (!post.isOpen) return void response.writeHead(503).end()
    const headers = new Headers({ 'billfold-signature': String(request.headers['billfold-signature']) })
    const answer = await app.request('/v1/onramp/webhooks/local', { method: 'POST', body, headers })
    response.writeHead(answer.status).end()
  })
  await new Promise<void>((done) => gate.listen(0, '127.0.0.1', done))
  solana = await startTestChain()
  const port = Number(new URL(solana.chain.rpcUrl).port)
  const [started, cluster] = await Promise.all([startQuietDevnet({ solanaPort: port }), startTestCluster()])
  devnet = started
  const devnetUrl = devnet.manifest.faucetUrl.replace('/faucet', '')
  const webhookUrl = `http://127.0.0.1:${(gate.address() as AddressInfo).port}`
  shop = await startOnramp({ port: 0, devnetUrl, secret, webhookUrl }, { slowMs: 600 })
  closers.push(
    shop.close,
    () => front.close(),
    () => gate.close(),
    devnet.close,
    solana.close,
    cluster.stop,
  )
  const { db } = await cluster.create()
  database = db
  const chains = createChains(devnetChains(devnet.manifest))
  local = createLocalOnramp({ url: shop.url, secret })
  const unlimited = { limit: 1_000_000, windowMs: 60_000 }
  deps = appDeps({ chains, rpc: createRpc({ chains }), clientQuota: unlimited, bodyLimitBytes: 262_144, trustProxy: 1 })
  const now = () => new Date(Date.now() + clock.offsetMs)
  deps.onramp = createOnramp({ providers: [local], countries: [], db, chains, log: deps.log, now })
  app = createApp(deps)
})
afterAll(async () => {
  for (const close of closers) await close()
})

let client = 0
async function ask<T>(path: string, body?: unknown): Promise<T & { status: number | string; why?: string }> {
  client += 1
  const answer = await app.request(`http://api.test${path}${path.includes('?') ? '&' : '?'}projectId=shop`, {
    headers: { 'x-forwarded-for': `192.0.2.${client % 250}` },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  const json = await answer.json()
  return answer.ok ? json : { ...json, status: answer.status, why: json.reasons?.[0]?.description }
}
const eth = { chainId: 'eip155:31337', address: null }
const wish = { provider: 'local', asset: eth, currency: 'USD', method: 'card', pays: '100.00' }
const stranger = () => privateKeyToAddress(generatePrivateKey())
type Created = { order: OnrampOrder; url: string }
const order = (change: object = {}) =>
  ask<Created>('/v1/onramp/orders', { ...wish, address: stranger(), back: 'https://shop.example/done?a=1', ...change })
const card = (number: string) =>
  new URLSearchParams({ number, expiry: '12/40', cvc: '123', name: 'Ada', answer: 'pay' })
const pay = (url: string, number = '4242 4242 4242 4242') =>
  fetch(url, { method: 'POST', body: card(number), redirect: 'manual' })
const read = (id: string) => ask<OnrampOrder>(`/v1/onramp/orders/${id}`)
async function until(id: string, status: string): Promise<OnrampOrder> {
  return vi.waitFor(
    async () => {
      const order = await read(id)
      expect(order.status).toBe(status)
      return order as OnrampOrder
    },
    { timeout: 10_000, interval: 50 },
  )
}
const etherOf = (address: `0x${string}`) =>
  createPublicClient({ transport: http(devnet.manifest.chains[0]!.rpcUrl) }).getBalance({ address })
/** The bodies of webhooks about an order. */
const bodiesOf = (url: string) => post.bodies.filter((body) => body.includes(url.split('/pay/')[1]!))
const webhook = (body: string, signature: string) =>
  app.request('/v1/onramp/webhooks/local', { method: 'POST', body, headers: { 'billfold-signature': signature } })
const signed = (body: string, at = new Date()) => webhook(body, signWebhook(secret, body, at))

describe('buying', () => {
  it('lists assets, and enables buying for later clients', async () => {
    const { providers } = await ask<{ providers: OnrampProvider[] }>('/v1/onramp/providers')
    expect(providers[0]).toMatchObject({ id: 'local', name: 'Local Checkout' })
    expect(providers[0]!.assets.map(({ chainId, symbol }) => `${chainId} ${symbol}`)).toEqual([
      'eip155:31337 ETH',
      'eip155:31337 USDC',
      'solana:localnet SOL',
    ])
    const offered = async (sv: string) => {
      const { features } = await ask<{ features: { id: string; isEnabled: boolean }[] }>(`/appkit/v1/config?sv=${sv}`)
      return features.flatMap(({ id, isEnabled }) => (isEnabled ? [id] : []))
    }
    expect(await offered('html-wagmi-1.7.7')).toContain('onramp')
    expect(await offered('html-wagmi-1.8.0')).toContain('fund_from_exchange')
    expect(await offered('html-wagmi-1.8.0')).not.toContain('onramp')
  })

  it('quotes with fees within the sum', async () => {
    const quote = await ask<OnrampQuote>('/v1/onramp/providers/local/quote', wish)
    expect(quote).toMatchObject({ provider: 'local', pays: '100.00', currency: 'USD', asset: { symbol: 'ETH' } })
    const fees = quote.fees.reduce((sum, { amount }) => sum + parseMoney(amount), 0n)
    expect(fees).toBe(parseMoney('2.75'))
    expect(BigInt(quote.gets)).toBeGreaterThan(3n * 10n ** 16n)
  })

  it('goes from the card to coins on an EVM chain, with webhooks', async () => {
    const quote = await ask<OnrampQuote>('/v1/onramp/providers/local/quote', wish)
    const address = stranger()
    const { order: made, url } = await order({ address, quoteId: quote.quoteId })
    expect(made).toMatchObject({ status: 'created', gets: quote.gets, address, hash: null })
    expect(made.id).toMatch(/^[\w-]{43}$/)
    expect((await (await fetch(url)).text()).match(/You get|100\.00 USD/g)).toContain('You get')
    expect((await pay(url)).status).toBe(303)
    const done = await until(made.id, 'settled')
    expect(done.hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await etherOf(address)).toBe(BigInt(quote.gets))
    await vi.waitFor(() => expect(bodiesOf(url)).toHaveLength(3))
    expect(await (await fetch(url)).text()).toContain('https://shop.example/done?a=1')
    // A second click pays nothing more.
    await pay(url)
    expect(await etherOf(address)).toBe(BigInt(quote.gets))
  })

  it('delivers a token, and coins on Solana', async () => {
    const { providers } = await ask<{ providers: OnrampProvider[] }>('/v1/onramp/providers')
    const [, usdc, sol] = providers[0]!.assets
    const token = await order({ asset: usdc, currency: 'EUR', pays: '50' })
    const to = solana.chain.accounts[5]!.address
    const before = (await solana.ask('getBalance', to)).value
    const coin = await order({ asset: sol, address: to, pays: '20.5' })
    await Promise.all([pay(token.url), pay(coin.url)])
    const { gets } = await until(coin.order.id, 'settled')
    expect((await solana.ask('getBalance', to)).value - before).toBe(Number(gets))
    expect(await until(token.order.id, 'settled')).toMatchObject({ asset: { symbol: 'USDC' }, currency: 'EUR' })
  })

  it('reports a declined card, a cancelled payment and an invalid form', async () => {
    const { order: made, url } = await order()
    const wrong = await fetch(url, { method: 'POST', body: card('4242 4242 4242 4241'), redirect: 'manual' })
    expect([wrong.status, (await wrong.text()).includes('This card number is not valid.')]).toEqual([422, true])
    expect((await read(made.id)).status).toBe('created')
    await pay(url, '4000000000000002')
    expect(await until(made.id, 'failed')).toMatchObject({ reason: 'The card was declined.', hash: null })
    const other = await order()
    await fetch(other.url, { method: 'POST', body: 'answer=cancel', redirect: 'manual' })
    expect(await until(other.order.id, 'failed')).toMatchObject({ reason: 'You cancelled the payment.' })
  })

  it('is polled if no webhook arrives, and shows a slow card as paid', async () => {
    post.isOpen = false
    const { order: made, url } = await order()
    await pay(url, '4000 0000 0000 0077')
    // As if a few seconds had passed since the last poll.
    clock.offsetMs = 4_000
    expect((await read(made.id)).status).toBe('paid')
    await vi.waitFor(async () => expect(await (await fetch(url)).text()).toContain('Purchase complete'), 10_000)
    expect((await read(made.id)).status).toBe('paid')
    clock.offsetMs = 8_000
    expect((await read(made.id)).status).toBe('settled')
    clock.offsetMs = 0
    post.isOpen = true
    // Late webhooks change nothing.
    await vi.waitFor(() => expect(bodiesOf(url).length).toBeGreaterThan(3), { timeout: 15_000 })
    expect((await read(made.id)).status).toBe('settled')
  })
})

describe('a webhook', () => {
  const event = (made: OnrampOrder, url: string, reference: string, change: object) => {
    const { asset, address, currency, pays } = made
    const plain = { chainId: asset.chainId, address: asset.address }
    const base = { id: url.split('/pay/')[1], reference, asset: plain, address, currency, pays, gets: '1', hash: null }
    return JSON.stringify({ type: 'order', order: { ...base, reason: null, status: 'paid', ...change } })
  }
  async function started() {
    const made = await order()
    const { reference } = (await deps.onramp!.orders.find(made.order.id))!
    const hear = (change: object, at?: Date) => signed(event(made.order, made.url, reference, change), at)
    return { ...made, reference, hear, say: (change: object) => event(made.order, made.url, reference, change) }
  }

  it('is rejected unless the provider signed it just now', async () => {
    const { order: made, hear, say } = await started()
    const body = say({ status: 'settled' })
    expect((await webhook(body, signWebhook('another secret', body, new Date()))).status).toBe(401)
    expect((await webhook(body, '')).status).toBe(401)
    expect((await webhook(`${body} `, signWebhook(secret, body, new Date()))).status).toBe(401)
    expect((await hear({ status: 'settled' }, new Date(Date.now() - 600_000))).status).toBe(401)
    expect((await webhook('x'.repeat(70_000), 't=1,s=2')).status).toBe(413)
    const other = await app.request('/v1/onramp/webhooks/nobody', { method: 'POST', body })
    expect(other.status).toBe(404)
    expect((await read(made.id)).status).toBe('created')
  })

  it('changes nothing when replayed, late or unrelated', async () => {
    const { order: made, hear, say } = await started()
    await hear({ status: 'sent', hash: '0xab' })
    await hear({ status: 'paid' })
    await hear({ status: 'expired' })
    expect(await read(made.id)).toMatchObject({ status: 'sent', hash: '0xab' })
    await hear({ status: 'settled', hash: '0xcd' })
    await hear({ status: 'failed', reason: 'No.' })
    expect(await read(made.id)).toMatchObject({ status: 'settled', hash: '0xab', reason: null })
    expect((await signed(say({ reference: 'somebody-elses', status: 'failed' }))).status).toBe(200)
  })

  it('leaves the order at the most advanced of many concurrent statuses', async () => {
    const { order: made, hear } = await started()
    const statuses = ['paid', 'settled', 'paid', 'created', 'sent', 'settled']
    await Promise.all(statuses.map((status) => hear({ status })))
    expect((await read(made.id)).status).toBe('settled')
  })

  it("with only an order's id triggers a status request", async () => {
    const { order: made, reference, url } = await started()
    const hints: Provider = { ...local, readWebhook: () => [{ reference, status: 'created', isHint: true }] }
    const onramp = createOnramp({ ...onrampDeps(), providers: [hints] })
    post.isOpen = false
    await fetch(url, { method: 'POST', body: 'answer=cancel', redirect: 'manual' })
    await onramp.hear('local', new Headers(), new Uint8Array(), AbortSignal.timeout(5_000))
    post.isOpen = true
    expect((await deps.onramp!.orders.find(made.id))?.status).toBe('failed')
  })

  it.each([
    ['address', { address: '0x000000000000000000000000000000000000dEaD' }],
    ['asset', { asset: { chainId: 'eip155:31338', address: null } }],
    ['amount', { pays: '99.00' }],
    ['amount', { currency: 'EUR' }],
  ])('that names a different %s fails the order', async (what, change) => {
    const { order: made, hear } = await started()
    await hear({ status: 'settled', hash: '0xab', ...change })
    expect(await read(made.id)).toMatchObject({ status: 'failed', reason: expect.stringContaining(`another ${what}`) })
    expect(deps.lines.join('')).toContain('on-ramp provider reports a different order')
  })
})

describe('existing clients', () => {
  // As AppKit 1.7 sends them: whole objects, the symbol as the network, no content type.
  it('get options and a quote', async () => {
    const options = await ask<Record<string, { id: string }[]>>('/v1/onramp/options')
    expect(options.paymentCurrencies![0]).toEqual({
      id: 'USD',
      payment_method_limits: [{ id: 'card', min: '10.00', max: '5000.00' }],
    })
    const purchaseCurrency = options.purchaseCurrencies!.find(({ id }) => id === 'ETH')!
    expect(purchaseCurrency).toMatchObject({ symbol: 'ETH', networks: [{ chain_id: '31337', contract_address: '' }] })
    const [paymentCurrency] = options.paymentCurrencies!
    const quote = await ask('/v1/onramp/quote', { purchaseCurrency, paymentCurrency, amount: '100', network: 'ETH' })
    expect(quote).toMatchObject({
      paymentTotal: { amount: '100.00', currency: 'USD' },
      paymentSubtotal: { amount: '97.25', currency: 'USD' },
      purchaseAmount: { amount: expect.stringMatching(/^0\.03/), currency: 'ETH' },
      coinbaseFee: { amount: '2.50', currency: 'USD' },
      networkFee: { amount: '0.25', currency: 'USD' },
    })
  })

  it('send requests like the public server’s clients', async () => {
    expect(await ask('/v1/onramp/buy/options?country=US')).toMatchObject({
      paymentCurrencies: [{ id: 'USD', limits: [{ id: 'card' }] }, { id: 'EUR' }, { id: 'GBP' }],
    })
    const query = 'purchaseCurrency=USDC&paymentAmount=50&paymentCurrency=EUR&paymentMethod=CARD&country=DE'
    expect(await ask(`/v1/onramp/buy/quotes?${query}`)).toMatchObject({
      paymentTotal: { value: '50.00', currency: 'EUR' },
      purchaseAmount: { currency: 'USDC' },
    })
    expect((await ask(`/v1/onramp/buy/quotes?${query}&purchaseNetwork=celo`)).status).toBe(400)
  })

  it('get a link, and see only sent purchases', async () => {
    const address = stranger()
    const wallets = [{ address, blockchains: ['ethereum', 'base'], assets: ['ETH', 'USDC'] }]
    const body = {
      destinationWallets: wallets,
      partnerUserId: address,
      defaultNetwork: 'ethereum',
      presetFiatAmount: 25,
    }
    const { url } = await ask<{ url: string }>('/v1/generators/onrampurl', body)
    const history = () =>
      ask<{ data: { metadata: { status: string }; id: string }[] }>(`/v1/account/${address}/history?onramp=coinbase`)
    expect(await history()).toEqual({ data: [], next: null })
    await pay(url)
    const [bought] = await vi.waitFor(async () => {
      const { data } = await history()
      expect(data[0]?.metadata.status).toBe('ONRAMP_TRANSACTION_STATUS_SUCCESS')
      return data
    }, 10_000)
    expect(bought).toMatchObject({
      id: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      metadata: { operationType: 'buy', chain: 'eip155:31337', sentTo: address },
      transfers: [
        { direction: 'in', quantity: { numeric: expect.stringMatching(/^0\.00/) }, fungible_info: { symbol: 'ETH' } },
      ],
    })
    expect(JSON.stringify(bought)).not.toContain('USD')
    expect((await ask('/v1/generators/onrampurl', { destinationWallets: [{ address: 'nobody' }] })).status).toBe(400)
  })
})

describe('an order', () => {
  it.each([
    ['a page that is not the project’s', { back: 'https://evil.example/' }, 403],
    ['a page with credentials', { back: 'https://a:b@shop.example/' }, 422],
    ['an address of another family', { address: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV' }, 422],
    ['an asset that is not sold', { asset: { chainId: 'eip155:31337', address: stranger() } }, 422],
    ['too little', { pays: '9.99' }, 422],
    ['too much', { pays: '5000.01' }, 422],
    ['another currency', { currency: 'CHF' }, 422],
    ['no one’s shop', { provider: 'stranger' }, 404],
  ])('is rejected with %s', async (_, change, status) => {
    expect((await order(change)).status).toBe(status)
  })

  it('is rejected if the provider redirects to a different host, and leaves nothing behind', async () => {
    const begin: Provider['begin'] = async () => ({ url: 'https://evil.example/pay', providerOrder: 'led-astray' })
    const { onramp } = deps
    const providers = [{ ...local, begin }]
    deps.onramp = { ...onramp!, ...createOnramp({ ...onrampDeps(), providers }) }
    app = createApp(deps)
    expect(await order()).toMatchObject({ status: 503, why: 'Local Checkout returned an invalid response.' })
    deps.onramp = onramp
    app = createApp(deps)
  })

  it("is only sold in the operator's countries", async () => {
    const { onramp } = deps
    deps.onramp = createOnramp({ ...onrampDeps(), countries: ['DE'] })
    app = createApp(deps)
    expect(await ask('/v1/onramp/providers?country=FR')).toEqual({
      ...{ providers: [], countries: ['DE'], asksCountry: true },
    })
    expect((await order({ country: 'FR' })).why).toBe('This is not offered in your country.')
    expect((await order()).why).toBe('The country is missing.')
    expect((await order({ country: 'DE' })).order.status).toBe('created')
    deps.onramp = onramp
    app = createApp(deps)
  })

  it('expires unpaid, and is readable only by its buyer', async () => {
    const { order: made } = await order()
    const elsewhere = await app.request(`/v1/onramp/orders/${made.id}?projectId=nobody`)
    expect(elsewhere.status).toBe(401)
    expect((await read('A'.repeat(43))).status).toBe(404)
    const gone: Provider = { ...local, status: async () => undefined }
    const later = () => new Date(Date.now() + 2 * 3_600_000)
    const onramp = createOnramp({ ...onrampDeps(), providers: [gone], now: later })
    const project = (await deps.findProject('shop'))!
    expect(await onramp.read(made.id, project, AbortSignal.timeout(5_000))).toMatchObject({ status: 'expired' })
  })

  it('lists nothing for sale without a provider', async () => {
    const bare = createApp(appDeps())
    expect(await (await bare.request('/v1/onramp/providers?projectId=shop')).json()).toEqual({
      ...{ providers: [], countries: [] },
    })
    const { features } = await (await bare.request('/appkit/v1/config?projectId=shop')).json()
    expect(features).toContainEqual({ id: 'onramp', isEnabled: false, config: [] })
  })
})

const onrampDeps = () => ({ providers: [local], countries: [], db: database, chains: deps.chains, log: deps.log })
