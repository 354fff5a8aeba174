import { once } from 'node:events'
import { request } from 'node:http'
import { Writable } from 'node:stream'
import { generateKey } from '@billfold/protocol/wc/keys'
import { signRelayJwt } from '@billfold/protocol/wc/relayJwt'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startTestCluster, type TestCluster } from '../db/testDatabase.ts'
import { createLog } from '../log.ts'
import { subscriptionId } from './delivery.ts'
import { readRelayConfig } from './relayConfig.ts'
import { type RunningRelay, startRelay } from './startRelay.ts'
import { connectClient, newMessage, newTopic } from './testClient.ts'

let cluster: TestCluster
let relay: RunningRelay
let database: Awaited<ReturnType<TestCluster['create']>>
let said = ''
const others: RunningRelay[] = []
const clients: { close(): Promise<void> }[] = []

const log = createLog(
  'trace',
  new Writable({
    write(chunk, _, done) {
      said += chunk
      done()
    },
  }) as never,
)
const start = (env: Record<string, string> = {}) =>
  startRelay(readRelayConfig({ PORT: '0', DATABASE_URL: database.url, ...env }), log)

beforeAll(async () => {
  cluster = await startTestCluster()
  database = await cluster.create()
  relay = await start()
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
  for (const other of others.splice(0)) await other.close()
})
afterAll(async () => {
  await relay.close()
  await cluster.stop()
})

async function client(options: Parameters<typeof connectClient>[1] = {}, url = relay.url) {
  const made = await connectClient(url, options)
  clients.push(made)
  return made
}
async function another(env: Record<string, string>) {
  const made = await start(env)
  others.push(made)
  return made
}
const get = async (path: string) => fetch(`${relay.url.replace('ws', 'http')}${path}`)

