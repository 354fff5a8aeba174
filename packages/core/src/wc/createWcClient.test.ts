import { generateKey } from '@billfold/protocol/wc/keys'
import { topicOf } from '@billfold/protocol/wc/topicOf'
import { afterEach, expect, test } from 'vitest'
import { fakeWallet } from '../../test/walletConnect/fakeWallet.ts'
import { settle } from '../../test/walletConnect/memoryRelay.ts'
import { setUpWc } from '../../test/walletConnect/setUpWc.ts'
import { keychainKey, sessionKey } from './storageKeys.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})
function start(over: Parameters<typeof setUpWc>[0] = {}) {
  const set = setUpWc(over)
  ends.push(set.client.dispose)
  return set
}
async function connected(over: Parameters<ReturnType<typeof fakeWallet>['pair']>[1] = {}) {
  const set = start()
  const wallet = fakeWallet(set.server)
  const { uri, session } = await set.offer()
  await wallet.pair(uri, over)
  return { ...set, wallet, session: await session, uri }
}
const onChain = (chain: string) => ({
  chains: [chain],
  accounts: [`${chain}:0x0000000000000000000000000000000000000001`],
  methods: ['personal_sign'],
  events: ['chainChanged'],
})
const sign = { chainId: 'eip155:1', method: 'personal_sign', params: ['0x00', '0x0'] }

test('settles with a wallet, stores what was proven, and sends requests', async () => {
  const { client, wallet, session, storage } = await connected()
  expect(client.session()).toEqual(session)
  wallet.answers(() => '0xsigned')
  expect(await client.request(sign)).toBe('0xsigned')
  const [kept] = JSON.parse(storage.values.get(sessionKey)!)
  expect(kept).toMatchObject({ topic: session.topic, acknowledged: true })
  expect(topicOf(JSON.parse(storage.values.get(keychainKey)!)[session.topic])).toBe(session.topic)
})

test('sends only ciphertext and routing data to the relay', async () => {
  const { client, wallet, server } = await connected()
  wallet.answers(() => '0x')
  await client.request(sign)
  const publishes = server.frames.filter((f) => f.method === 'irn_publish')
  for (const { params } of publishes)
    expect(Object.keys(params).sort()).toEqual(
      expect.arrayContaining(['attestation', 'message', 'tag', 'topic', 'ttl'].filter((k) => k in params)),
    )
  const all = JSON.stringify(server.frames)
  for (const secret of ['personal_sign', 'eip155', 'tvf', 'rpcMethods', 'txHashes', 'correlationId'])
    expect(all).not.toContain(secret)
})

test('reports a wallet’s rejection as the visitor’s, and leaves nothing behind', async () => {
  const { offer, client, server, storage, clock, pass } = start()
  const wallet = fakeWallet(server)
  const { uri, session } = await offer()
  await wallet.pair(uri, { reject: { code: 5000, message: 'User rejected.' } })
  await expect(session).rejects.toMatchObject({ code: 'user_rejected' })
  expect(client.session()).toBeUndefined()
  expect(storage.values.has(sessionKey)).toBe(false)
  await pass(10_000)
  expect(client.status()).toBe('idle')
  expect(clock.waiting()).toBe(0)
})

test('names the expiry of an unused proposal', async () => {
  const { offer, pass } = start()
  const { session } = await offer()
  const caught = session.catch((e: unknown) => e)
  await pass(301_000, 5_000)
  expect(await caught).toMatchObject({ code: 'timeout', message: 'Proposal expired' })
})

test('names an approval without settlement, and stores nothing', async () => {
  const { offer, server, pass, storage } = start()
  const wallet = fakeWallet(server)
  const { uri, session } = await offer()
  const caught = session.catch((e: unknown) => e)
  await wallet.pair(uri, { settle: false })
  await pass(61_000, 5_000)
  expect(await caught).toMatchObject({ code: 'timeout' })
  expect(storage.values.has(sessionKey)).toBe(false)
  expect(wallet.received.at(-1)).toMatchObject({ method: 'wc_sessionDelete', params: { code: 7000 } })
})

test.each([
  ['another key than it approved with', { controller: generateKey() }],
  ['an expiry in the past', { expiry: 1 }],
  ['an expiry in ten years', { expiry: 2_000_000_000 }],
  ['nothing but a chain no one asked for', { only: { eip155: onChain('eip155:666') } }],
  ['no account at all', { accounts: [] }],
])('rejects a session settled with %s, and stores nothing', async (_, over) => {
  const { offer, server, storage, client } = start()
  const wallet = fakeWallet(server)
  const { uri, session } = await offer()
  const caught = session.catch((e: unknown) => e)
  await wallet.pair(uri, over)
  expect(await caught).toMatchObject({ code: 'wallet_answer_invalid' })
  expect(storage.values.has(sessionKey)).toBe(false)
  expect(client.session()).toBeUndefined()
  expect(wallet.refusals).toHaveLength(1)
})

