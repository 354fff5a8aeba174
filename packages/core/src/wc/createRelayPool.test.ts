import { afterEach, describe, expect, test } from 'vitest'
import { fakeWallet } from '../../test/walletConnect/fakeWallet.ts'
import { memoryRelay, settle } from '../../test/walletConnect/memoryRelay.ts'
import { setUpWc } from '../../test/walletConnect/setUpWc.ts'
import type { RelayEntry } from '../model/relayEntry.ts'
import { fakeStorage } from '../ports/fakeStorage.ts'
import { sessionKey } from './storageKeys.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const both: readonly RelayEntry[] = [
  { url: 'wss://own.example' },
  { url: 'wss://public.example', projectId: 'public-project' },
]

/** A site on two relays. Its wallets know the public one alone. */
function start({ own = memoryRelay(), open = memoryRelay(), storage = fakeStorage(), relays = both } = {}) {
  const urls: URL[] = []
  const wire = () => (address: string, events: Parameters<typeof own.openWire>[1]) => {
    const url = new URL(address)
    urls.push(url)
    return (url.host === 'own.example' ? own : open).openWire(address, events)
  }
  const set = setUpWc({ relays, storage, wire })
  ends.push(set.client.dispose)
  return { ...set, own, open, urls, wallet: fakeWallet(open) }
}

/** A session over the public relay. */
async function connect(set: ReturnType<typeof start>) {
  const { uri, session } = await set.offer()
  await settle()
  await set.wallet.pair(uri)
  return session
}
const sign = { chainId: 'eip155:1', method: 'personal_sign', params: ['0x00', '0x0'] }
const topicsOf = (server: ReturnType<typeof memoryRelay>, method: string) =>
  server.frames.filter((frame) => frame.method === method).map(({ params }) => params.topic)

test('offers a pairing on every relay, each with its own audience and project', async () => {
  const { offer, own, open, urls } = start()
  const { uri } = await offer()
  await settle()
  const topic = uri.slice(3, uri.indexOf('@'))
  for (const server of [own, open]) expect(topicsOf(server, 'irn_publish')).toEqual([topic])
  expect(urls.map((url) => url.searchParams.get('projectId'))).toEqual(['test', 'public-project'])
  const audiences = urls.map((url) => JSON.parse(atob(url.searchParams.get('auth')!.split('.')[1]!)).aud)
  expect(audiences).toEqual(['wss://own.example', 'wss://public.example'])
})

test('carries the session over the relay on which the wallet responded, and drops the other', async () => {
  const set = start()
  const session = await connect(set)
  expect(session.relay).toEqual({ protocol: 'irn', data: 'wss://public.example' })
  set.wallet.answers(() => '0xsigned')
  expect(await set.client.request(sign)).toBe('0xsigned')
  expect(topicsOf(set.own, 'irn_publish')).not.toContain(session.topic)
  expect(topicsOf(set.own, 'irn_subscribe')).not.toContain(session.topic)
  expect(topicsOf(set.own, 'irn_unsubscribe')).toEqual([session.pairingTopic])
  await set.pass(10_000)
  expect([set.own.open(), set.open.open()]).toEqual([0, 1])
})

describe('the other relay', () => {
  test.each<[string, (own: ReturnType<typeof memoryRelay>) => void]>([
    ['refuses connections', (own) => void (own.faults.refuses = true)],
    ['accepts connections and answers nothing', (own) => void (own.faults.mute = () => true)],
    ['rejects every call', (own) => void (own.faults.error = { code: -32000, message: 'No.' })],
    ['sends garbage', (own) => void (own.faults.garbage = 'garbage')],
    ['dies at each publish', (own) => void (own.faults.dies = (method) => method === 'irn_publish')],
    ['accepts every message and delivers none', (own) => void (own.publish = () => undefined)],
  ])('that %s delays no pairing', async (_, fail) => {
    const set = start()
    fail(set.own)
    const before = set.clock.now()
    const session = await connect(set)
    expect(set.clock.now()).toBe(before)
    expect(session.relay.data).toBe('wss://public.example')
    expect(set.client.status()).toBe('connected')
    set.wallet.answers(() => '0xsigned')
    expect(await set.client.request(sign)).toBe('0xsigned')
  })

  test('that returns our own messages, or makes some up, carries nothing', async () => {
    const set = start()
    const { uri, session } = await set.offer()
    await settle()
    const [proposal] = set.own.mailbox
    for (const message of [proposal!.message, btoa('made up'), proposal!.message.replace(/^./, 'B')])
      set.own.publish({ topic: proposal!.topic, message })
    await settle()
    await set.wallet.pair(uri)
    expect((await session).relay.data).toBe('wss://public.example')
  })

  test('that delivers a wallet’s messages under another topic is not believed', async () => {
    const set = start()
    const session = await connect(set)
    const response = set.open.mailbox.find(({ topic, from }) => topic === session.pairingTopic && from === -1)!
    const second = await set.offer()
    await settle()
    const topic = second.uri.slice(3, second.uri.indexOf('@'))
    set.own.publish({ topic, message: response.message })
    await settle()
    await set.wallet.pair(second.uri)
    expect((await second.session).relay.data).toBe('wss://public.example')
  })

  test('that comes back gets the proposal again, alone', async () => {
    const set = start()
    const { uri, session } = await set.offer()
    await settle()
    set.open.restart()
    await set.pass(2_000)
    expect([set.own, set.open].map((server) => topicsOf(server, 'irn_publish').length)).toEqual([1, 2])
    await set.wallet.pair(uri)
    expect((await session).relay.data).toBe('wss://public.example')
  })
})

test('after a reload a session resumes on its own relay, and asks no other', async () => {
  const first = start()
  const session = await connect(first)
  first.client.dispose()
  const set = start({ ...first, storage: first.storage })
  await settle()
  expect(set.client.session()).toEqual(session)
  first.wallet.answers(() => '0xsigned')
  expect(await set.client.request(sign)).toBe('0xsigned')
  expect(set.urls.map(({ host }) => host)).toEqual(['public.example'])
})

test('moves a session to the site’s relays if its own was removed', async () => {
  const first = start()
  await connect(first)
  first.client.dispose()
  const set = start({ ...first, relays: [{ url: 'wss://moved.example' }] })
  first.wallet.answers(() => '0xsigned')
  expect(await set.client.request(sign)).toBe('0xsigned')
})

test('a site with one relay stores a session as before', async () => {
  const set = start({ relays: [{ url: 'wss://public.example' }] })
  await connect(set)
  expect(JSON.parse(set.storage.values.get(sessionKey)!)[0].relay).toEqual({ protocol: 'irn' })
})

test('is unreachable only if no relay of its topics can be reached', async () => {
  const set = start()
  const session = await connect(set)
  expect(set.client.session()).toEqual(session)
  set.open.faults.refuses = true
  set.open.cut()
  await set.pass(30_000)
  expect(set.client.status()).toBe('unreachable')
  set.open.faults.refuses = false
  await set.pass(30_000)
  expect(set.client.status()).toBe('connected')
})