describe('publishing', () => {
  it('reaches who listens, and not who published', async () => {
    const [a, b, topic, message] = [await client(), await client(), newTopic(), newMessage()]
    expect(await a.ask('irn_subscribe', { topic })).toBe(subscriptionId(topic, a.clientId))
    await b.ask('irn_subscribe', { topic })
    const before = Date.now()
    expect((await a.publish(topic, message, { attestation: 'abc' })).result).toBe(true)
    const [push] = await b.pushes(1)
    expect(push).toMatchObject({ topic, message, tag: 1108, attestation: 'abc' })
    expect(Math.abs(push!.publishedAt - before)).toBeLessThan(10_000)
    await a.ask('irn_subscribe', { topic })
    expect(a.received).toEqual([])
  })

  it('keeps what nobody listens to yet, in order, and brings it after the answer', async () => {
    const [a, b, topic] = [await client(), await client(), newTopic()]
    const messages = Array.from({ length: 150 }, () => newMessage())
    for (const message of messages) await a.publish(topic, message)
    await b.ask('irn_batchSubscribe', { topics: [topic] })
    expect((await b.pushes(150)).map((push) => push.message)).toEqual(messages)
    expect(b.texts[0]).toContain('"result"')
  })

  it('delivers again until it is acknowledged, per client', async () => {
    const [a, topic, message] = [await client(), newTopic(), newMessage()]
    const [seed, other] = [generateKey(), generateKey()]
    await a.publish(topic, message)
    const deaf = await client({ seed, acknowledge: false })
    await deaf.ask('irn_subscribe', { topic })
    await deaf.pushes(1)
    await deaf.close()
    const back = await client({ seed })
    await back.ask('irn_subscribe', { topic })
    await back.pushes(1)
    // What comes after an acknowledgement on the same socket finds it noted.
    await back.ask('irn_fetchMessages', { topic })
    await back.close()
    const again = await client({ seed })
    await again.ask('irn_subscribe', { topic })
    expect(await again.ask('irn_fetchMessages', { topic })).toEqual({ messages: [], hasMore: false })
    expect(again.received).toEqual([])
    const stranger = await client({ seed: other })
    await stranger.ask('irn_subscribe', { topic })
    await stranger.pushes(1)
  })

  it('takes the same message twice and delivers it once', async () => {
    const [a, b, topic, message] = [await client(), await client(), newTopic(), newMessage()]
    await b.ask('irn_subscribe', { topic })
    const [one, two] = await Promise.all([a.publish(topic, message), a.publish(topic, message)])
    expect([one.result, two.result, (await a.publish(topic, message)).result]).toEqual([true, true, true])
    const last = newMessage()
    await a.publish(topic, last)
    await b.pushes(2)
    expect(b.received.map((push) => push.message)).toEqual([message, last])
    const elsewhere = newTopic()
    await b.ask('irn_subscribe', { topic: elsewhere })
    await a.publish(elsewhere, message)
    await b.pushes(3)
  })

  it('reaches every tab of a client', async () => {
    const [a, seed, topic, message] = [await client(), generateKey(), newTopic(), newMessage()]
    const [one, two] = [await client({ seed }), await client({ seed })]
    await one.ask('irn_subscribe', { topic })
    await a.publish(topic, message)
    await Promise.all([one.pushes(1), two.pushes(1)])
  })

  it('stops when it is asked to', async () => {
    const [a, b, topic, open] = [await client(), await client(), newTopic(), newTopic()]
    await b.ask('irn_batchSubscribe', { topics: [topic, open] })
    expect(await b.ask('irn_unsubscribe', { topic, id: 'whatever' })).toBe(true)
    await a.publish(topic, newMessage())
    await a.publish(open, newMessage())
    expect((await b.pushes(1))[0]?.topic).toBe(open)
    expect(await b.ask('irn_batchUnsubscribe', { subscriptions: [{ topic: open, id: 'x' }] })).toBe(true)
  })

  it('publishes, fetches and acknowledges in batches', async () => {
    const [a, b, c, topic] = [await client(), await client(), await client(), newTopic()]
    const messages = Array.from({ length: 500 }, () => ({ topic, message: newMessage(), ttl: 300, tag: 1 }))
    expect(await a.ask('irn_batchPublish', { messages })).toBe(true)
    const fetched = (await b.ask('irn_batchFetchMessages', { topics: [topic] })) as {
      messages: object[]
      hasMore: boolean
    }
    expect(fetched.messages).toHaveLength(500)
    expect(fetched.hasMore).toBe(false)
    const { createHash } = await import('node:crypto')
    const receipts = messages.map(({ message }) => ({
      topic,
      messageId: createHash('sha256').update(message).digest('hex'),
    }))
    expect(await c.ask('irn_batchReceive', { receipts: receipts.slice(1) })).toBe(true)
    await c.ask('irn_subscribe', { topic })
    expect((await c.pushes(1)).map((push) => push.message)).toEqual([messages[0]?.message])
  })

  it('says when there is more than an answer holds', async () => {
    const [a, b, topic] = [await client(), await client(), newTopic()]
    const messages = Array.from({ length: 40 }, () => newMessage(98_000))
    for (const message of messages) expect((await a.publish(topic, message)).result).toBe(true)
    const seen: string[] = []
    for (let hasMore = true; hasMore; ) {
      const page = (await b.ask('irn_fetchMessages', { topic })) as {
        messages: { message: string }[]
        hasMore: boolean
      }
      expect(page.messages.length).toBeGreaterThan(0)
      for (const { message } of page.messages) if (!seen.includes(message)) seen.push(message)
      hasMore = page.hasMore
    }
    expect(seen).toEqual(messages)
  })

  it('proposes and approves a session in one call each', async () => {
    const [dapp, wallet, pairing, session] = [await client(), await client(), newTopic(), newTopic()]
    const [proposal, response, settlement] = [newMessage(), newMessage(), newMessage()]
    await dapp.ask('wc_proposeSession', {
      pairingTopic: pairing,
      sessionProposal: proposal,
      ttl: 300,
      correlationId: 7,
    })
    await wallet.ask('irn_subscribe', { topic: pairing })
    expect((await wallet.pushes(1))[0]).toMatchObject({ message: proposal, tag: 1100, attestation: '' })
    await wallet.ask('wc_approveSession', {
      pairingTopic: pairing,
      sessionTopic: session,
      sessionProposalResponse: response,
      sessionSettlementRequest: settlement,
      ttl: 300,
    })
    await dapp.ask('irn_subscribe', { topic: session })
    const got = await dapp.pushes(2)
    expect(got).toContainEqual(expect.objectContaining({ topic: pairing, message: response, tag: 1101 }))
    expect(got).toContainEqual(expect.objectContaining({ topic: session, message: settlement, tag: 1102 }))
    await dapp.publish(session, newMessage())
    await wallet.pushes(2)
  })

  it('speaks the old names, under /v1, with the id as it came', async () => {
    const [a, topic] = [await client({ path: '/v1' }), newTopic()]
    for (const id of ['1700000000000123456', '9007199254740993', '"12"', '1.50']) {
      const before = a.texts.length
      a.socket.send(`{"method":"iridium_subscribe","params":{"topic":"${topic}"},"id":${id},"jsonrpc":"2.0"}`)
      const text = await a.until(() => a.texts[before])
      expect(text).toContain(`"id":${id},`)
      expect(text).toContain('"result"')
    }
  })

  it('forgets what has expired', async () => {
    const [a, b, topic] = [await client(), await client(), newTopic()]
    await a.publish(topic, newMessage())
    await database.pool.query("update relay_messages set expires_at = now() - interval '1 second' where topic = $1", [
      Buffer.from(topic, 'hex'),
    ])
    await b.ask('irn_subscribe', { topic })
    expect(await b.ask('irn_fetchMessages', { topic })).toEqual({ messages: [], hasMore: false })
    await another({}) // a relay tidies as it starts
    for (let rows = -1; rows !== 0; )
      rows = (await database.pool.query('select from relay_messages where topic = $1', [Buffer.from(topic, 'hex')]))
        .rowCount!
    expect(b.received).toEqual([])
  })
})

