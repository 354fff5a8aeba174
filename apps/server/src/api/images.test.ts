import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appDeps } from '../../test/appDeps.ts'
import { knownWalletIds } from '../../test/knownWalletIds.ts'
import { createApp } from '../createApp.ts'
import { findSvgFault } from '../registry/findSvgFault.ts'

/** Every character except surrogates; fast-check's own list of them takes seconds to make. */
const anyCharacter = fc.nat(0x10f7ff).map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800))

const deps = appDeps({ clientQuota: { limit: 100_000, windowMs: 60_000 } })
const app = createApp(deps)
const metamask = deps.registry.find({ include: knownWalletIds.MetaMask! }).data[0]!

const routes = ['/getWalletImage', '/public/getAssetImage', '/public/getCurrencyImage', '/public/getTokenImage']
const pictures = [
  `/getWalletImage/${metamask.image_id}`,
  '/public/getAssetImage/ba0ba0cd-17c6-4806-ad93-f9d174f17900',
  '/public/getAssetImage/eip155:31337',
  '/public/getAssetImage/eip155%3A31338',
  '/public/getAssetImage/ef1a1fcf-7fe8-4d69-bd6d-fda1345b4400',
  '/public/getCurrencyImage/USD',
  '/public/getTokenImage/ETH',
  '/public/getTokenImage/$WIF',
]

describe('the image route', () => {
  it.each(pictures)('serves %s to any page, inert when opened alone', async (path) => {
    const response = await app.request(`${path}?projectId=ghost&st=appkit&sv=x`, {
      headers: { origin: 'https://any.example' },
    })
    expect(response.status).toBe(200)
    const { headers } = response
    expect(headers.get('content-type')).toBe('image/svg+xml')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('vary')).toBeNull()
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'none';.*sandbox/)
    expect(headers.get('cache-control')).toMatch(/^public, max-age=\d{5,}/)
    expect(findSvgFault(new Uint8Array(await response.arrayBuffer()))).toBeUndefined()
    const again = await app.request(path, { headers: { 'if-none-match': headers.get('etag')! } })
    expect(again.status).toBe(304)
  })

  it('is immutable only under an id that names its content', async () => {
    const caching = async (id: string) => (await app.request(`/getWalletImage/${id}`)).headers.get('cache-control')
    expect(await caching(metamask.image_id!)).toBe('public, max-age=31536000, immutable')
    expect(await caching(knownWalletIds.MetaMask!)).toBe('public, max-age=86400')
    expect(await caching(`${knownWalletIds.MetaMask}-0123456789abcdef`)).toBe('public, max-age=86400')
  })

  it('has one for every listed wallet', async () => {
    const { data } = deps.registry.find({ entries: 100 })
    for (const { id, image_id } of data)
      for (const each of [id, image_id]) expect((await app.request(`/getWalletImage/${each}`)).status).toBe(200)
  })

  it('ignores the case of a symbol, and tells different symbols apart', async () => {
    const text = async (symbol: string) => (await app.request(`/public/getTokenImage/${symbol}`)).text()
    expect(await text('usdc')).toBe(await text('USDC'))
    expect(await text('USDC')).not.toBe(await text('USDT'))
  })

  it('goes by address when several tokens of a chain share a symbol', async () => {
    const text = async (id: string) => (await app.request(`/public/getTokenImage/${id}`)).text()
    const [one, other] = ['USDC@eip155:1:0xaa', 'USDC@eip155:1:0xbb']
    expect(new Set(await Promise.all(['USDC', one, other].map(text))).size).toBe(3)
    expect(await text('usdc@eip155:1:0xAA')).toBe(await text(one))
    expect(await text('usdc@solana:main:Aa')).not.toBe(await text('usdc@solana:main:aa'))
  })

  it.each([
    '/getWalletImage/ghost',
    `/getWalletImage/${'a'.repeat(200)}`,
    '/getWalletImage/__proto__',
    '/getWalletImage/constructor',
    '/public/getAssetImage/00000000-0000-0000-0000-000000000000',
    '/public/getAssetImage/eip155:999999',
    '/public/getTokenImage/a%20b',
    '/public/getTokenImage/%3Csvg%3E',
    `/public/getTokenImage/${'A'.repeat(21)}`,
    '/public/getTokenImage/..%2f..%2fetc%2fpasswd',
    '/public/getTokenImage/USDC@',
    '/public/getTokenImage/USDC@eip155:1',
    '/public/getTokenImage/USDC@cosmos:1:0xaa',
    `/public/getTokenImage/USDC@eip155:1:0x${'a'.repeat(200)}`,
  ])('answers 404 for %s, in the form of every error', async (path) => {
    const response = await app.request(path)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ status: 'FAILED', code: 'not_found' })
  })

  it('serves nothing else, whatever the id', async () => {
    const id = fc.oneof(
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 40 }),
      fc
        .array(fc.constantFrom('..', '/', '%2e', '\\', 'wallets', 'metamask.json', '\0', 'package'))
        .map((p) => p.join('')),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...routes), id, async (route, id) => {
        const response = await app.request(`${route}/${encodeURIComponent(id)}`)
        expect([200, 404, 400]).toContain(response.status)
        if (response.status === 200) expect(response.headers.get('content-type')).toBe('image/svg+xml')
      }),
    )
  })

  it('rate-limits a client', async () => {
    const strict = createApp(appDeps({ clientQuota: { limit: 1, windowMs: 60_000 } }))
    expect((await strict.request('/public/getTokenImage/ETH')).status).toBe(200)
    expect((await strict.request('/public/getTokenImage/ETH')).status).toBe(429)
  })
})
