import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { KitError } from '@billfold/protocol/error'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startUpstream, type Upstream, usdc } from '../../test/testUpstream.ts'
import { createCdpToken } from './createCdpToken.ts'
import { createCoinbaseOnramp } from './createCoinbaseOnramp.ts'
import { createMeld, requireMeldSignature } from './createMeld.ts'
import { createMoonPay } from './createMoonPay.ts'
import type { Beginning } from './onrampProvider.ts'

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream()
})
afterAll(() => upstream.close())

const signal = AbortSignal.timeout(60_000)
const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const eth = { chainId: 'eip155:1', address: null, symbol: 'ETH', name: 'Ether', decimals: 18 }
const dollars = { chainId: 'eip155:1', address: usdc, symbol: 'USDC', name: 'USD Coin', decimals: 6 }
const wish = { asset: eth, currency: 'USD', method: 'card', pays: '300.00', country: 'US' }
const reference = 'a'.repeat(32)
const order: Beginning = {
  ...{ ...wish, reference, address, quoteId: undefined, back: 'https://shop.example/done?x=1', ip: '203.0.113.7' },
}
const followed = { reference, providerOrder: null, asset: eth }
const refusalOf = (work: () => unknown) => {
  try {
    work()
  } catch (e) {
    return KitError.from(e).code
  }
  return undefined
}

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const jwk = privateKey.export({ format: 'jwk' })
const secret = Buffer.concat([Buffer.from(jwk.d!, 'base64url'), Buffer.from(jwk.x!, 'base64url')]).toString('base64')

