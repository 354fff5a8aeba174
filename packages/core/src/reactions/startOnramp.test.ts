import { afterEach, beforeAll, expect, it } from 'vitest'
import { buyer, buyOrder, buyQuote, ether, farBank, localBank } from '../../test/buying.ts'
import { puppetConnector, sessionOf } from '../../test/puppetConnector.ts'
import { setUpKit } from '../../test/setUpKit.ts'
import { trackedEventOf } from '../features/analytics/trackedEventOf.ts'
import { disconnect } from '../features/connect/disconnect.ts'
import { openModal } from '../features/modal/openModal.ts'
import { buyCoins, type PaymentWindow } from '../features/onramp/buyCoins.ts'
import { offersOf } from '../features/onramp/offersOf.ts'
import { onrampProvidersQuery } from '../features/onramp/onrampProvidersQuery.ts'
import { onrampQuoteQuery } from '../features/onramp/onrampQuoteQuery.ts'
import type { Kit } from '../kit.ts'
import { fakeHttp } from '../ports/fakeHttp.ts'
import { fakeStorage } from '../ports/fakeStorage.ts'
import { queriesOf } from '../queries/queriesOf.ts'
import { startOnramp } from './startOnramp.ts'

beforeAll(() => import('../api/createMoneyApi.ts'))
const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})

type Answer = { status?: number; body: unknown }
type Server = { order: Answer; created: Answer; quote: Answer; providers: Answer }
const page = { body: { order: buyOrder(), url: 'https://pay.example/1' } }

/** A connected tab, with a mocked server. */
function visit(storage = fakeStorage(), over: Partial<Server> = {}) {
  const server: Server = {
    order: { body: buyOrder() },
    created: page,
    quote: { body: buyQuote() },
    providers: { body: { providers: [localBank], countries: [] } },
    ...over,
  }
  const http = fakeHttp(({ url, method }) => {
    if (url.includes('/quote')) return server.quote
    if (url.includes('/v1/onramp/providers')) return server.providers
    if (url.includes('/v1/onramp/orders')) return method === 'POST' ? server.created : server.order
    return { body: { balances: [] } }
  })
  const set = setUpKit({ storage, http })
  const { kit } = set
  kits.push(kit)
  kit.connectors.add(puppetConnector({}).connector)
  kit.store.send({
    type: 'account/connected',
    namespace: 'eip155',
    connectorId: 'io.puppet',
    how: 'user',
    ...sessionOf(buyer, 'eip155:1'),
  })
  openModal(kit, { view: { name: 'OnRampProviders' } })
  startOnramp(kit)
  return { ...set, server, pollCount: () => http.requests.filter(({ url }) => url.includes('/orders/')).length }
}
const offer = offersOf([localBank], { asset: ether, currency: 'USD', pays: '100' })[0]!
function fakeWindow() {
  const state = {
    opener: {} as unknown,
    location: { href: '' },
    isClosed: false,
    close: () => void (state.isClosed = true),
  }
  return state satisfies PaymentWindow
}
const buy = (kit: Kit, window: PaymentWindow = fakeWindow()) =>
  buyCoins(kit, { offer, asset: ether, pays: '100', quoteId: 'q1', address: buyer, window })
const purchases = (kit: Kit) => kit.store.get().onramp?.purchases ?? []
const statusOf = (kit: Kit) => purchases(kit)[0]?.order.status
async function passUntil({ clock }: ReturnType<typeof visit>, isSo: () => boolean): Promise<void> {
  for (let round = 0; round < 200 && !isSo(); round++) {
    for (let turn = 0; turn < 40; turn++) await Promise.resolve()
    await new Promise((done) => setImmediate(done))
    if (!isSo()) clock.advance(1_000)
  }
  expect(isSo()).toBe(true)
}

