import { sealEnvelope } from '@billfold/protocol/wc/anyEnvelope'
import { encodeBase64Url } from '@billfold/protocol/wc/base64'
import { generateKeyPair } from '@billfold/protocol/wc/keyAgreement'
import { generateKey } from '@billfold/protocol/wc/keys'
import { relayLimits } from '@billfold/protocol/wc/relayRpc'
import { sessionMethods } from '@billfold/protocol/wc/session'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { fakeWallet } from '../../test/walletConnect/fakeWallet.ts'
import { memoryRelay, settle } from '../../test/walletConnect/memoryRelay.ts'
import { setUpWc } from '../../test/walletConnect/setUpWc.ts'
import { sessionKey } from './storageKeys.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})
function start(server = memoryRelay()) {
  const set = setUpWc({ server })
  ends.push(set.client.dispose)
  return set
}
async function connected() {
  const set = start()
  const wallet = fakeWallet(set.server)
  const { uri, session } = await set.offer()
  await wallet.pair(uri)
  return { ...set, wallet, session: await session }
}
const sign = { chainId: 'eip155:1', method: 'personal_sign', params: ['0x00', '0x0'] }
type Faults = ReturnType<typeof memoryRelay>['faults']

const relays: [string, Partial<Faults>, string][] = [
  ['refuses with 401', { refuses: true }, 'relay_unreachable'],
  ['accepts and never answers', { mute: () => true }, 'relay_unreachable'],
  ['answers garbage', { garbage: '<html>502 Bad Gateway</html>' }, 'relay_unreachable'],
  ['refuses every call', { error: { code: 3000, message: 'JWT refused' } }, 'relay_refused'],
  ['goes too fast for itself', { error: { code: 3001, message: 'slow down' } }, 'relay_busy'],
  ['dies before each acknowledgement', { dies: () => true }, 'relay_unreachable'],
]

test.each(relays)(
  'a relay that %s: names the failure within half a minute, and stores no session',
  async (_, faults, code) => {
    const { offer, server, storage, pass, client } = start()
    Object.assign(server.faults, faults)
    const failure = offer().catch((e: unknown) => e)
    await pass(31_000, 500)
    expect(await failure).toMatchObject({ code })
    expect(storage.values.has(sessionKey)).toBe(false)
    expect(client.session()).toBeUndefined()
    expect(server.opened()).toBeLessThan(20)
  },
)

test.each(relays)('a relay that %s: names the request’s failure, and keeps the session', async (_, faults, code) => {
  const { client, server, pass, session } = await connected()
  Object.assign(server.faults, faults)
  server.cut()
  const failure = client.request(sign).catch((e: unknown) => e)
  await pass(31_000, 500)
  expect(await failure).toMatchObject({ code })
  expect(client.session()?.topic).toBe(session.topic)
})

test('prompts once, and delivers the response, if a relay dies before acknowledging', async () => {
  const { client, server, wallet, pass } = await connected()
  let deaths = 0
  server.faults.dies = (method) => method === 'irn_publish' && ++deaths <= 2
  const response = client.request(sign)
  await pass(5_000)
  const requests = wallet.received.filter(({ method }) => method === 'wc_sessionRequest')
  expect(deaths).toBeGreaterThan(2)
  // The same envelope each time, so that a relay, which deduplicates by hash, delivers it once.
  const sent = server.mailbox.filter(({ from }) => from !== -1).map(({ message }) => message)
  expect(new Set(sent.slice(-3)).size).toBe(1)
  expect(new Set(requests.map(({ id }) => id)).size).toBe(1)
  wallet.answerNow('0xonce')
  expect(await response).toBe('0xonce')
})

describe('a relay that loses accepted messages', () => {
  const send = { chainId: 'eip155:1', method: 'eth_sendTransaction', params: [{}] }
  const requests = (server: ReturnType<typeof memoryRelay>) =>
    server.frames.filter((f) => f.method === 'irn_publish' && f.params.tag === 1108).map((f) => f.params.message)

  test('receives a proposal again, so that the link keeps working', async () => {
    const { server, offer, pass } = start()
    const { uri, session } = await offer()
    server.restart()
    await pass(2_000)
    await fakeWallet(server).pair(uri)
    expect((await session).peer.metadata.name).toBe('Fake')
  })

  test('receives a signature request again, byte for byte, with its id', async () => {
    const { client, server, wallet, pass } = await connected()
    const response = client.request(sign)
    await pass(1_000)
    server.restart()
    await pass(2_000)
    const messages = requests(server)
    expect(messages).toHaveLength(2)
    expect(new Set(messages).size).toBe(1)
    wallet.answerNow('0xonce')
    expect(await response).toBe('0xonce')
  })

  test('does not receive a transaction again, and is blamed for the missing response', async () => {
    const { client, server, pass } = await connected()
    const failure = client.request(send).catch((e: unknown) => e)
    await pass(1_000)
    server.restart()
    await pass(301_000, 5_000)
    expect(requests(server)).toHaveLength(1)
    expect(await failure).toMatchObject({ code: 'relay_unreachable' })
  })

  test('is not blamed for a wallet that does not respond to a resent request', async () => {
    const { client, server, pass } = await connected()
    const failure = client.request(sign).catch((e: unknown) => e)
    await pass(1_000)
    server.restart()
    await pass(301_000, 5_000)
    expect(await failure).toMatchObject({ code: 'timeout' })
  })
})

