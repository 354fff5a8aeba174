import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ethereum, startUpstream, type Upstream } from '../../test/testUpstream.ts'
import { createChains } from '../chains/createChains.ts'
import { createLog } from '../log/createLog.ts'
import { createCdpToken } from './createCdpToken.ts'
import { createCoinbaseOnramp } from './createCoinbaseOnramp.ts'
import { createOnramp } from './createOnramp.ts'

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream()
})
afterAll(() => upstream.close())

const { signal } = new AbortController()
const secret = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ format: 'pem', type: 'sec1' })
  .toString()
const options = {
  paymentCurrencies: [{ id: 'USD', limits: [{ id: 'card', min: '2', max: '7500' }] }],
  purchaseCurrencies: [{ symbol: 'ETH', networks: [{ name: 'ethereum', contractAddress: '' }] }],
}
const amount = (value: string, currency = 'USD') => ({ value, currency })
const quote = {
  ...{ paymentTotal: amount('300'), purchaseAmount: amount('0.1', 'ETH'), coinbaseFee: amount('3') },
  ...{ networkFee: amount('1'), quoteId: 'q-1' },
}
const asset = { chainId: 'eip155:1', address: null }
const wish = { projectId: '', provider: 'coinbase', asset, currency: 'USD', method: 'card', pays: '300.00' }

/** Coinbase behind our own API; no order is made, so there is no database. */
function open() {
  const coinbase = createCoinbaseOnramp({ token: createCdpToken('key-1', secret), url: upstream.url })
  const chains = createChains([ethereum])
  return createOnramp({
    providers: [coinbase],
    countries: [],
    db: undefined as never,
    chains,
    log: createLog('silent'),
  })
}

it('asks for the state in the US only, and sends it to Coinbase', async () => {
  upstream.says({ body: options })
  const onramp = open()
  expect(await onramp.list({ projectId: '' }, signal)).not.toHaveProperty('asksSubdivision')
  expect(await onramp.list({ projectId: '', country: 'DE' }, signal)).not.toHaveProperty('asksSubdivision')
  upstream.says({ body: options })
  const listing = await onramp.list({ projectId: '', country: 'US', subdivision: 'NY' }, signal)
  expect(listing).toMatchObject({ asksSubdivision: true, providers: [{ id: 'coinbase' }] })
  expect(Object.fromEntries(upstream.requests[0]!.query)).toEqual({ country: 'US', subdivision: 'NY' })
  upstream.says({ body: quote })
  await onramp.quote({ ...wish, country: 'US', subdivision: 'NY' }, signal)
  expect(JSON.parse(upstream.requests[0]!.body)).toMatchObject({ country: 'US', subdivision: 'NY' })
})

it('still asks for the state if Coinbase rejects a request without it', async () => {
  upstream.says({ status: 400, body: { message: 'subdivision required' } })
  expect(await open().list({ projectId: '', country: 'US' }, signal)).toMatchObject({
    providers: [],
    asksCountry: true,
    asksSubdivision: true,
  })
})

it('sends no state of another country', async () => {
  upstream.says({ body: options })
  const onramp = open()
  await onramp.list({ projectId: '', country: 'DE', subdivision: 'BY' }, signal)
  expect(Object.fromEntries(upstream.requests[0]!.query)).toEqual({ country: 'DE' })
  upstream.says({ body: quote })
  await onramp.quote({ ...wish, country: 'DE', subdivision: 'BY' }, signal)
  expect(JSON.parse(upstream.requests[0]!.body)).not.toHaveProperty('subdivision')
})