test.each([
  ['a chain', { chains: ['eip155:1', 'eip155:137'], methods: [], events: [] }, 5100],
  ['a method', { chains: ['eip155:1'], methods: ['eth_sign'], events: [] }, 5101],
  ['an event', { chains: ['eip155:1'], methods: [], events: ['message'] }, 5102],
])('rejects a session without %s that the site requires', async (_, eip155, code) => {
  const { client, server, storage } = start()
  const wallet = fakeWallet(server)
  const required = { eip155 }
  const link = Promise.withResolvers<string>()
  const namespaces = { eip155: { ...eip155, methods: ['personal_sign', ...eip155.methods] } }
  const { signal } = new AbortController()
  const session = client.propose({ signal, onUri: link.resolve, namespaces, required })
  const caught = session.catch((e: unknown) => e)
  await wallet.pair(await link.promise, { only: { eip155: onChain('eip155:1') } })
  expect(await caught).toMatchObject({
    code: 'wallet_answer_invalid',
    message: expect.stringMatching(/^Non conforming namespaces\. /),
    cause: { code: 9 },
  })
  expect(wallet.refusals).toMatchObject([{ code }])
  expect(storage.values.has(sessionKey)).toBe(false)
  expect(client.session()).toBeUndefined()
})

test('rejects a malformed settlement with the protocol’s code', async () => {
  const { offer, server, pass } = start()
  const wallet = fakeWallet(server)
  const { uri, session } = await offer()
  const caught = session.catch((e: unknown) => e)
  await wallet.pair(uri, { raw: { namespaces: 'all of them' } })
  expect(wallet.refusals).toMatchObject([{ code: 1005 }])
  await pass(61_000, 5_000)
  expect(await caught).toMatchObject({ code: 'timeout' })
})

test('limits a wallet’s additional chains, families, methods and events to the request', async () => {
  const plain = await connected()
  const { eip155 } = plain.session.namespaces
  const { session, wallet, client } = await connected({
    more: {
      eip155: {
        chains: [...(eip155?.chains ?? []), 'eip155:666'],
        accounts: [...(eip155?.accounts ?? []), 'eip155:666:0x0000000000000000000000000000000000000001'],
        methods: [...(eip155?.methods ?? []), 'eth_stealAll'],
        events: [...(eip155?.events ?? []), 'made_up'],
      },
      cosmos: onChain('cosmos:hub'),
      'eip155:5': onChain('eip155:5'),
    },
  })
  expect(session.namespaces).toEqual(plain.session.namespaces)
  expect(wallet.refusals).toEqual([])
  wallet.answers(() => '0xsigned')
  expect(await client.request(sign)).toBe('0xsigned')
})

test('drops methods that were not requested, so that they are never sent', async () => {
  const { client, session } = await connected({ methods: ['eth_stealAll'] })
  expect(session.namespaces.eip155?.methods).not.toContain('eth_stealAll')
  await expect(client.request({ ...sign, method: 'eth_stealAll' })).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(client.request({ ...sign, chainId: 'eip155:5' })).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(client.emit({ name: 'made_up', data: 1 }, 'eip155:1')).rejects.toMatchObject({ code: 'unauthorized' })
})

test('expires an unanswered request with its message, and aborts an unwanted one', async () => {
  const { client, pass } = await connected()
  const late = client.request(sign).catch((e: unknown) => e)
  const own = new AbortController()
  const unwanted = client.request({ ...sign, signal: own.signal }).catch((e: unknown) => e)
  own.abort()
  expect(await unwanted).toMatchObject({ code: 'aborted' })
  await pass(301_000, 5_000)
  expect(await late).toMatchObject({ code: 'timeout', message: 'Request expired. Please try again.' })
  await expect(client.request({ ...sign, expirySeconds: 10 })).rejects.toMatchObject({ code: 'invalid_input' })
})

test('ignores messages with a wrong key, replays, duplicates, and responses to other requests', async () => {
  const { client, wallet, server, session, log } = await connected()
  const events: unknown[] = []
  client.on((e) => events.push(e))
  server.publish({ topic: session.topic, message: 'AAAA' })
  wallet.forge(generateKey(), { id: 1, jsonrpc: '2.0', method: 'wc_sessionDelete', params: { code: 1, message: '' } })
  expect(log.errors).toHaveLength(2)
  server.faults.copies = 3
  wallet.send('wc_sessionEvent', { event: { name: 'chainChanged', data: 10 }, chainId: 'eip155:10' })
  expect(events).toHaveLength(1)
  server.faults.copies = 1
  for (const { topic, message } of [...server.mailbox]) server.publish({ topic, message })
  expect(events).toHaveLength(1)
  wallet.say({ id: 12345, jsonrpc: '2.0', result: 'for nobody' })
  expect(client.session()).toEqual({ ...session, lastIds: expect.anything() })
})