describe('Coinbase', () => {
  const open = () => createCoinbaseOnramp({ token: createCdpToken('key-1', secret), url: upstream.url })
  // The documented transaction status, field for field.
  const bought = {
    ...{ status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS', purchase_currency: 'ETH', purchase_network: 'ethereum' },
    purchase_amount: { value: '0.1', currency: 'ETH' },
    payment_total: { value: '305.07', currency: 'USD' },
    ...{ tx_hash: '0xab', wallet_address: address, country: 'US', user_id: '9f', payment_method: 'CARD' },
  }

  it('signs every request for its method and URL, with either kind of key', async () => {
    const { privateKey: ec, publicKey: ecPublic } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = ec.export({ format: 'pem', type: 'sec1' }).toString()
    for (const [key, check] of [
      [secret, publicKey],
      [pem, ecPublic],
    ] as const) {
      const token = await createCdpToken('key-1', key)('POST', 'api.developer.coinbase.com/onramp/v1/token')
      const { payload, protectedHeader } = await jwtVerify(
        token,
        createPublicKey(check.export({ format: 'pem', type: 'spki' })),
      )
      expect(payload).toMatchObject({
        ...{ iss: 'cdp', sub: 'key-1', uris: ['POST api.developer.coinbase.com/onramp/v1/token'] },
      })
      expect(payload.exp! - payload.nbf!).toBe(120)
      expect(protectedHeader).toMatchObject({ kid: 'key-1', typ: 'JWT', nonce: expect.any(String) })
    }
    expect(() => createCdpToken('key-1', 'nonsense')).toThrow('COINBASE_ONRAMP_KEY_FILE')
  })

  it.each([
    ['camelCase', (name: string) => name],
    [
      'snake_case',
      (name: string) =>
        name
          .replace(/[A-Z]/g, (letter) => `_${letter.toUpperCase()}`)
          .replace(/_([A-Z])/g, (_, l: string) => `_${l.toLowerCase()}`),
    ],
  ])('reads options and quotes in %s', async (_, key) => {
    upstream.says({
      body: {
        [key('paymentCurrencies')]: [{ id: 'USD', limits: [{ id: 'CARD', min: '2', max: '7500' }] }],
        [key('purchaseCurrencies')]: [
          {
            id: 'uuid',
            name: 'Ethereum',
            symbol: 'ETH',
            networks: [{ name: 'ethereum', [key('contractAddress')]: '', [key('chainId')]: '1' }],
          },
          {
            id: 'uuid',
            name: 'USDC',
            symbol: 'USDC',
            networks: [
              { name: 'ethereum', [key('contractAddress')]: usdc },
              { name: 'moon', [key('contractAddress')]: '0x1' },
            ],
          },
          {
            id: 'uuid',
            name: 'Fake',
            symbol: 'FAKE',
            networks: [{ name: 'ethereum', [key('contractAddress')]: usdc }],
          },
        ],
      },
    })
    expect(await open().offers('DE', signal)).toEqual({
      assets: [eth, dollars],
      limits: [{ currency: 'USD', method: 'card', min: '2.00', max: '7500.00' }],
    })
    expect(upstream.requests[0]).toMatchObject({ path: '/onramp/v1/buy/options' })
    expect(upstream.requests[0]!.query.get('country')).toBe('DE')
    const amount = (value: string, currency = 'USD') => ({ value, currency })
    upstream.says({
      body: {
        ...{ [key('paymentTotal')]: amount('300'), [key('paymentSubtotal')]: amount('295.45') },
        ...{ [key('purchaseAmount')]: amount('0.0984833333333333333', 'ETH'), [key('coinbaseFee')]: amount('3.99') },
        ...{ [key('networkFee')]: amount('0.56'), [key('quoteId')]: 'q-1' },
      },
    })
    expect(await open().quote(wish, signal)).toMatchObject({
      ...{ quoteId: 'q-1', pays: '300.00', gets: '98483333333333333', currency: 'USD' },
      fees: [
        { name: 'Coinbase fee', amount: '3.99' },
        { name: 'Network fee', amount: '0.56' },
      ],
    })
    expect(JSON.parse(upstream.requests[0]!.body)).toEqual({
      ...{ purchaseCurrency: 'ETH', purchaseNetwork: 'ethereum', paymentAmount: '300.00', paymentCurrency: 'USD' },
      ...{ paymentMethod: 'CARD', country: 'US' },
    })
  })

  it('starts with a session token for this address and this visitor', async () => {
    upstream.says({ body: { token: 'token-1', channel_id: '' } })
    const url = new URL((await open().begin({ ...order, quoteId: 'q-1' }, signal)).url)
    expect(`${url.origin}${url.pathname}`).toBe('https://pay.coinbase.com/buy/select-asset')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ sessionToken: 'token-1', defaultAsset: 'ETH', defaultNetwork: 'ethereum', presetFiatAmount: '300.00' },
      ...{ fiatCurrency: 'USD', defaultPaymentMethod: 'CARD', partnerUserRef: reference, quoteId: 'q-1' },
      redirectUrl: 'https://shop.example/done?x=1',
    })
    expect(JSON.parse(upstream.requests[0]!.body)).toEqual({
      ...{ addresses: [{ address, blockchains: ['ethereum'] }], assets: ['ETH'], clientIp: '203.0.113.7' },
    })
    expect(url.href).not.toContain(address)
    await expect(open().begin({ ...order, ip: undefined }, signal)).rejects.toMatchObject({ code: 'unavailable' })
  })

  it("returns an order's status", async () => {
    const reportFor = async (change: object) => {
      upstream.says({ body: { transactions: [{ ...bought, ...change }], total_count: '1' } })
      return open().status(followed, signal)
    }
    expect(await reportFor({})).toMatchObject({
      ...{ status: 'settled', hash: '0xab', address, currency: 'USD', pays: '305.07', getsDecimal: '0.1', asset: eth },
    })
    expect(await reportFor({ status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS' })).toMatchObject({ status: 'sent' })
    expect(await reportFor({ status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS', tx_hash: '' })).toMatchObject({
      status: 'paid',
    })
    expect(await reportFor({ status: 'ONRAMP_TRANSACTION_STATUS_FAILED' })).toMatchObject({ status: 'failed' })
    expect(await reportFor({ purchase_network: 'base' })).toMatchObject({ asset: 'unknown' })
    expect(await reportFor({ status: 'ONRAMP_TRANSACTION_STATUS_OF_TOMORROW' })).toBeUndefined()
    upstream.says({ body: { transactions: [], total_count: '0' } })
    expect(await open().status(followed, signal)).toBeUndefined()
  })
})

describe('MoonPay', () => {
  const now = new Date('2026-11-17T12:00:00Z')
  const open = () =>
    createMoonPay({
      apiKey: 'pk_test_1',
      secretKey: 'sk_test_1',
      webhookKey: 'wk_1',
      url: upstream.url,
      now: () => now,
    })
  const currencies = [
    { code: 'usd', type: 'fiat', name: 'US Dollar', minBuyAmount: 30, maxBuyAmount: 9000 },
    {
      code: 'eth',
      type: 'crypto',
      name: 'Ethereum',
      notAllowedCountries: ['CA'],
      metadata: {
        contractAddress: '0x0000000000000000000000000000000000000000',
        chainId: '1',
        networkCode: 'ethereum',
      },
    },
    {
      code: 'usdc',
      type: 'crypto',
      name: 'USD Coin',
      metadata: { contractAddress: usdc, chainId: '1', networkCode: 'ethereum' },
    },
    {
      code: 'old',
      type: 'crypto',
      name: 'Old',
      isSuspended: true,
      metadata: { contractAddress: usdc, chainId: '1', networkCode: 'ethereum' },
    },
    { code: 'odd', type: 7 },
  ]
  // The documented example of a webhook, with the parts that we read.
  const data = {
    ...{ id: 'bda09e91', externalTransactionId: reference, baseCurrencyAmount: 295.45, quoteCurrencyAmount: 0.1819 },
    ...{ feeAmount: 3.99, extraFeeAmount: 0, networkFeeAmount: 0.56, areFeesIncluded: true, status: 'completed' },
    ...{ walletAddress: address, cryptoTransactionId: '0x6751', failureReason: null, baseCurrency: { code: 'usd' } },
    currency: { code: 'eth', metadata: currencies[1]!.metadata },
  }
  const hear = (event: unknown, key = 'wk_1', at = now) => {
    const body = JSON.stringify(event)
    const t = Math.floor(at.getTime() / 1000)
    const s = createHmac('sha256', key).update(`${t}.${body}`).digest('hex')
    return open().readWebhook!(new Headers({ 'Moonpay-Signature-V2': `t=${t},s=${s}` }), Buffer.from(body))
  }

  it('lists, quotes, and signs a link with a fixed sum', async () => {
    const moonpay = open()
    upstream.says(({ path }) => ({
      body: path.endsWith('/buy_quote')
        ? {
            baseCurrencyAmount: 295.45,
            quoteCurrencyAmount: 0.1819,
            feeAmount: 3.99,
            extraFeeAmount: 0,
            networkFeeAmount: 0.56,
            totalAmount: 300,
          }
        : currencies,
    }))
    expect(await moonpay.offers('DE', signal)).toEqual({
      assets: [eth, dollars],
      limits: [{ currency: 'USD', method: 'card', min: '30.00', max: '9000.00' }],
    })
    expect((await moonpay.offers('CA', signal)).assets).toEqual([dollars])
    expect(await moonpay.quote(wish, signal)).toMatchObject({
      ...{ pays: '300.00', gets: '181900000000000000' },
      fees: [
        { name: 'MoonPay fee', amount: '3.99' },
        { name: 'Network fee', amount: '0.56' },
      ],
    })
    const { url } = await moonpay.begin(order, signal)
    const [, query = '', signature = ''] = /^https:\/\/buy\.moonpay\.com(\?.*)&signature=(.*)$/.exec(url) ?? []
    expect(decodeURIComponent(signature)).toBe(createHmac('sha256', 'sk_test_1').update(query).digest('base64'))
    expect(Object.fromEntries(new URLSearchParams(query))).toMatchObject({
      ...{ apiKey: 'pk_test_1', currencyCode: 'eth', walletAddress: address, baseCurrencyAmount: '300.00' },
      ...{ lockAmount: 'true', externalTransactionId: reference, redirectURL: 'https://shop.example/done?x=1' },
    })
    expect(url).not.toContain('sk_test_1')
  })

  it("verifies webhooks, and reports the card's charge", () => {
    expect(hear({ type: 'transaction_updated', data })).toMatchObject([
      {
        ...{ reference, status: 'settled', hash: '0x6751', address, currency: 'USD', pays: '300.00', asset: eth },
        getsDecimal: '0.1819',
      },
    ])
    expect(
      hear({ type: 'transaction_updated', data: { ...data, status: 'pending', cryptoTransactionId: null } }),
    ).toMatchObject([{ status: 'paid' }])
    const failed = { ...data, status: 'failed', failureReason: 'card_declined' }
    expect(hear({ type: 'transaction_failed', data: failed })).toMatchObject([
      { status: 'failed', reason: 'card_declined' },
    ])
    expect(hear({ type: 'transaction_created', data: { ...data, status: 'waitingAuthorization' } })).toMatchObject([
      { status: 'created' },
    ])
    expect(hear({ type: 'identity_check_updated', data: {} })).toEqual([])
    expect(refusalOf(() => hear({ type: 'transaction_updated', data }, 'another key'))).toBe('unauthorized')
    expect(
      refusalOf(() => hear({ type: 'transaction_updated', data }, 'wk_1', new Date(now.getTime() - 600_000))),
    ).toBe('unauthorized')
    expect(refusalOf(() => open().readWebhook!(new Headers(), Buffer.from('{}')))).toBe('unauthorized')
    expect(refusalOf(() => hear({ type: 'transaction_updated', data: 5 }))).toBe('invalid_input')
  })

  it('takes the most advanced of several transactions', async () => {
    upstream.says({ body: [{ ...data, status: 'failed' }, data, { ...data, status: 'pending' }] })
    expect(await open().status(followed, signal)).toMatchObject({ status: 'settled' })
    upstream.says({ body: [] })
    expect(await open().status(followed, signal)).toBeUndefined()
  })
})

describe('Meld', () => {
  const webhookUrl = 'https://api.example/v1/onramp/webhooks/meld'
  const open = () => createMeld({ apiKey: 'key', webhookSecret: 'hook', webhookUrl, url: upstream.url })
  const coins = [
    { currencyCode: 'ETH', name: 'Ethereum', chainCode: 'ETH', chainId: '1', contractAddress: null },
    { currencyCode: 'USDC', name: 'USDC', chainCode: 'ETH', chainId: '1', contractAddress: usdc },
  ]
  const answer = {
    '/service-providers/properties/crypto-currencies': coins,
    '/service-providers/limits/fiat-currency-purchases': [
      { currencyCode: 'USD', defaultAmount: 100, minimumAmount: 20, maximumAmount: 10000 },
    ],
    '/payments/crypto/quote': {
      quotes: [
        { serviceProvider: 'TRANSAK', sourceAmount: 300, destinationAmount: 0.097, networkFee: 1, transactionFee: 4 },
        {
          serviceProvider: 'BANXA',
          sourceAmount: 300,
          destinationAmount: 0.098,
          networkFee: 0.5,
          transactionFee: 3,
          isNew: true,
        },
      ],
    },
    '/crypto/session/widget': { id: 's-1', widgetUrl: 'https://meldcrypto.com/?token=t', token: 't' },
    '/payments/transactions': {
      transactions: [
        {
          ...{ id: 't-1', status: 'SETTLED', sourceAmount: 300, sourceCurrencyCode: 'USD', destinationAmount: 0.098 },
          ...{ destinationCurrencyCode: 'ETH', externalSessionId: reference },
          cryptoDetails: { destinationWalletAddress: address, blockchainTransactionId: '0xab' },
        },
      ],
    },
  } as const
  const serve = () => upstream.says(({ path }) => ({ body: answer[path as keyof typeof answer] }))

  it('lists, takes the best quote, and starts with its seller', async () => {
    serve()
    const meld = open()
    expect(await meld.offers('US', signal)).toEqual({
      assets: [eth, dollars],
      limits: [{ currency: 'USD', method: 'card', min: '20.00', max: '10000.00' }],
    })
    expect(await meld.quote(wish, signal)).toMatchObject({
      quoteId: 'BANXA',
      pays: '300.00',
      gets: '98000000000000000',
    })
    expect(await meld.begin({ ...order, quoteId: 'BANXA' }, signal)).toEqual({
      ...{ url: 'https://meldcrypto.com/?token=t', providerOrder: 's-1' },
    })
    const sent = upstream.requests.at(-1)!
    expect(sent.headers).toMatchObject({ authorization: 'BASIC key', 'meld-version': '2023-12-19' })
    expect(JSON.parse(sent.body)).toMatchObject({
      ...{ sessionType: 'BUY', externalSessionId: reference },
      sessionData: { serviceProvider: 'BANXA', walletAddress: address, destinationCurrencyCode: 'ETH' },
    })
    expect(await meld.status(followed, signal)).toMatchObject({
      ...{ status: 'settled', address, hash: '0xab', currency: 'USD', pays: '300.00', gets: '98000000000000000' },
    })
  })

  it('reports that no one sells it if there are no quotes', async () => {
    const none = { quotes: null, message: 'No quotes', error: null, timestamp: null }
    upstream.says(({ path }) => ({
      body: path === '/payments/crypto/quote' ? none : answer[path as keyof typeof answer],
    }))
    await expect(open().quote(wish, signal)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('verifies a webhook as documented', () => {
    // The example of docs.meld.io, "Webhooks Authentication".
    const body =
      '{"eventType":"WEBHOOK_TEST","eventId":"GDtv8pQgwzc9HuFFBQFrww","timestamp":"2022-05-26T20:23:45.908400Z","accountId":"W9jpQc1HKvwscqMPcLmzUS","profileId":null,"version":"2021-10-27","payload":{"requestId":"7aWW1GXTjWCCtNubzvVX7V"}}'
    const headers = new Headers({
      'Meld-Signature': 'O4bN5E0U9s88l2DFc0kjt-0w3LLA3Zkv8hXhafc22Hg=',
      'Meld-Signature-Timestamp': '2022-05-26T20:25:17.682818Z',
    })
    const check = (at: string, url = 'https://example.meld.io/webhooks') =>
      refusalOf(() =>
        requireMeldSignature(headers, Buffer.from(body), '42m4NMLS34WQ6BbMfo1KFKqMv4hy', url, new Date(at)),
      )
    expect(check('2022-05-26T20:26:00Z')).toBeUndefined()
    expect(check('2022-05-26T21:26:00Z')).toBe('unauthorized')
    expect(check('2022-05-26T20:26:00Z', 'https://example.meld.io/other')).toBe('unauthorized')
  })

  it('takes a webhook as a reason to fetch the status', () => {
    const body = JSON.stringify({
      eventType: 'TRANSACTION_CRYPTO_COMPLETE',
      payload: { externalSessionId: reference, paymentTransactionStatus: 'SETTLED' },
    })
    const timestamp = new Date().toISOString()
    const signature = createHmac('sha256', 'hook').update(`${timestamp}.${webhookUrl}.${body}`).digest('base64url')
    const headers = new Headers({ 'meld-signature': `${signature}=`, 'meld-signature-timestamp': timestamp })
    expect(open().readWebhook!(headers, Buffer.from(body))).toEqual([{ reference, status: 'created', isHint: true }])
    expect(refusalOf(() => open().readWebhook!(headers, Buffer.from(`${body} `)))).toBe('unauthorized')
  })
})