describe('refusing', () => {
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
    ['irn_publish', undefined, -32600, 'InvalidPayload'],
    ['irn_batchSubscribe', { topics: Array(501).fill('ab'.repeat(32)) }, -32600, 'InvalidPayload'],
    ['irn_batchSubscribe', { topics: [] }, -32600, 'InvalidPayload'],
    ['irn_nothing', {}, -32601, 'MethodNotFound'],
    ['constructor', {}, -32601, 'MethodNotFound'],
  ])('%s names what is wrong', async (method, params, code, data) => {
    const a = await client()
    expect((await a.call(method, params)).error).toMatchObject({ code, data })
    expect((await a.call('irn_subscribe', { topic: newTopic() })).result).toBeTypeOf('string')
  })

  it('takes a message of the largest size', async () => {
    const [a, b, topic, message] = [await client(), await client(), newTopic(), 'A'.repeat(131_072)]
    await b.ask('irn_subscribe', { topic })
    expect((await a.publish(topic, message)).result).toBe(true)
    expect((await b.pushes(1))[0]?.message).toBe(message)
  })

  it('ends a socket that sends a frame beyond the limit, with a code clients bear', async () => {
    const a = await client()
    a.socket.send('x'.repeat(5_000_000))
    const [code] = await once(a.socket, 'close')
    expect(code).toBe(1009)
  })

  const now = () => Math.floor(Date.now() / 1_000)
  const token = (o: object) =>
    signRelayJwt({ seed: generateKey(), audience: relay.url, subject: 'x', issuedAt: now(), ...o })
  it.each([
    ['no token', () => '', 'there is none'],
    ['garbage', () => 'abc', 'not a JSON web token'],
    ['another relay', () => token({ audience: 'wss://relay.example' }), 'meant for another relay'],
    ['an old one', () => token({ issuedAt: now() - 90_000 }), 'has expired'],
    ['one of tomorrow', () => token({ issuedAt: now() + 1_000 }), 'issued in the future'],
    ['a forged one', () => token({}).slice(0, -8) + 'AAAAAAAA', 'signature is wrong'],
  ])('answers with the reason and never with code 3000: %s', async (_, make, why) => {
    const a = await client({ jwt: make() })
    for (const method of ['irn_subscribe', 'irn_publish', 'nonsense']) {
      const { error, result } = await a.call(method, { topic: newTopic(), message: 'AAAA', ttl: 300, tag: 0 })
      expect(result).toBeUndefined()
      expect(error).toMatchObject({ code: 3000, data: 'Unauthorized' })
      expect(error?.message).toContain(why)
    }
    expect(a.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('takes the token from the header as well', async () => {
    const socket = new WebSocket(relay.url, { headers: { authorization: `Bearer ${token({})}` } })
    await once(socket, 'open')
    socket.send(JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_subscribe', params: { topic: newTopic() } }))
    const [data] = await once(socket, 'message')
    expect(JSON.parse(String(data)).result).toBeTypeOf('string')
    socket.terminate()
  })

  it('limits a client, and says so in a frame', async () => {
    const strict = await another({ RELAY_CLIENT_RATE: '20' })
    const [a, b] = [await client({}, strict.url), await client({}, strict.url)]
    const answers = await Promise.all(Array.from({ length: 30 }, () => a.call('irn_subscribe', { topic: newTopic() })))
    const refused = answers.filter(({ error }) => error)
    expect(refused.length).toBeGreaterThanOrEqual(9)
    expect(refused[0]?.error).toMatchObject({ code: 3001, data: 'TooManyRequests' })
    expect((await b.call('irn_subscribe', { topic: newTopic() })).error).toBeUndefined()
    const messages = Array.from({ length: 21 }, () => ({ topic: newTopic(), message: 'AAAA', ttl: 300, tag: 0 }))
    expect((await b.call('irn_batchPublish', { messages })).error?.code).toBe(3001)
  })

  it('limits an address: requests, bytes, sockets and upgrades', async () => {
    const few = await another({ RELAY_ADDRESS_RATE: '10' })
    const [a, b] = [await client({}, few.url), await client({}, few.url)]
    const answers = await Promise.all(
      [a, b].flatMap((c) => Array.from({ length: 10 }, () => c.call('irn_subscribe', { topic: newTopic() }))),
    )
    expect(answers.filter(({ error }) => error?.code === 3001).length).toBeGreaterThanOrEqual(9)
    const narrow = await another({ RELAY_ADDRESS_BYTES: '200000' })
    const c = await client({}, narrow.url)
    expect((await c.publish(newTopic(), 'A'.repeat(120_000))).result).toBe(true)
    expect((await c.publish(newTopic(), 'B'.repeat(120_000))).error?.code).toBe(3001)
    const small = await another({ RELAY_ADDRESS_SOCKETS: '2' })
    await client({}, small.url)
    await client({}, small.url)
    await expect(client({}, small.url)).rejects.toThrow('429')
    const slow = await another({ RELAY_ADDRESS_UPGRADES: '2' })
    for (let i = 0; i < 2; i++) await (await client({}, slow.url)).close()
    await expect(client({}, slow.url)).rejects.toThrow('429')
  })

  it('limits topics and refuses publishes when the mailboxes are full', async () => {
    const small = await another({ RELAY_CLIENT_TOPICS: '3', RELAY_MAILBOX_BYTES: '1048576' })
    const a = await client({}, small.url)
    const topics = [newTopic(), newTopic(), newTopic()]
    await a.ask('irn_batchSubscribe', { topics })
    await a.ask('irn_batchSubscribe', { topics })
    expect((await a.call('irn_subscribe', { topic: newTopic() })).error?.data).toBe('SubscriberLimitExceeded')
    // The pages of earlier tests have filled it beyond a megabyte; the relay notices as it starts.
    for (let error: { data?: string } | undefined; error?.data !== 'MailboxLimitExceeded'; )
      error = (await a.publish(newTopic(), newMessage())).error
  })

  it('stays up under any frame', async () => {
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
    expect((await get('/ready')).status).toBe(200)
  })
})

describe('operating', () => {
  it('answers machines over HTTP', async () => {
    expect(await (await get('/health')).json()).toEqual({ status: 'ok' })
    expect((await get('/ready')).status).toBe(200)
    expect((await get('/')).status).toBe(426)
    expect((await get('/nothing')).status).toBe(404)
    const text = await (await get('/metrics')).text()
    for (const name of ['relay_sockets', 'relay_messages_total{what="accepted"}', 'relay_commit_messages_count'])
      expect(text).toContain(name)
    expect((await fetch(`${relay.url.replace('ws', 'http')}/metrics`, { headers: { via: 'x' } })).status).toBe(404)
  })

  it('has no relay at other paths', async () => {
    await expect(connectClient(relay.url, { path: '/other' })).rejects.toThrow('404')
  })

  it('pings, and lets go of who does not answer', async () => {
    const brisk = await another({ RELAY_PING_MS: '100' })
    const a = await client({}, brisk.url)
    await once(a.socket, 'ping')
    await once(a.socket, 'ping')
    const key = Buffer.from(generateKey().slice(0, 32), 'hex').toString('base64')
    const headers = {
      connection: 'upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': key,
    }
    const silent = request(brisk.url.replace('ws', 'http'), { headers }).end()
    const [, stream] = await once(silent, 'upgrade')
    stream.resume() // reads pings, never answers one
    await once(stream, 'close')
    expect(a.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('cuts off who does not read, and keeps what it missed', async () => {
    const [a, seed, topic] = [await client(), generateKey(), newTopic()]
    const lazy = await client({ seed, acknowledge: false })
    await lazy.ask('irn_subscribe', { topic })
    lazy.socket.pause()
    const closed = once(lazy.socket, 'close')
    const large = Array.from({ length: 25 }, () => ({ topic, message: newMessage(98_000), ttl: 300, tag: 0 }))
    for (let i = 0; i < 6; i++)
      await a.ask('irn_batchPublish', {
        messages: large.map((m, n) => ({ ...m, message: `${i}${n}${m.message.slice(3)}` })),
      })
    lazy.socket.resume()
    await closed
    const back = await client({ seed })
    await back.ask('irn_subscribe', { topic })
    await back.pushes(150, 30_000)
  })

  it('names nobody in its log, and drops what is said in clear', async () => {
    const [a, topic] = [await client(), newTopic()]
    const tvf = {
      correlationId: 1,
      rpcMethods: ['eth_sendTransaction'],
      chainId: 'eip155:424242',
      txHashes: ['0xfeed'],
    }
    await a.publish(topic, newMessage(), { tvf, ...tvf })
    const { rows } = await database.pool.query(
      'select to_jsonb(m)::text as row from relay_messages m where topic = $1',
      [Buffer.from(topic, 'hex')],
    )
    for (const text of [said, rows[0].row as string]) expect(text).not.toMatch(/424242|0xfeed|eth_sendTransaction/)
    for (const secret of [topic, a.clientId, a.clientId.slice(-20), '127.0.0.1:']) {
      const lines = said.split('\n').filter((line) => !line.includes('waiting for the database'))
      expect(lines.join('\n')).not.toContain(secret)
    }
  })
})
