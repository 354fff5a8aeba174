import { generateKey } from '@billfold/protocol/wc/keys'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { evmNetwork, setUpKit, solanaNetwork } from '../test/setUpKit.ts'
import { scriptedSiwx } from '../test/setUpSignIn.ts'
import { fakeWallet } from '../test/walletConnect/fakeWallet.ts'
import { memoryRelay, settle } from '../test/walletConnect/memoryRelay.ts'
import { setUpWc } from '../test/walletConnect/setUpWc.ts'
import { historyQuery } from './features/history/historyQuery.ts'
import { identityQuery } from './features/identity/identityQuery.ts'
import { oneClickSignIn } from './features/signin/oneClickSignIn.ts'
import { fakeClock } from './ports/fakeClock.ts'
import { fakeHttp } from './ports/fakeHttp.ts'
import { fakeLog } from './ports/fakeLog.ts'
import { fakePage } from './ports/fakePage.ts'
import { fakeStorage } from './ports/fakeStorage.ts'
import { createRelay } from './wc/createRelay.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})
beforeAll(() => import('./api/createMoneyApi.ts'))

test.each([
  [299, 'invalid_input'],
  [300, 'aborted'],
  [604_800, 'aborted'],
  [604_801, 'invalid_input'],
])('gives a person %i seconds for a WalletConnect request: %s', async (expirySeconds, code) => {
  const set = setUpWc()
  ends.push(set.client.dispose)
  const { uri, session } = await set.offer()
  await fakeWallet(set.server).pair(uri)
  await session
  const own = new AbortController()
  const request = { chainId: 'eip155:1', method: 'personal_sign', params: [], expirySeconds, signal: own.signal }
  const response = set.client.request(request).catch((e: unknown) => e)
  await settle()
  own.abort()
  expect(await response).toMatchObject({ code })
})

test('sends one delete message for a session that is left twice', async () => {
  const set = setUpWc()
  ends.push(set.client.dispose)
  const wallet = fakeWallet(set.server)
  const { uri, session } = await set.offer()
  await wallet.pair(uri)
  await session
  const goodbyes = () => wallet.received.filter(({ method }) => method === 'wc_sessionDelete').length
  await Promise.all([set.client.disconnect(), set.client.disconnect()])
  await set.client.disconnect()
  await settle()
  expect([set.client.session(), goodbyes()]).toEqual([undefined, 1])
})

test('closes an unused relay connection at the next five-second beat', async () => {
  const [clock, server] = [fakeClock(), memoryRelay()]
  const parts = { clock, page: fakePage().page, log: fakeLog(), hear: () => true, random: () => 0.5 }
  const relay = createRelay({ ...parts, url: () => 'ws://relay.example', openWire: server.openWire })
  ends.push(relay.close)
  const topic = generateKey()
  await relay.watch(topic)
  relay.unwatch(topic)
  await settle()
  clock.advance(4_999)
  await settle()
  expect(server.open()).toBe(1)
  clock.advance(1)
  await settle()
  expect(server.open()).toBe(0)
})

test('caches an address’s name for exactly five minutes', async () => {
  const storage = fakeStorage({ '@appkit/eip155:connected_connector_id': 'x' })
  const http = fakeHttp(() => ({ body: { name: 'ann.eth', avatar: null } }))
  const { kit, clock } = setUpKit({ storage, http })
  const query = identityQuery(kit, { address: '0xa' })
  await query.queryFn({ signal: new AbortController().signal })
  clock.advance(300_000)
  expect(query.initialData()).toMatchObject({ name: 'ann.eth' })
  clock.advance(1)
  expect(query.initialData()).toBeUndefined()
})

test('offers one-click sign-in only if all networks are EVM networks', async () => {
  const createMessage = vi.fn(() => Promise.reject(new Error('down')))
  const { siwx } = scriptedSiwx({ createMessage })
  const { kit } = setUpKit({ siwx, networks: [evmNetwork(1), solanaNetwork] })
  expect(await oneClickSignIn(kit)).toBeUndefined()
  expect(createMessage).not.toHaveBeenCalled()
})

test('keeps only transactions of the account’s chain', async () => {
  const metadata = { operationType: 'send', minedAt: '', sentFrom: '', sentTo: '', status: 'confirmed', nonce: 0 }
  const on = (chain: string) => ({ id: chain, metadata: { ...metadata, hash: '0x1', chain }, transfers: [] })
  const { kit, http } = setUpKit({
    http: fakeHttp(() => ({ body: { data: [on('eip155:1'), on('eip155:10')], next: 'p2' } })),
  })
  const query = historyQuery(kit, { address: 'eip155:1:0xa' })
  const page = await query.queryFn({ pageParam: 'p1', signal: new AbortController().signal })
  expect(page.transactions.map(({ id }) => id)).toEqual(['eip155:1'])
  expect(query.getNextPageParam(page)).toBe('p2')
  const { pathname, searchParams } = new URL(http.requests[0]!.url)
  expect([pathname, searchParams.get('chainId'), searchParams.get('cursor')]).toEqual([
    '/v1/account/0xa/history',
    'eip155:1',
    'p1',
  ])
})
