import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { badDays, startUpstream, type Upstream } from '../../test/testUpstream.ts'
import { createCdpToken } from './createCdpToken.ts'
import { createCoinbaseOnramp } from './createCoinbaseOnramp.ts'
import { createMeld } from './createMeld.ts'
import { createMoonPay } from './createMoonPay.ts'
import type { OnrampProvider } from './onrampProvider.ts'

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream()
})
afterAll(() => upstream.close())

const signal = AbortSignal.timeout(60_000)
const asset = { chainId: 'eip155:1', address: null, symbol: 'ETH', name: 'Ether', decimals: 18 }
const wish = { asset, currency: 'USD', method: 'card', pays: '300.00', country: 'US' }
const followed = { reference: 'a'.repeat(32), providerOrder: null, asset }
const secret = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ format: 'pem', type: 'sec1' })
  .toString()

describe.each([
  ['Coinbase', () => createCoinbaseOnramp({ token: createCdpToken('key-1', secret), url: upstream.url })],
  [
    'MoonPay',
    () => createMoonPay({ apiKey: 'pk_1234', secretKey: 'sk_1234', webhookKey: 'wk_1234', url: upstream.url }),
  ],
  ['Meld', () => createMeld({ apiKey: 'key', webhookSecret: 'hook', webhookUrl: 'https://x', url: upstream.url })],
] as [string, () => OnrampProvider][])('%s with failures', (name, open) => {
  const quiet = Object.entries(badDays).filter(([day]) => !/never/.test(day))
  it.each(quiet)('that %s is unavailable, and its text is not repeated', async (_, day) => {
    upstream.says(day)
    const provider = open()
    const requests = [
      () => provider.offers('US', signal),
      () => provider.quote(wish, signal),
      () => provider.status(followed, signal),
    ]
    for (const ask of requests)
      await expect(ask()).rejects.toMatchObject({ code: 'unavailable', message: expect.not.stringContaining('html') })
  })

  it.each([
    [400, 'invalid_input'],
    [401, 'unavailable'],
    [429, 'too_many_requests'],
    [503, 'unavailable'],
  ])('that answers %i is %s', async (status, code) => {
    upstream.says({ status, body: { error: 'secret words' } })
    await expect(open().offers('US', signal)).rejects.toMatchObject({ code, message: expect.stringContaining(name) })
    await expect(open().offers('US', signal)).rejects.not.toMatchObject({ message: expect.stringContaining('secret') })
  })
})