it('opens the payment page in the click’s popup, without access to the site', async () => {
  const { kit, http } = visit()
  const window = fakeWindow()
  await buy(kit, window)
  expect(window).toMatchObject({ opener: null, location: { href: 'https://pay.example/1' }, isClosed: false })
  expect(kit.store.get().modal.history.at(-1)).toEqual({ name: 'BuyInProgress', orderId: 'order-1' })
  const orderInput = JSON.parse(http.requests.find(({ method }) => method === 'POST')!.body!)
  expect(orderInput).toMatchObject({ provider: 'local', pays: '100', address: buyer, quoteId: 'q1' })
})

it('creates the order even if the popup is blocked, and shows a link', async () => {
  const { kit } = visit()
  await buy(kit, null)
  expect(purchases(kit)[0]?.url).toBe('https://pay.example/1')
})

it.each([
  ['another address', { order: buyOrder({ address: '0x0000000000000000000000000000000000000001' }) }, 'mismatch'],
  ['another token', { order: buyOrder({ asset: { ...ether, address: buyer } }) }, 'mismatch'],
  ['another network', { order: buyOrder({ asset: { ...ether, chainId: 'eip155:10' } }) }, 'mismatch'],
  ['other decimals', { order: buyOrder({ asset: { ...ether, decimals: 6 } }) }, 'mismatch'],
  ['another sum', { order: buyOrder({ pays: '1000' }) }, 'mismatch'],
  ['another currency', { order: buyOrder({ currency: 'EUR' }) }, 'mismatch'],
  ['another provider', { order: buyOrder({ provider: 'other' }) }, 'mismatch'],
  ['a page without encryption', { url: 'http://pay.example/1' }, 'unsafe'],
])('rejects an order with %s', async (_, over, trouble) => {
  const { kit } = visit(fakeStorage(), {
    created: { body: { order: buyOrder(), url: 'https://pay.example/1', ...over } },
  })
  const window = fakeWindow()
  await buy(kit, window)
  expect(kit.store.get().onramp?.attempt).toEqual({ phase: 'failed', trouble })
  expect(window).toMatchObject({ isClosed: true, location: { href: '' } })
  expect(purchases(kit)).toEqual([])
})

it('reports a failed order, and closes the empty popup', async () => {
  const { kit } = visit(fakeStorage(), { created: { status: 503, body: {} } })
  const window = fakeWindow()
  await buy(kit, window)
  expect(kit.store.get().onramp?.attempt).toEqual({ phase: 'failed', trouble: 'sources_unavailable' })
  expect(window.isClosed).toBe(true)
})

it('polls an order with backoff until its end', async () => {
  const set = visit()
  const { kit, server, clock } = set
  await buy(kit)
  await passUntil(set, () => set.pollCount() === 8)
  expect(clock.now() - 1_700_000_000_000).toBeGreaterThan(60_000)
  server.order = { body: buyOrder({ status: 'paid' }) }
  await passUntil(set, () => statusOf(kit) === 'paid')
  server.order = { body: buyOrder({ status: 'settled', hash: '0xabc' }) }
  await passUntil(set, () => statusOf(kit) === 'settled')
  const before = set.pollCount()
  clock.advance(600_000)
  await new Promise((done) => setImmediate(done))
  expect(set.pollCount()).toBe(before)
})

it('keeps polling an expired order, since a payment may have come at the last moment', async () => {
  const tab = visit()
  const madeAt = new Date(tab.clock.now()).toISOString()
  tab.server.created = { body: { order: buyOrder({ madeAt }), url: 'https://pay.example/1' } }
  tab.server.order = { body: buyOrder({ madeAt, status: 'expired' }) }
  await buy(tab.kit)
  await passUntil(tab, () => statusOf(tab.kit) === 'expired')
  tab.server.order = { body: buyOrder({ madeAt, status: 'settled' }) }
  await passUntil(tab, () => statusOf(tab.kit) === 'settled')
  expect(statusOf(tab.kit)).toBe('settled')
})

