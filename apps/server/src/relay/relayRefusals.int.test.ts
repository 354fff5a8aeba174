import { once } from 'node:events'
import { generateKey } from '@billfold/protocol/wc/keys'
import { signRelayJwt } from '@billfold/protocol/wc/relayJwt'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { newMessage, newTopic } from '../../test/testClient.ts'
import { startTestRelay, type TestRelay } from '../../test/testRelay.ts'
import { createMailbox } from './mailbox.ts'
import { MailboxError } from './mailboxQuery.ts'
import { createPublishQueue } from './publishQueue.ts'
import { toRelayError } from './relayError.ts'

let test: TestRelay
beforeAll(async () => {
  test = await startTestRelay()
})
afterEach(() => test.afterEach())
afterAll(() => test.stop())

const client: TestRelay['client'] = (...options) => test.client(...options)

describe('refusals', () => {
  it.each([
    ['irn_publish', { topic: 'x', message: 'AAAA', ttl: 300, tag: 0 }, -32600, 'InvalidPayload'],
    ['irn_publish', { topic: 'ab'.repeat(32), message: 'AAAA', ttl: 29, tag: 0 }, -32000, 'TtlTooShort'],
    ['irn_publish', { topic: 'ab'.repeat(32), message: 'AAAA', ttl: 604_801, tag: 0 }, -32000, 'TtlTooLong'],
    [
      'irn_publish',
      { topic: 'ab'.repeat(32), message: 'A'.repeat(131_073), ttl: 300, tag: 0 },
      -32600,
      'InvalidPayload',
    ],
    [
      'irn_publish',
      { topic: 'ab'.repeat(32), message: 'AAAA', ttl: 300, tag: 0, attestation: 'a\0b' },
      -32600,
      'InvalidPayload',
    ],
    [
      'wc_proposeSession',
      { pairingTopic: 'ab'.repeat(32), sessionProposal: 'AAAA', attestation: '\ud83e' },
      -32600,
      'InvalidPayload',
    ],
    ['irn_publish', undefined, -32600, 'InvalidPayload'],
    ['irn_batchSubscribe', { topics: Array(501).fill('ab'.repeat(32)) }, -32600, 'InvalidPayload'],
    ['irn_batchSubscribe', { topics: [] }, -32600, 'InvalidPayload'],
    ['irn_nothing', {}, -32601, 'MethodNotFound'],
    ['constructor', {}, -32601, 'MethodNotFound'],
  ])('%s names the fault', async (method, params, code, data) => {
    const a = await client()
    expect((await a.call(method, params)).error).toMatchObject({ code, data })
    expect((await a.call('irn_subscribe', { topic: newTopic() })).result).toBeTypeOf('string')
  })

  it("stores everyone else's messages when the database rejects one of a commit", async () => {
    const mailbox = createMailbox(test.pool)
    const isUnavailable = (e: unknown) => e instanceof MailboxError && e.isUnavailable
    const queue = createPublishQueue((messages) => mailbox.store(messages), { isUnavailable })
    const [topic, publisher] = [newTopic(), newTopic()]
    // Past the contract, which rejects them: a NUL, and a tag of more than four bytes.
    const bad = new Map<number, object>([
      [3, { attestation: 'a\0b' }],
      [77, { tag: 2 ** 31 }],
    ])
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, (_, i) => {
        const message = { topic, hash: newTopic(), message: newMessage(), tag: 0, attestation: null }
        return queue.add([{ ...message, publisher, origin: '00'.repeat(8), ttlSeconds: 300, ...bad.get(i) }])
      }),
    )
    const failed = results.flatMap((result, i) =>
      result.status === 'rejected' ? [[i, toRelayError(result.reason).why]] : [],
    )
    expect(failed).toEqual([
      [3, 'payload'],
      [77, 'payload'],
    ])
    expect((await mailbox.unread(newTopic(), [topic], { rows: 200, bytes: 1e6 })).messages).toHaveLength(98)
  })

  it('accepts a message of the maximum size', async () => {
    const [a, b, topic, message] = [await client(), await client(), newTopic(), 'A'.repeat(131_072)]
    await b.ask('irn_subscribe', { topic })
    expect((await a.publish(topic, message)).result).toBe(true)
    expect((await b.pushes(1))[0]?.message).toBe(message)
  })

  it.each([
    ['irn_publish', (message: string) => ({ topic: newTopic(), message, ttl: 300, tag: 0 })],
    ['irn_batchPublish', (message: string) => ({ messages: [{ topic: newTopic(), message, ttl: 300, tag: 0 }] })],
    ['wc_proposeSession', (sessionProposal: string) => ({ pairingTopic: newTopic(), sessionProposal })],
  ])('rejects an oversized message to its sender at once, over %s', async (method, params) => {
    const a = await client()
    const rejected = a.call(method, params('A'.repeat(131_073)))
    const next = a.publish(newTopic(), newMessage())
    const [{ error, result }] = await Promise.all([rejected, next])
    expect(result).toBeUndefined()
    expect(error).toMatchObject({ code: -32_600, data: 'InvalidPayload' })
    expect(error?.message).toContain('at most 131072 bytes')
    expect((await next).result).toBe(true)
  })

  it('closes a socket that exceeds the frame limit, with a code that clients handle', async () => {
    const a = await client()
    a.socket.send('x'.repeat(5_000_000))
    const [code] = await once(a.socket, 'close')
    expect(code).toBe(1009)
  })

  const now = () => Math.floor(Date.now() / 1_000)
  const token = (o: object) =>
    signRelayJwt({ seed: generateKey(), audience: test.relay.url, subject: 'x', issuedAt: now(), ...o })
  it.each<[string, () => string, string, string?]>([
    ['no token', () => '', 'there is none'],
    ['garbage', () => 'abc', 'not a JSON web token'],
    ['another relay', () => token({ audience: 'wss://relay.example' }), 'meant for another relay'],
    [
      'a clock that is slow',
      () => token({ issuedAt: now() - 90_000 }),
      'expired, or one of our clocks is wrong',
      'TokenTime',
    ],
    [
      'a clock that is fast',
      () => token({ issuedAt: now() + 1_000 }),
      'in the future, so one of our clocks is wrong',
      'TokenTime',
    ],
    ['a forged one', () => `${token({}).slice(0, -8)}AAAAAAAA`, 'signature is wrong'],
  ])('answers with the reason and never with code 3000: %s', async (_, make, why, data = 'Unauthorized') => {
    const a = await client({ jwt: make() })
    for (const method of ['irn_subscribe', 'irn_publish', 'nonsense']) {
      const { error, result } = await a.call(method, { topic: newTopic(), message: 'AAAA', ttl: 300, tag: 0 })
      expect(result).toBeUndefined()
      expect(error).toMatchObject({ code: 3000, data })
      expect(error?.message).toContain(why)
    }
    expect(a.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('accepts the token from the header as well', async () => {
    const socket = new WebSocket(test.relay.url, { headers: { authorization: `Bearer ${token({})}` } })
    await once(socket, 'open')
    socket.send(JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_subscribe', params: { topic: newTopic() } }))
    const [data] = await once(socket, 'message')
    expect(JSON.parse(String(data)).result).toBeTypeOf('string')
    socket.terminate()
  })

  it('rate-limits a client, with an error frame', async () => {
    // The quota refills evenly: this sends more than refills while a machine stalls.
    const strict = await test.another({ RELAY_CLIENT_RATE: '20' })
    const [a, b] = [await client({}, strict.url), await client({}, strict.url)]
    const answers = await Promise.all(Array.from({ length: 60 }, () => a.call('irn_subscribe', { topic: newTopic() })))
    const refused = answers.filter(({ error }) => error)
    expect(refused.length).toBeGreaterThanOrEqual(9)
    expect(refused[0]?.error).toMatchObject({ code: 3001, data: 'TooManyRequests' })
    expect((await b.call('irn_subscribe', { topic: newTopic() })).error).toBeUndefined()
    const messages = Array.from({ length: 21 }, () => ({ topic: newTopic(), message: 'AAAA', ttl: 300, tag: 0 }))
    expect((await b.call('irn_batchPublish', { messages })).error?.code).toBe(3001)
  })

  it('limits an address: requests, bytes, sockets and upgrades', async () => {
    const few = await test.another({ RELAY_ADDRESS_RATE: '10' })
    const [a, b] = [await client({}, few.url), await client({}, few.url)]
    const answers = await Promise.all(
      [a, b].flatMap((c) => Array.from({ length: 20 }, () => c.call('irn_subscribe', { topic: newTopic() }))),
    )
    expect(answers.filter(({ error }) => error?.code === 3001).length).toBeGreaterThanOrEqual(9)
    const narrow = await test.another({ RELAY_ADDRESS_BYTES: '131072' })
    const c = await client({}, narrow.url)
    expect((await c.publish(newTopic(), 'A'.repeat(120_000))).result).toBe(true)
    expect((await c.publish(newTopic(), 'B'.repeat(120_000))).error?.code).toBe(3001)
    const small = await test.another({ RELAY_ADDRESS_SOCKETS: '2' })
    await client({}, small.url)
    await client({}, small.url)
    await expect(client({}, small.url)).rejects.toThrow('429')
    const slow = await test.another({ RELAY_ADDRESS_UPGRADES: '2' })
    for (let i = 0; i < 2; i++) await (await client({}, slow.url)).close()
    await expect(client({}, slow.url)).rejects.toThrow('429')
  })

  it('limits topics, and refuses publishes when the mailboxes are full', async () => {
    const small = await test.another({ RELAY_CLIENT_TOPICS: '3' })
    const a = await client({}, small.url)
    const topics = [newTopic(), newTopic(), newTopic()]
    await a.ask('irn_batchSubscribe', { topics })
    await a.ask('irn_batchSubscribe', { topics })
    expect((await a.call('irn_subscribe', { topic: newTopic() })).error?.data).toBe('SubscriberLimitExceeded')
    const messages = Array.from({ length: 25 }, () => ({
      topic: newTopic(),
      message: newMessage(90_000),
      ttl: 300,
      tag: 0,
    }))
    await a.ask('irn_batchPublish', { messages })
    const full = await test.another({ RELAY_MAILBOX_BYTES: '1048576' }) // a relay measures the store as it starts
    const b = await client({}, full.url)
    for (let error: { data?: string } | undefined; error?.data !== 'MailboxLimitExceeded'; )
      error = (await b.publish(newTopic(), newMessage())).error
  })

  it('survives any frame', async () => {
    const a = await client()
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.uint8Array({ maxLength: 100 }),
          fc.json(),
          fc
            .record(
              {
                id: fc.oneof(fc.integer(), fc.string({ maxLength: 140 }), fc.constant(null), fc.object()),
                method: fc.oneof(
                  fc.constantFrom('irn_publish', 'irn_subscribe', 'irn_batchReceive', 'wc_approveSession'),
                  fc.string(),
                ),
                params: fc.oneof(
                  fc.anything(),
                  fc.record({
                    topic: fc.constantFrom('ab'.repeat(32), '\0'),
                    message: fc.string(),
                    ttl: fc.integer(),
                    tag: fc.integer(),
                  }),
                ),
                result: fc.anything(),
              },
              { requiredKeys: [] },
            )
            .map((value) => JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? String(v) : v)) ?? ''),
        ),
        async (frame) => {
          a.socket.send(frame)
          expect((await a.call('irn_unsubscribe', { topic: 'cd'.repeat(32) })).result).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
    await expect.poll(async () => (await test.get('/ready')).status).toBe(200)
  })
})
