import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Namespace } from '@billfold/protocol/caip'
import { afterEach, expect, test } from 'vitest'
import { puppetConnector, sessionOf } from '../../../test/puppetConnector.ts'
import { setUpKit } from '../../../test/setUpKit.ts'
import type { Kit } from '../../kit.ts'
import { fakeHttp } from '../../ports/fakeHttp.ts'
import { fakeStorage } from '../../ports/fakeStorage.ts'
import { queriesOf } from '../../queries/queriesOf.ts'
import { balancesQuery } from '../balances/balancesQuery.ts'
import { supportedChainsQuery } from '../balances/supportedChainsQuery.ts'
import { disconnect } from '../connect/disconnect.ts'
import { historyQuery } from '../history/historyQuery.ts'
import { identityQuery } from '../identity/identityQuery.ts'
import { sentToQuery } from '../lookalike/sentToQuery.ts'
import { nftsQuery } from '../nfts/nftsQuery.ts'
import { addressCaches } from './addressCaches.ts'
import { writeCachedBalance } from './nativeBalanceCache.ts'
import { nativeBalanceQuery } from './nativeBalanceQuery.ts'

const own = '0x52908400098527886E0F7030069857D2E4169EE7'
const address = `eip155:1:${own}` as const
const solana = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})

/** A page of a site with a connected account whose data has been queried. */
async function visit(storage = fakeStorage(), answer = answerOf) {
  const set = setUpKit({ storage, http: fakeHttp(async ({ url }) => ({ body: await answer(url) })) })
  const { kit } = set
  kits.push(kit)
  kit.connectors.add(puppetConnector({}, { request: async () => answer('wallet') }).connector)
  connect(kit, 'eip155')
  const queries = queriesOf(kit)
  await Promise.all([
    queries.fetchQuery(balancesQuery(kit, { address })),
    queries.fetchQuery(identityQuery(kit, { address: own })),
    queries.fetchQuery(nftsQuery(kit, { address })),
    queries.fetchQuery(sentToQuery(kit, { address })),
    queries.fetchQuery(supportedChainsQuery(kit)),
    queries.fetchInfiniteQuery(historyQuery(kit, { address })),
  ])
  writeCachedBalance(kit, address, { value: 1n, symbol: 'ETH', decimals: 18 })
  return set
}
const connect = (kit: Kit, namespace: Namespace) =>
  kit.store.send({
    type: 'account/connected',
    namespace,
    connectorId: 'io.puppet',
    how: 'user',
    ...(namespace === 'solana'
      ? sessionOf(solana, 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1')
      : sessionOf(own, 'eip155:1')),
  })
function answerOf(url: string): unknown {
  if (url === 'wallet') return '0x1'
  if (url.includes('/balance')) return { balances: [] }
  if (url.includes('/counterparties')) return { data: [], isWhole: true }
  if (url.includes('/history')) return { data: [], next: null }
  if (url.includes('/nfts')) return { nfts: [], hasMore: false }
  if (url.includes('/supported-chains')) return { http: ['eip155:1'], ws: [] }
  return { name: 'ann.eth', avatar: null }
}
const known = (kit: Kit) =>
  queriesOf(kit)
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey[0])
const keptIn = ({ values }: ReturnType<typeof fakeStorage>) =>
  addressCaches.storage.filter((key) => values.get(key)?.includes(own))

test('clears only the address’s data on disconnect', async () => {
  const { kit, storage } = await visit()
  expect(known(kit).toSorted()).toEqual(['balances', 'history', 'identity', 'nfts', 'sentTo', 'supportedChains'])
  expect(keptIn(storage)).toHaveLength(4)
  await disconnect(kit)
  expect(known(kit)).toEqual(['supportedChains'])
  expect(keptIn(storage)).toEqual([])
  expect([...storage.values].filter(([, text]) => text.includes(own))).toEqual([])
})

test('keeps the data of an account that stays connected', async () => {
  const { kit, storage } = await visit()
  connect(kit, 'solana')
  writeCachedBalance(kit, `solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1:${solana}`, {
    value: 1n,
    symbol: 'SOL',
    decimals: 9,
  })
  await disconnect(kit, { namespace: 'solana' })
  expect(known(kit)).toHaveLength(6)
  expect(keptIn(storage)).toHaveLength(4)
  expect(storage.values.get('@appkit/native_balance_cache')).not.toContain(solana)
})

test('keeps the data of a reconnecting family while another disconnects', async () => {
  const kept = JSON.stringify({ [address]: { balance: '1' } })
  const storage = fakeStorage(Object.fromEntries(addressCaches.storage.map((key) => [key, kept])))
  storage.values.set('@appkit/eip155:connected_connector_id', 'io.asleep')
  const { kit } = setUpKit({ storage })
  kits.push(kit)
  connect(kit, 'solana')
  expect(kit.store.get().account.eip155.status).toBe('reconnecting')
  await disconnect(kit, { namespace: 'solana' })
  expect(keptIn(storage)).toEqual([...addressCaches.storage])
})

test('clears the data in a second tab too', async () => {
  const storage = fakeStorage()
  const [first, second] = [await visit(storage), await visit(storage)]
  await disconnect(first.kit)
  expect(second.kit.store.get().account.eip155.status).toBe('disconnected')
  expect(known(second.kit)).toEqual(['supportedChains'])
  expect(keptIn(storage)).toEqual([])
})

test('discards a response that arrives after the wallet left', async () => {
  const held = Promise.withResolvers<void>()
  let isHeld = false
  const { kit, storage } = await visit(fakeStorage(), async (url) => {
    if (isHeld) await held.promise
    return answerOf(url)
  })
  isHeld = true
  const queries = queriesOf(kit)
  await Promise.all([queries.invalidateQueries(), kit.chains.eip155?.()])
  const late = [
    queries.fetchQuery(balancesQuery(kit, { address })),
    queries.fetchQuery(identityQuery(kit, { address: own })),
    queries.fetchQuery(nativeBalanceQuery(kit, { address })),
    queries.fetchInfiniteQuery(historyQuery(kit, { address })),
  ]
  // The wallet has the request by now, and has not responded.
  await Promise.resolve()
  await disconnect(kit)
  held.resolve()
  await Promise.allSettled(late)
  await new Promise((done) => setImmediate(done))
  expect(keptIn(storage)).toEqual([])
  expect(known(kit)).toEqual(['supportedChains'])
})

test('clears the history too on a page load without a wallet', () => {
  const storage = fakeStorage(Object.fromEntries(addressCaches.storage.map((key) => [key, `{"${address}":{}}`])))
  kits.push(setUpKit({ storage }).kit)
  expect(keptIn(storage)).toEqual([])
})

/** Queries that concern no account. */
const ofNobody = [
  'analyticsConfig',
  'confusables',
  'nameOffer',
  'onrampProviders',
  'onrampQuote',
  'price',
  'roughFee',
  'socials',
  'supportedChains',
  'swapFee',
  'swapNetworks',
  'swapTokens',
  'transfers',
  'wallets',
]

test('keys every query by address and lists it, except those of no account', () => {
  const folder = join(import.meta.dirname, '../..')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) => [...readFileSync(join(folder, path), 'utf8').matchAll(/queryKey(?::| =) \[\s*'(\w+)'/g)])
    .map(([, name]) => name)
  expect([...new Set(names)].toSorted()).toEqual([...addressCaches.queries, ...ofNobody].toSorted())
})