test('ignores its own messages when echoed', async () => {
  const { client, server, session, wallet } = await connected()
  const events: unknown[] = []
  client.on((e) => events.push(e))
  await client.emit({ name: 'chainChanged', data: 10 }, 'eip155:10')
  const response = client.request(sign)
  await settle()
  const published = server.frames.length
  for (const { topic, message, from } of [...server.mailbox])
    if (topic === session.topic && from !== -1) server.publish({ topic, message })
  await settle()
  expect(events).toEqual([])
  expect(server.frames).toHaveLength(published)
  wallet.answerNow('0xreal')
  expect(await response).toBe('0xreal')
})

test('ignores a response on the wrong topic', async () => {
  const { client, wallet, offer } = await connected()
  const response = client.request(sign)
  const second = await offer()
  second.session.catch(() => undefined)
  wallet.answerOn(second.uri, wallet.lastId(), '0xforged')
  wallet.answers(() => '0xreal')
  wallet.answerNow()
  expect(await response).toBe('0xreal')
})

test('rejects a malformed response', async () => {
  const { client, wallet } = await connected()
  const pinged = client.ping()
  await settle()
  wallet.answerNow('yes, sir')
  await expect(pinged).rejects.toMatchObject({ code: 'wallet_answer_invalid' })
})

test('rejects an oversized request before sending it', async () => {
  const { client } = await connected()
  await expect(client.request({ ...sign, params: ['0'.repeat(200_000)] })).rejects.toMatchObject({
    code: 'body_too_large',
  })
})

test('restores a session after a reload, unless expired, foreign or corrupt', async () => {
  const { storage, session, server, client, clock } = await connected()
  client.dispose()
  const again = start({ storage, server, clock })
  expect(again.client.session()).toEqual(session)
  again.client.dispose()
  const keychain = storage.values.get(keychainKey)!
  storage.values.set(keychainKey, JSON.stringify({ ...JSON.parse(keychain), [session.topic]: generateKey() }))
  const foreign = start({ storage, server, clock })
  await settle()
  expect(foreign.client.session()).toBeUndefined()
  storage.values.set(keychainKey, keychain)
  storage.values.set(sessionKey, '[{"topic":1}]')
  expect(start({ storage, server, clock }).client.session()).toBeUndefined()
})

test('reports the end of a session once, by expiry, by the wallet or by us', async () => {
  const first = await connected({ expiry: 1_700_000_600 })
  const ended: unknown[] = []
  first.client.on((e) => ended.push(e))
  await first.pass(601_000, 5_000)
  expect(ended).toEqual([{ type: 'ended', by: 'expiry' }])
  const second = await connected()
  second.client.on((e) => ended.push(e))
  second.wallet.send('wc_sessionDelete', { code: 6000, message: 'bye' })
  expect(ended[1]).toEqual({ type: 'ended', by: 'wallet' })
  await expect(second.client.request(sign)).rejects.toMatchObject({ message: 'Please call connect() before request()' })
  const third = await connected()
  const pending = third.client.request(sign).catch((e: unknown) => e)
  await third.client.disconnect()
  expect(await pending).toMatchObject({ code: 'provider_disconnected' })
  expect(third.wallet.received.at(-1)).toMatchObject({ method: 'wc_sessionDelete', params: { code: 6000 } })
  expect(third.storage.values.has(sessionKey)).toBe(false)
})

test('shares a session’s start, updates and end between two tabs', async () => {
  const one = await connected()
  const two = start({ storage: one.storage, server: one.server, clock: one.clock })
  expect(two.client.session()?.topic).toBe(one.session.topic)
  one.wallet.answers(() => '0xtwo')
  expect(await two.client.request(sign)).toBe('0xtwo')
  const events: unknown[] = []
  two.client.on((e) => events.push(e))
  await one.client.disconnect()
  expect(events).toEqual([{ type: 'ended', by: 'otherTab' }])
  expect(two.client.session()).toBeUndefined()
})

test('delivers one response after a connection loss with duplicates and reordering', async () => {
  const { client, wallet, server, pass } = await connected()
  const response = client.request(sign)
  await pass(100, 100)
  server.cut()
  server.faults.copies = 2
  server.faults.reverses = true
  wallet.answerNow('0xlate')
  await pass(2_000)
  expect(await response).toBe('0xlate')
})