it('continues after a server outage, and rejects an order that changed', async () => {
  const set = visit(fakeStorage(), { order: { status: 503, body: {} } })
  const { kit, server } = set
  await buy(kit)
  await passUntil(set, () => set.pollCount() > 2)
  const before = set.pollCount()
  server.order = { body: buyOrder({ status: 'settled', address: '0x0000000000000000000000000000000000000001' }) }
  await passUntil(set, () => set.pollCount() > before + 1)
  expect(statusOf(kit)).toBe('created')
  server.order = { body: buyOrder({ status: 'failed', reason: 'The card was declined' }) }
  await passUntil(set, () => statusOf(kit) === 'failed')
})

it('restores a purchase after a reload, and notifies other tabs', async () => {
  const storage = fakeStorage()
  const first = visit(storage)
  const other = visit(storage)
  await buy(first.kit)
  expect(purchases(other.kit)).toHaveLength(1)
  const later = visit(storage, { order: { body: buyOrder({ status: 'settled' }) } })
  expect(purchases(later.kit)[0]).toEqual(purchases(first.kit)[0])
  await passUntil(later, () => statusOf(later.kit) === 'settled')
  expect(statusOf(first.kit)).toBe('settled')
})

it('clears purchases with their wallet, in storage too', async () => {
  const { kit, storage } = visit()
  await buy(kit)
  expect(storage.values.get('@billfold/onramp_cache')).toContain(buyer)
  await disconnect(kit)
  expect(purchases(kit)).toEqual([])
  expect([...storage.values].filter(([, text]) => text.includes(buyer))).toEqual([])
})

it('ignores invalid storage', () => {
  for (const text of ['{', '[]', '{"a":[{"order":{}}]}', 'null'])
    expect(purchases(visit(fakeStorage({ '@billfold/onramp_cache': text })).kit)).toEqual([])
})

it('has no providers if the server does not support purchases', async () => {
  const { kit } = visit(fakeStorage(), { providers: { status: 404, body: {} } })
  expect(await queriesOf(kit).fetchQuery(onrampProvidersQuery(kit))).toEqual({
    providers: [],
    countries: [],
    asksCountry: false,
    asksSubdivision: false,
  })
})

it('stores the state with its country, sends it to queried providers, and clears it with the country', async () => {
  const { kit, storage, http } = visit()
  const lives = () => {
    const { country, subdivision } = visit(storage).kit.store.get().onramp ?? {}
    return [country, subdivision]
  }
  kit.store.send({ type: 'onramp/countryChosen', country: 'US', subdivision: 'NY' })
  expect(lives()).toEqual(['US', 'NY'])
  const sellers = onrampProvidersQuery(kit, 'US', 'NY')
  expect(sellers.queryKey.at(-1)).toBe('US-NY')
  await queriesOf(kit).fetchQuery(sellers)
  expect(http.requests.at(-1)?.url).toMatch(/country=US&subdivision=NY|subdivision=NY.*country=US/)
  const place = { country: 'US', subdivision: 'NY' }
  const question = { provider: 'local', method: 'card', asset: ether, currency: 'USD', pays: '100', ...place }
  await queriesOf(kit).fetchQuery(onrampQuoteQuery(kit, question))
  expect(JSON.parse(http.requests.at(-1)!.body!)).toMatchObject(place)
  await buy(kit)
  const ordered = http.requests.find(({ url, method }) => method === 'POST' && url.includes('/orders'))
  expect(JSON.parse(ordered!.body!)).toMatchObject(place)
  kit.store.send({ type: 'onramp/countryChosen', country: 'DE' })
  expect(lives()).toEqual(['DE', undefined])
})

