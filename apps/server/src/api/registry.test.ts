import type { Wallet } from '@billfold/protocol/api/registry'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appDeps } from '../../test/appDeps.ts'
import { knownWalletIds } from '../../test/knownWalletIds.ts'
import { createApp } from '../createApp.ts'
import { createRegistry } from '../registry/createRegistry.ts'

/** Every character except surrogates; fast-check's own list of them takes seconds to make. */
const anyCharacter = fc.nat(0x10f7ff).map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800))

type Page = { data: Wallet[]; count: number }
const quotas = { clientQuota: { limit: 100_000, windowMs: 60_000 }, projectQuota: { limit: 100_000, windowMs: 60_000 } }
const app = createApp(appDeps(quotas))

async function ask(query: Record<string, string | number>): Promise<Page> {
  const response = await app.request(`/getWallets?${new URLSearchParams({ projectId: 'shop', ...query } as never)}`)
  expect(response.status).toBe(200)
  return (await response.json()) as Page
}

describe('/getWallets', () => {
  it('returns the first forty of all, and the rest on the next pages', async () => {
    const first = await ask({ page: 1 })
    const second = await ask({ page: 2, entries: 40 })
    expect(first.data).toHaveLength(40)
    expect(first.data[0]).toMatchObject({ id: knownWalletIds.MetaMask, name: 'MetaMask', rdns: 'io.metamask' })
    expect(first.data.length + second.data.length).toBe(first.count)
    expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(first.count)
    expect((await ask({ page: 3 })).data).toEqual([])
  })

  it('sets a short cache lifetime and an ETag', async () => {
    const path = '/getWallets?projectId=shop&entries=2'
    const { headers } = await app.request(path)
    expect(headers.get('cache-control')).toBe('public, max-age=300')
    expect(headers.get('content-type')).toBe('application/json')
    const etag = headers.get('etag')!
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await app.request(path, { headers: { 'if-none-match': known, origin: 'https://shop.example' } })
      expect(again.status).toBe(304)
      expect(await again.text()).toBe('')
      expect(again.headers.get('access-control-allow-origin')).toBe('https://shop.example')
    }
    expect((await app.request(path, { headers: { 'if-none-match': '"x"' } })).status).toBe(200)
    expect((await app.request('/getWallets?projectId=shop&entries=3')).headers.get('etag')).not.toBe(etag)
  })

  it.each([
    ['page=0', 'page'],
    ['page=1.5', 'page'],
    ['page=x', 'page'],
    ['page=999999999', 'page'],
    ['entries=0', 'entries'],
    ['entries=101', 'entries'],
    ['entries=-1', 'entries'],
    ['badge_type=gold', 'badge_type'],
    ['chains=ethereum', 'chains'],
    ['chains=eip155:1,', 'chains'],
    ['chains=eip155:1;drop', 'chains'],
    ['include=%00', 'include'],
    ['exclude=a%20b', 'exclude'],
    [`search=${'a'.repeat(201)}`, 'search'],
    [`include=${'a'.repeat(20_001)}`, 'include'],
    [`sv=${'a'.repeat(500)}`, 'sv'],
  ])('rejects %s with 400 and the name of the field', async (query, field) => {
    const response = await app.request(`/getWallets?projectId=shop&${query}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      status: 'FAILED',
      code: 'missing_input',
      reasons: [{ field, description: 'This parameter is missing or not valid.' }],
    })
  })

  it('requires a project', async () => {
    const from = (origin: string) => app.request('/getWallets?projectId=shop', { headers: { origin } })
    expect((await from('https://evil.example')).status).toBe(403)
    expect((await app.request('/getWallets')).status).toBe(400)
    expect((await app.request('/getWallets?projectId=ghost')).status).toBe(401)
  })

  it('answers or rejects any query, and never fails', async () => {
    const value = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 60 }),
      fc.constantFrom('__proto__', 'eip155:1', '1'),
    )
    const name = fc.constantFrom('page', 'entries', 'chains', 'include', 'exclude', 'search', 'badge_type', '__proto__')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 6 }), async (pairs) => {
        const query = new URLSearchParams([['projectId', 'shop'], ...pairs])
        expect([200, 400]).toContain((await app.request(`/getWallets?${query}`)).status)
      }),
    )
  })

  it('reports an invalid wallet as its own failure', async () => {
    const none = { wallets: new Map(), assets: new Map(), currencies: new Map(), tokens: new Map() }
    const wallets = [{ id: 'x', name: '', chains: ['eip155:1'] }]
    const registry = createRegistry({ wallets, assets: [], pictures: none, logos: none })
    expect((await createApp(appDeps({ registry })).request('/getWallets?projectId=shop')).status).toBe(500)
  })
})
