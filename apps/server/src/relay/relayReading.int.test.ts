import { once } from 'node:events'
import { decodeDidKey } from '@billfold/protocol/wc/didKey'
import { generateKey } from '@billfold/protocol/wc/keys'
import { clientIdOf } from '@billfold/protocol/wc/relayJwt'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newMessage, newTopic, type TestClient } from '../../test/testClient.ts'
import { startTestRelay, type TestRelay } from '../../test/testRelay.ts'
import { createMailbox } from './mailbox.ts'

let test: TestRelay
beforeAll(async () => {
  test = await startTestRelay()
})
afterEach(() => test.afterEach())
afterAll(() => test.stop())

const client: TestRelay['client'] = (...options) => test.client(...options)
type Fetched = { messages: { message: string }[]; hasMore: boolean }
const fetchOf = async (one: TestClient, topic: string) =>
  ((await one.ask('irn_fetchMessages', { topic })) as Fetched).messages.map(({ message }) => message)

/** Half a megabyte: the promise of docs/relay.md for clients that do not read. */
const promised = 524_288

describe('reading', () => {
  it('returns a message once, however often and from wherever it is fetched', async () => {
    const [a, topic, seed] = [await client(), newTopic(), generateKey()]
    const messages = Array.from({ length: 30 }, () => newMessage())
    for (const message of messages) await a.publish(topic, message)
    const [b, tab] = [await client({ seed }), await client({ seed })]
    const fetches = [b, tab, b, tab, b].map((one) => fetchOf(one, topic))
    expect((await Promise.all(fetches)).flat().sort()).toEqual([...messages].sort())
    expect(await fetchOf(b, topic)).toEqual([])
    // Another client still gets them.
    expect(await fetchOf(await client(), topic)).toEqual(messages)
    // They are not pushed later either, here or on another node, once that node has read the receipts.
    const [key, mailbox] = [Buffer.from(decodeDidKey(clientIdOf(seed))).toString('hex'), createMailbox(test.pool)]
    const left = async () => (await mailbox.unread(key, [topic], { rows: 50, bytes: 1e6 })).messages.length
    await expect.poll(left).toBe(0)
    const other = await client({ seed }, (await test.another()).url)
    expect(await fetchOf(other, topic)).toEqual([])
    await b.ask('irn_subscribe', { topic })
    expect(b.received).toEqual([])
  })

  it('buffers no more than promised for a socket that never reads', async () => {
    const own = await test.another()
    const held = async () =>
      Number(
        /relay_buffered_bytes (\d+)/.exec(
          await (await fetch(own.url.replace('ws', 'http').concat('/metrics'))).text(),
        )?.[1],
      )
    const [a, lazy, live, old] = [await client({}, own.url), await client({}, own.url), newTopic(), newTopic()]
    const batch = (topic: string) =>
      Array.from({ length: 25 }, () => ({ topic, message: newMessage(98_000), ttl: 300, tag: 0 }))
    for (let i = 0; i < 6; i++) await a.ask('irn_batchPublish', { messages: batch(old) })
    await lazy.ask('irn_subscribe', { topic: live })
    lazy.socket.pause()
    // Everything that delivers messages, repeatedly: a subscription, a fetch, and publishes of others.
    for (let i = 0; i < 40; i++) {
      const frame = (method: string) => JSON.stringify({ id: i + 1, jsonrpc: '2.0', method, params: { topic: old } })
      lazy.socket.send(frame('irn_subscribe'))
      lazy.socket.send(frame('irn_fetchMessages'))
    }
    let most = 0
    for (let i = 0; i < 6; i++) {
      await a.ask('irn_batchPublish', { messages: batch(live) })
      most = Math.max(most, await held())
    }
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(promised)
    // Nothing is lost.
    lazy.socket.resume()
    await lazy.until(() => (lazy.received.filter(({ topic }) => topic === live).length === 150 ? true : undefined))
  })

  it('does not block writes with reads', async () => {
    const own = await test.another({ DATABASE_POOL_SIZE: '4' })
    const [a, topic] = [await client({}, own.url), newTopic()]
    expect((await a.publish(topic, newMessage())).result).toBe(true)
    const readers = await Promise.all(Array.from({ length: 20 }, () => client({}, own.url)))
    const lock = await test.pool.connect()
    try {
      // Every mailbox read blocks; writes do not touch this table.
      await lock.query('begin; lock relay_receipts in access exclusive mode')
      const fetches = readers.map((one) => one.call('irn_fetchMessages', { topic }))
      const answers = Promise.all(Array.from({ length: 20 }, () => a.publish(newTopic(), newMessage())))
      const late = new Promise((_, fail) => setTimeout(() => fail(new Error('writes waited for reads')), 5_000).unref())
      expect(
        ((await Promise.race([answers, late])) as { result: unknown }[]).every(({ result }) => result === true),
      ).toBe(true)
      await lock.query('rollback')
      await Promise.all(fetches)
    } finally {
      lock.release(true)
    }
  })
})

describe('counting', () => {
  it('charges by the request, not by its other fields', async () => {
    const strict = await test.another({ RELAY_CLIENT_RATE: '20' })
    const a = await client({}, strict.url)
    const messages = Array.from({ length: 40 }, () => ({ topic: newTopic(), message: 'AAAA', ttl: 300, tag: 0 }))
    expect((await a.call('irn_batchPublish', { decoy: [], messages })).error?.code).toBe(3001)
  })

  it('charges unrequested responses', async () => {
    const strict = await test.another({ RELAY_CLIENT_RATE: '20' })
    const a = await client({}, strict.url)
    const closed = once(a.socket, 'close')
    for (let i = 0; i < 100; i++) a.socket.send(JSON.stringify({ id: i, jsonrpc: '2.0', result: true }))
    expect((await closed)[0]).toBe(1008)
  })

  it('charges frames of refused clients', async () => {
    const strict = await test.another({ RELAY_ADDRESS_RATE: '20' })
    const a = await client({ jwt: 'abc' }, strict.url)
    const closed = once(a.socket, 'close')
    for (let i = 0; i < 100; i++) void a.call('irn_subscribe', { topic: newTopic() }).catch(() => {})
    expect((await closed)[0]).toBe(1008)
    expect(a.texts.length).toBeLessThan(60)
  })
})