test('names the relay, not the wallet, if it is down when a request expires', async () => {
  const { client, server, pass } = await connected()
  const failure = client.request(sign).catch((e: unknown) => e)
  await pass(1_000)
  server.faults.refuses = true
  server.cut()
  await pass(301_000, 5_000)
  expect(await failure).toMatchObject({ code: 'relay_unreachable' })
})

test('settles one session and one response with everything doubled and reordered', async () => {
  const { server, offer, client, pass } = start()
  server.faults.copies = 2
  server.faults.reverses = true
  const wallet = fakeWallet(server)
  const { uri, session } = await offer()
  await wallet.pair(uri)
  await session
  const events: unknown[] = []
  client.on((event) => events.push(event))
  wallet.answers(() => '0xone')
  expect(await client.request(sign)).toBe('0xone')
  server.cut()
  await pass(2_000)
  expect(events).toEqual([])
})

test.each([
  ['zero', '0'.repeat(64)],
  ['of small order', 'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800'],
])('rejects a session with a wallet whose key is %s, which anyone could read', async (_, responder) => {
  const { offer, server, storage, client } = start()
  const { uri, session } = await offer()
  const failure = session.catch((e: unknown) => e)
  await fakeWallet(server).pair(uri, { responder, settle: false })
  expect(await failure).toMatchObject({ code: 'invalid_input' })
  expect(client.session()).toBeUndefined()
  expect(storage.values.has(sessionKey)).toBe(false)
})

test('ignores an envelope of another type, an oversized one, and one for another key', async () => {
  const { client, server, session, storage, log } = await connected()
  const before = storage.values.get(sessionKey)
  const goodbye = JSON.stringify({
    id: 1,
    jsonrpc: '2.0',
    method: 'wc_sessionDelete',
    params: { code: 1, message: '' },
  })
  const own = generateKeyPair()
  const toUs = { privateKey: own.privateKey, peerPublicKey: session.self.publicKey }
  const plain = new Uint8Array([2, ...new TextEncoder().encode(goodbye)])
  for (const message of [
    sealEnvelope(goodbye, toUs),
    encodeBase64Url(plain),
    sealEnvelope(goodbye, { symKey: generateKey() }),
    'A'.repeat(relayLimits.messageBytes + 4),
  ])
    server.publish({ topic: session.topic, message })
  await settle()
  expect(log.errors).toHaveLength(3) // the oversized one is not even opened
  expect(server.acks.length).toBeGreaterThanOrEqual(4)
  expect(client.session()).toEqual(session)
  expect(storage.values.get(sessionKey)).toBe(before)
  expect(client.status()).toBe('connected')
})

test('stores only what was granted, and keeps running, whatever a wallet sends with the right key', async () => {
  const { client, wallet, session, storage } = await connected()
  const methods = fc.constantFrom(...Object.keys(sessionMethods), 'wc_made_up', '__proto__', 'constructor', '')
  const message = fc.oneof(
    fc.jsonValue(),
    fc.record({ id: fc.jsonValue(), jsonrpc: fc.constant('2.0'), result: fc.jsonValue() }),
    fc.record({ id: fc.integer({ min: 1 }), jsonrpc: fc.constant('2.0'), method: methods, params: fc.jsonValue() }),
    fc.record({ id: fc.integer({ min: 1 }), jsonrpc: fc.constant('2.0'), error: fc.jsonValue() }),
  )
  await fc.assert(
    fc.asyncProperty(message, async (message) => {
      const isGoodbye = (message as { method?: unknown } | null)?.method === 'wc_sessionDelete'
      if (!isGoodbye) wallet.say(message as object)
      await settle()
      expect(client.session()?.namespaces).toEqual(session.namespaces)
      expect(client.session()?.topic).toBe(session.topic)
      expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    }),
    { numRuns: 150 },
  )
  expect(JSON.parse(storage.values.get(sessionKey)!)).toHaveLength(1)
  wallet.answers(() => '0xstill')
  expect(await client.request(sign)).toBe('0xstill')
})
