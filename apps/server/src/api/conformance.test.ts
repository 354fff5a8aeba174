import type { Wallet } from '@billfold/protocol/api/registry'
import { describe, expect, it } from 'vitest'
import { appDeps } from '../../test/appDeps.ts'
import { knownWalletIds } from '../../test/knownWalletIds.ts'
import { ethereum } from '../../test/testUpstream.ts'
import { createChains } from '../chains/createChains.ts'
import { createApp } from '../createApp.ts'

// The requests of an unchanged AppKit client (1.7.1 to 1.8.0), written by hand as it sends them: the same paths, the
// same query order, no content type on its POSTs, and the same handling of responses.
const able = { id: 'able', supports: () => true }
const app = createApp(
  appDeps({
    chains: createChains([ethereum]),
    sources: { balances: [], prices: [], history: [able as never], names: [], quotes: [able as never] },
    clientQuota: { limit: 10_000, windowMs: 60_000 },
  }),
)
const origin = 'https://shop.example'
const who = 'projectId=shop&st=appkit&sv=react-wagmi-1.7.1'
const mainnets = 'eip155:1,eip155:137,solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** Like the client's fetch: anything but 2xx is a failure, and the body is JSON. */
async function get<T>(path: string): Promise<T> {
  const response = await app.request(path, { headers: { origin } })
  if (!response.ok) throw new Error(`HTTP status code: ${response.status}`)
  expect(response.headers.get('access-control-allow-origin')).toBe(origin)
  return (await response.json()) as T
}
const wallets = (query: string) => get<{ data: Wallet[]; count: number }>(`/getWallets?${who}&${query}`)
const { MetaMask, Trust, Phantom, Ledger, Xverse } = knownWalletIds as Record<string, string>

