import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sessionOf } from '../../test/puppetConnector.ts'
import { setUpKit } from '../../test/setUpKit.ts'
import { connectorKey } from '../features/connect/remembered.ts'
import { features } from '../features/features.ts'
import { activeNetworkId, findNetwork } from '../model/findNetwork.ts'
import type { Event } from '../model/state.ts'
import { fakeStorage } from '../ports/fakeStorage.ts'
import { browserStorage } from '../ports/storage.ts'
import { restore, rowsOf } from './persist.ts'

const wallet = (id: string) => ({ id, name: id })
const connected = (walletId?: string) =>
  ({
    type: 'account/connected',
    namespace: 'eip155',
    connectorId: 'io.one',
    how: 'user',
    ...sessionOf('0xa', 'eip155:10'),
    ...(walletId ? { wallet: wallet(walletId) } : {}),
  }) as const

test('stores nothing before the first event', () => {
  expect(setUpKit().storage.values.size).toBe(0)
})

test('restores state after a reload from AppKit’s keys', () => {
  const { kit, storage } = setUpKit()
  kit.store.send(connected('w1'))
  expect(Object.fromEntries(storage.values)).toEqual({
    '@appkit/active_caip_network_id': 'eip155:10',
    '@appkit/active_namespace': 'eip155',
    '@appkit/eip155:connected_connector_id': 'io.one',
    '@appkit/connected_namespaces': 'eip155',
    '@appkit/connection_status': 'connected',
    '@appkit/recent_wallets': JSON.stringify([wallet('w1')]),
  })
  kit.dispose()
  const again = setUpKit({ storage }).kit.store.get()
  expect(again).toMatchObject({
    account: { eip155: { status: 'reconnecting', connectorId: 'io.one' } },
    network: { activeNamespace: 'eip155', selected: { eip155: 'eip155:10' } },
    recents: [wallet('w1')],
  })
})

test('restores the visitor’s place after any events', () => {
  const namespace = fc.constantFrom('eip155' as const, 'solana' as const)
  const networkId = fc.constantFrom(
    'eip155:1',
    'eip155:10',
    'eip155:77',
    'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' as const,
  )
  const event = fc.oneof(
    fc.record({ id: fc.constantFrom('w1', 'w2', 'w3') }).map(({ id }) => connected(id)),
    fc.record({ type: fc.constant('account/disconnected'), namespace, by: fc.constantFrom('user', 'wallet') }),
    fc.record({ type: fc.constantFrom('network/selected'), networkId }),
    fc.record({
      type: fc.constant('account/networkChanged'),
      namespace: fc.constant('eip155'),
      connectorId: fc.constant('io.one'),
      networkId,
    }),
    fc.record({ type: fc.constant('network/namespaceActivated'), namespace }),
  ) as fc.Arbitrary<Event>
  fc.assert(
    fc.property(fc.array(event, { maxLength: 15 }), (events) => {
      const first = setUpKit()
      for (const each of events) first.kit.store.send(each)
      first.kit.dispose()
      const before = first.kit.store.get()
      const second = setUpKit({ storage: first.storage })
      const after = second.kit.store.get()
      second.kit.dispose()
      expect(after.remembered).toEqual(before.remembered)
      expect(after.recents).toEqual(before.recents)
      const active = before.network.activeNamespace
      expect(after.network.activeNamespace).toBe(active)
      // The wallet's network, if the site uses it; otherwise the one selected without a wallet.
      const at = activeNetworkId(before)
      expect(after.network.selected[active]).toBe(findNetwork(before, at) ? at : before.network.selected[active])
    }),
  )
})

test('clears what disconnecting should clear, and keeps the rest', () => {
  const { kit, storage } = setUpKit()
  kit.store.send(connected('w1'))
  kit.store.send({ type: 'account/disconnected', namespace: 'eip155', by: 'user' })
  expect(Object.fromEntries(storage.values)).toEqual({
    '@appkit/active_caip_network_id': 'eip155:10',
    '@appkit/active_namespace': 'eip155',
    '@appkit/connection_status': 'disconnected',
    '@appkit/recent_wallets': JSON.stringify([wallet('w1')]),
  })
})

test('keeps a sleeping wallet', () => {
  const { kit, storage } = setUpKit()
  kit.store.send(connected())
  kit.store.send({ type: 'account/disconnected', namespace: 'eip155', by: 'wallet' })
  expect(storage.values.get(connectorKey('eip155'))).toBe('io.one')
})

