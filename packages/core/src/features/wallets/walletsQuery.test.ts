import type { Wallet } from '@billfold/protocol/api/registry'
import { beforeAll, expect, test } from 'vitest'
import { setUpKit } from '../../../test/setUpKit.ts'
import { fakeHttp } from '../../ports/fakeHttp.ts'
import { queriesOf } from '../../queries/queriesOf.ts'
import { connectorImageUrl, networkImageUrl, walletImageUrl } from './imageUrl.ts'
import { walletGrid, walletsToGet } from './walletGrid.ts'
import {
  excludedWalletsQuery,
  featuredWalletsQuery,
  recommendedWalletsQuery,
  walletSearchQuery,
  walletsQuery,
} from './walletsQuery.ts'

beforeAll(() => import('../../api/createDialogApi.ts'))

const all: Wallet[] = Array.from({ length: 95 }, (_, i) => ({ id: `w${i}`, name: `Wallet ${i}`, rdns: `io.w${i}` }))
/** A registry of 95 wallets with include, exclude, search and pages. */
function registry() {
  return fakeHttp(({ url }) => {
    const query = new URL(url).searchParams
    const among = (name: string) => query.get(name)?.split(',')
    const matches = all.filter(
      (w) =>
        (among('include')?.includes(w.id) ?? true) &&
        !among('exclude')?.includes(w.id) &&
        w.name.includes(query.get('search') ?? ''),
    )
    const [page, entries] = [Number(query.get('page')), Number(query.get('entries'))]
    return { body: { data: matches.slice((page - 1) * entries, page * entries), count: matches.length } }
  })
}
const lastQuery = (http: ReturnType<typeof registry>) =>
  Object.fromEntries(new URL(http.requests.at(-1)!.url).searchParams)

test('keeps the featured order, recommends four others, and excludes by registry data', async () => {
  const http = registry()
  const { kit } = setUpKit({ http, featuredWalletIds: ['w7', 'w3'], excludeWalletIds: ['w0'] })
  const featured = await queriesOf(kit).fetchQuery(featuredWalletsQuery(kit))
  expect(featured.map((w) => w.id)).toEqual(['w7', 'w3'])
  expect(lastQuery(http)).toMatchObject({ include: 'w7,w3', entries: '2' })
  expect(lastQuery(http)).not.toHaveProperty('chains')
  const recommended = await queriesOf(kit).fetchQuery(recommendedWalletsQuery(kit))
  expect(recommended.data.map((w) => w.id)).toEqual(['w1', 'w2', 'w4', 'w5'])
  expect(recommended.count).toBe(92)
  expect(lastQuery(http).chains).toBe('eip155:1,eip155:10,solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1')
  expect(await queriesOf(kit).fetchQuery(excludedWalletsQuery(kit))).toMatchObject([{ id: 'w0', rdns: 'io.w0' }])
})

test('loads pages of forty until the end, even if the server’s count is wrong', async () => {
  const { kit } = setUpKit({ http: registry() })
  const { pages } = await queriesOf(kit).fetchInfiniteQuery({ ...walletsQuery(kit, { certified: false }), pages: 9 })
  expect(pages.map((p) => p.data.length)).toEqual([40, 40, 15])
  const { getNextPageParam } = walletsQuery(kit, { certified: false })
  expect(getNextPageParam({ data: [], count: 500 }, [1])).toBeUndefined()
})

test('trims a search, takes at least 300 ms, and requests a hundred', async () => {
  const http = registry()
  const { kit, clock } = setUpKit({ http })
  let done = false
  const searching = queriesOf(kit).fetchQuery(walletSearchQuery(kit, { search: ' Wallet 9 ', certified: true }))
  void searching.then(() => {
    done = true
  })
  for (let turn = 0; turn < 20; turn++) await new Promise<void>((next) => setImmediate(next))
  clock.advance(299)
  await new Promise<void>((next) => setImmediate(next))
  expect(done).toBe(false)
  clock.advance(1)
  expect((await searching).map((w) => w.id)).toEqual(['w9', 'w90', 'w91', 'w92', 'w93', 'w94'])
  expect(lastQuery(http)).toMatchObject({ search: 'Wallet 9', entries: '100', badge_type: 'certified' })
})

test('limits the chains to a family’s filter', async () => {
  const http = registry()
  const { kit } = setUpKit({ http })
  kit.store.send({ type: 'modal/opened', view: { name: 'Connect' }, namespace: 'solana' })
  await queriesOf(kit).fetchQuery(recommendedWalletsQuery(kit))
  expect(lastQuery(http).chains).toBe('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1')
})

test('lists each wallet once in a grid, installed first, and those with a page under “get”', () => {
  const { kit } = setUpKit({ customWallets: [{ id: 'c', name: 'C', homepage: 'https://c.example' }] })
  const connector = { id: 'io.w2', rdns: 'io.w2', name: 'W', type: 'ANNOUNCED', namespace: 'eip155' } as const
  kit.store.send({ type: 'connector/announced', connector })
  const [w0, w1, w2] = all as [Wallet, Wallet, Wallet]
  expect(walletGrid(kit.store.get(), [w0, w1, w0, w2]).map((w) => w.id)).toEqual(['w2', 'w0', 'w1'])
  const withPage = { ...w1, homepage: 'https://w1.example' }
  const listed = { featured: [w0], recommended: [withPage, withPage] }
  expect(walletsToGet(kit.store.get(), listed).map((w) => w.id)).toEqual(['c', 'w1'])
})

test('prefers the site’s images, then the wallet’s, then ours by registry id', () => {
  const { kit } = setUpKit({ apiUrl: 'https://api.example', chainImages: { 1: 'https://own.example/1.png' } })
  const state = kit.store.get()
  const [one, ten] = state.network.requested as [never, never]
  expect(networkImageUrl(state, one)).toBe('https://own.example/1.png')
  expect(networkImageUrl(state, ten)).toBeUndefined()
  expect(walletImageUrl(state, { id: 'w', name: 'W', image_id: 'a/b' })).toMatch(
    /^https:\/\/api\.example\/getWalletImage\/a%2Fb\?projectId=test-project&st=appkit&sv=/,
  )
  expect(walletImageUrl(state, { id: 'w', name: 'W' })).toBeUndefined()
  expect(connectorImageUrl(state, { id: 'x', icon: 'data:image/png,' })).toBe('data:image/png,')
  expect(connectorImageUrl(state, { id: 'x' })).toBeUndefined()
  expect(connectorImageUrl(state, { id: 'x', explorerId: 'c0d9' })).toMatch(
    /^https:\/\/api\.example\/getWalletImage\/c0d9\?/,
  )
})