it('stores the country on this device, sends it to providers, and refetches who sells there', async () => {
  const { kit, storage, http } = visit()
  const countryOf = (country?: string) => onrampProvidersQuery(kit, country).queryKey.at(-1)
  expect([countryOf(), countryOf('DE')]).toEqual(['', 'DE'])
  await queriesOf(kit).fetchQuery(onrampProvidersQuery(kit, 'DE'))
  expect(http.requests.at(-1)?.url).toContain('country=DE')
  kit.store.send({ type: 'onramp/countryChosen', country: 'DE' })
  const question = { provider: 'local', method: 'card', asset: ether, currency: 'USD', pays: '100', country: 'DE' }
  await queriesOf(kit).fetchQuery(onrampQuoteQuery(kit, question))
  expect(JSON.parse(http.requests.at(-1)!.body!)).toMatchObject({ country: 'DE' })
  await buy(kit)
  const ordered = http.requests.find(({ url, method }) => method === 'POST' && url.includes('/orders'))
  expect(JSON.parse(ordered!.body!)).toMatchObject({ country: 'DE' })
  await disconnect(kit)
  expect(visit(storage).kit.store.get().onramp?.country).toBe('DE')
  for (const text of ['Germany', 'de', '']) {
    const broken = visit(fakeStorage({ '@billfold/onramp_country': text }))
    expect(broken.kit.store.get().onramp?.country).toBeUndefined()
  }
})

it.each([
  ['another provider', { provider: 'other' }],
  ['another sum', { pays: '101' }],
  ['other decimals', { asset: { ...ether, decimals: 6 } }],
  ['another token', { asset: { ...ether, address: buyer } }],
  ['nothing', { gets: '0' }],
  ['fees above the price', { fees: [{ name: 'Fee', amount: '100.01' }] }],
])('rejects a quote for %s', async (_, over) => {
  const { kit } = visit(fakeStorage(), { quote: { body: buyQuote(over) } })
  const question = { provider: 'local', method: 'card', asset: ether, currency: 'USD', pays: '100' }
  await expect(queriesOf(kit).fetchQuery(onrampQuoteQuery(kit, question))).rejects.toMatchObject({
    code: 'unavailable',
  })
})

it('shows the first quote as soon as its provider responds', async () => {
  const http = fakeHttp(({ url }) =>
    url.includes('/far/') ? new Promise<never>(() => undefined) : { body: buyQuote({ pays: '250' }) },
  )
  const { kit } = setUpKit({ http })
  kits.push(kit)
  const question = { asset: ether, currency: 'USD', pays: '250' }
  const offered = offersOf([farBank, localBank], question).map(({ provider, method }) =>
    queriesOf(kit).fetchQuery(onrampQuoteQuery(kit, { ...question, provider: provider.id, method })),
  )
  expect(offered).toHaveLength(2)
  expect((await Promise.race(offered)).provider).toBe('local')
})

it('renews an expired quote', () => {
  const { kit, clock } = visit()
  const { refetchInterval } = onrampQuoteQuery(kit, { ...offer, provider: 'local', asset: ether, pays: '100' })
  const at = (ms: number) => new Date(clock.now() + ms).toISOString()
  const after = (endsAt: string | null) => refetchInterval({ state: { data: buyQuote({ endsAt }), error: null } })
  expect([after(null), after(at(12_000)), after(at(-1)), after(at(90_000))]).toEqual([30_000, 12_000, 2_000, 30_000])
})

it('names events as AppKit does', () => {
  const { kit } = visit()
  const state = kit.store.get()
  const named = (event: Parameters<typeof trackedEventOf>[0]) => trackedEventOf(event, state, state)
  expect(named({ type: 'onramp/opened' })).toEqual({
    event: 'SELECT_BUY_CRYPTO',
    properties: { isSmartAccount: false },
  })
  expect(named({ type: 'onramp/helpClicked' })?.event).toBe('SELECT_WHAT_IS_A_BUY')
  expect(named({ type: 'onramp/providerChosen', provider: 'local', offer: 'local/card' })).toEqual({
    event: 'SELECT_BUY_PROVIDER',
    properties: { provider: 'local', isSmartAccount: false },
  })
})