test('keeps at most two recent wallets, the newest first, without duplicates', () => {
  const { kit } = setUpKit()
  for (const id of ['a', 'b', 'a', 'c']) kit.store.send(connected(id))
  expect(kit.store.get().recents.map((w) => w.id)).toEqual(['c', 'a'])
})

test('drops networks and families that the site no longer uses', () => {
  const storage = fakeStorage({
    '@appkit/active_caip_network_id': 'eip155:5',
    [connectorKey('polkadot')]: 'x',
    [connectorKey('solana')]: 'Phantom',
  })
  const { network, account, remembered } = setUpKit({ storage }).kit.store.get()
  expect(network).toMatchObject({ activeNamespace: 'eip155', selected: { eip155: 'eip155:1' } })
  expect(account.polkadot).toEqual({ status: 'disconnected' })
  expect(remembered).toEqual({ solana: 'Phantom' })
})

test('survives corrupt data, and other versions’', () => {
  const text = fc.oneof(fc.string(), fc.json(), fc.constantFrom('null', '{}', '[null]', '[{"id":1}]', '{"a":'))
  const key = fc.constantFrom(
    '@appkit/active_caip_network_id',
    '@appkit/active_namespace',
    '@appkit/recent_wallets',
    '@appkit/native_balance_cache',
    ...(['eip155', 'solana', 'polkadot', 'bip122'] as const).map(connectorKey),
  )
  fc.assert(
    fc.property(fc.dictionary(key, text), (content) => {
      const { kit } = setUpKit({ storage: fakeStorage(content) })
      const { recents, network } = kit.store.get()
      expect(recents.length).toBeLessThanOrEqual(2)
      for (const recent of recents) expect(typeof recent.id === 'string' && typeof recent.name === 'string').toBe(true)
      expect(network.requested.map((n) => n.networkId)).toContain(network.selected[network.activeNamespace])
      kit.dispose()
    }),
  )
})

test('keeps only a stored wallet’s valid fields, and no script links', () => {
  const stored = [{ id: 'x', name: 'X', homepage: 'javascript:alert(1)', mobile_link: 'x://', rdns: 7, extra: 1 }]
  const storage = fakeStorage({ '@appkit/recent_wallets': JSON.stringify(stored) })
  expect(restore(storage.tab(), rowsOf(features)).recents).toEqual([{ id: 'x', name: 'X', mobile_link: 'x://' }])
})

test.each(['absent', 'forbidden', 'full'])('works with storage that is %s', (kind) => {
  const refuse = () => {
    throw new DOMException('no', kind === 'full' ? 'QuotaExceededError' : 'SecurityError')
  }
  const page = Object.defineProperty(new EventTarget(), 'localStorage', {
    get() {
      if (kind === 'forbidden') return refuse()
      return kind === 'absent' ? undefined : { getItem: () => null, setItem: refuse, removeItem: refuse }
    },
  }) as unknown as Window & typeof globalThis
  const storage = browserStorage(page)
  expect(storage.get('x')).toBeUndefined()
  storage.set('x', '1')
  storage.set('x', undefined)
  const stop = storage.onChange(() => undefined)
  page.dispatchEvent(new Event('storage'))
  stop()
})

test('separates two kits of a page, of which the unnamed one has AppKit’s keys', () => {
  const values = new Map([['@appkit/connection_status', 'connected']])
  const localStorage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
  const page = Object.assign(new EventTarget(), { localStorage }) as unknown as Window & typeof globalThis
  const [first, second] = [browserStorage(page), browserStorage(page, 'second:')]
  expect([first, second].map((kit) => kit.get('@appkit/connection_status'))).toEqual(['connected', undefined])
  second.set('@appkit/connection_status', 'disconnected')
  expect(first.get('@appkit/connection_status')).toBe('connected')
  const changes: string[] = []
  first.onChange((key) => changes.push(`first ${key}`))
  second.onChange((key) => changes.push(`second ${key}`))
  for (const key of ['a', 'second:b', null])
    page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: '1', storageArea: localStorage }))
  expect(changes).toEqual(['first a', 'first second:b', 'second b'])
  second.set('@appkit/connection_status', undefined)
  expect([...values]).toEqual([['@appkit/connection_status', 'connected']])
})

test('clears the caches on a page load without a connection', () => {
  const storage = fakeStorage({ '@appkit/native_balance_cache': '{}', '@appkit/identity_cache': '{}', other: '1' })
  setUpKit({ storage })
  expect([...storage.values.keys()]).toEqual(['other'])
})