describe('an unchanged client', () => {
  it('finds the wallets that a site features, by id even without chains', async () => {
    const { data, count } = await wallets(`page=1&entries=3&include=${[Trust, MetaMask, Xverse].join(',')}`)
    expect(count).toBe(3)
    expect(new Set(data.map(({ id }) => id))).toEqual(new Set([Trust, MetaMask, Xverse]))
    for (const wallet of data) {
      expect(typeof wallet.name).toBe('string')
      expect(Array.isArray(wallet.chains)).toBe(true)
      expect(wallet.image_id).toMatch(/^[\w-]+$/)
    }
  })

  it('finds four recommended wallets, without the excluded and the featured', async () => {
    const { data, count } = await wallets(`page=1&entries=4&chains=${mainnets}&exclude=${MetaMask},${Trust}`)
    expect(data).toHaveLength(4)
    expect(count).toBeGreaterThan(4)
    for (const { id } of data) expect([MetaMask, Trust]).not.toContain(id)
  })

  it('pages through all others by forty', async () => {
    const list = `entries=40&chains=${mainnets}&exclude=${Ledger}`
    const first = await wallets(`page=1&${list}`)
    const second = await wallets(`page=2&${list}`)
    expect(first.data.length + second.data.length).toBe(first.count)
    // A Bitcoin wallet does not support these networks.
    expect([...first.data, ...second.data].some(({ id }) => id === Xverse)).toBe(false)
  })

  it('searches a hundred wallets by name', async () => {
    const { data } = await wallets(`page=1&entries=100&search=phan&badge_type=none&chains=${mainnets}`)
    expect(data.map(({ id }) => id)).toEqual([Phantom])
    expect(await wallets('page=1&entries=100&search=no+such+wallet')).toEqual({ data: [], count: 0 })
  })

  it('gets the rdns of excluded wallets', async () => {
    const { data } = await wallets(`page=1&entries=2&include=${MetaMask},${Phantom}&chains=${mainnets}`)
    expect(data.map(({ rdns }) => rdns)).toEqual(['io.metamask', 'app.phantom'])
  })

  it('finds wallets for local development networks', async () => {
    const { count } = await wallets('page=1&entries=40&chains=eip155:31337,eip155:31338')
    expect(count).toBeGreaterThan(30)
  })

  it('gets images of wallets, networks, connectors, tokens and currencies as blobs', async () => {
    const { data } = await wallets(`page=1&entries=1&include=${MetaMask}`)
    for (const path of [
      `/getWalletImage/${data[0]?.image_id}`,
      '/public/getAssetImage/41d04d42-da3b-4453-8506-668cc0727900',
      '/public/getAssetImage/0c2840c3-5b04-4c44-9661-fbd4b49e1800',
      '/public/getTokenImage/USDC',
      '/public/getCurrencyImage/EUR',
    ]) {
      const response = await app.request(`${path}?${who}`, { headers: { origin } })
      const blob = await response.blob()
      expect(response.ok).toBe(true)
      expect(blob.type).toMatch(/^image\//)
      expect(blob.size).toBeGreaterThan(100)
    }
  })

  it('checks whether it may send analytics, and sends them without a content type', async () => {
    expect(await get(`/getAnalyticsConfig?${who}`)).toEqual({ isAnalyticsEnabled: true })
    const body = JSON.stringify({
      eventId: crypto.randomUUID(),
      url: 'https://shop.example/?a=1',
      domain: 'shop.example',
      timestamp: Date.now(),
      props: { type: 'track', event: 'INITIALIZE', properties: { projectId: 'shop', networks: [1, 137] } },
    })
    const response = await app.request(`/e?${who}`, { method: 'POST', body, headers: { origin } })
    expect(response.ok).toBe(true)
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    expect(await response.json()).toBeTypeOf('object')
    const foreign = await app.request(`/e?${who}`, { method: 'POST', body, headers: { origin: 'https://x.example' } })
    expect(foreign.status).toBe(403)
  })

  it('of 1.7.7 and later reads the enabled features, and whether its page is listed', async () => {
    const { features } = await get<{ features: { id: string; isEnabled: boolean; config: unknown }[] }>(
      `/appkit/v1/config?${who}`,
    )
    expect(features.map(({ id }) => id)).toEqual([
      'social_login',
      'swap',
      'onramp',
      'activity',
      'reown_branding',
      'multi_wallet',
      'email_capture',
      'fund_from_exchange',
      'embedded_login',
    ])
    // As the client reads it: null means "use the defaults", a missing field or an empty list means "off".
    const read = (id: string) => {
      const { isEnabled, config } = features.find((feature) => feature.id === id) ?? {}
      if (config === null) return 'the default'
      return isEnabled === true && Array.isArray(config) ? config : false
    }
    expect(Object.fromEntries(features.map(({ id }) => [id, read(id)]))).toEqual({
      social_login: false,
      swap: ['1inch'],
      onramp: false,
      activity: [],
      reown_branding: false,
      multi_wallet: false,
      email_capture: false,
      fund_from_exchange: false,
      embedded_login: false,
    })
    expect(await get(`/projects/v1/origins?${who}`)).toMatchObject({
      allowedOrigins: ['https://shop.example', 'https://*.shop.example'],
    })
  })

  it.each([
    ['GET', '/v1/sessions/eip155:1:0x5b6262592954B925B510651462b63ddEbcc22eaD'],
    ['POST', '/v1/sessions/eip155:1:0x5b6262592954B925B510651462b63ddEbcc22eaD'],
    ['POST', '/v1/sessions/eip155:1:0x5b6262592954B925B510651462b63ddEbcc22eaD/activate'],
    ['POST', '/v1/sessions/0x5b6262592954B925B510651462b63ddEbcc22eaD/revoke'],
    ['PUT', '/auth/v1/account-metadata'],
    ['POST', '/auth/v1/otp'],
    ['PUT', '/auth/v1/otp'],
  ])('reads from the documented shape that %s %s is unsupported', async (method, path) => {
    const body = method === 'GET' ? {} : { body: '{}' }
    const response = await app.request(`${path}?${who}`, { method, headers: { origin }, ...body })
    const reasons = [{ field: '', description: expect.any(String) }]
    expect([response.status, await response.json()]).toEqual([404, { status: 'FAILED', code: 'not_found', reasons }])
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
  })

  it.each([
    ['POST', '/v1/convert/build-transaction', { amount: '1', from: 'USDC', to: 'ETH', userAddress: 'me' }],
    ['GET', '/v1/convert/tokens?chainId=ethereum', undefined],
    ['POST', '/v1/generators/onrampurl', { destinationWallets: [] }],
    ['GET', '/v1/onramp/buy/quotes?country=Germany', undefined],
  ])('gets 400 for bad input: %s %s', async (method, path, input) => {
    const body = input ? { body: JSON.stringify({ ...input, projectId: 'shop' }) } : {}
    const url = `${path}${path.includes('?') ? '&' : '?'}${who}`
    const response = await app.request(url, { method, headers: { origin }, ...body })
    expect([response.status, await response.json()]).toMatchObject([400, { status: 'FAILED' }])
  })

  it('gets 422 for a body that is not JSON', async () => {
    for (const path of ['/v1/convert/build-transaction', '/v1/generators/onrampurl']) {
      const response = await app.request(`${path}?${who}`, { method: 'POST', headers: { origin }, body: '{' })
      expect([path, response.status]).toEqual([path, 422])
    }
  })
})
