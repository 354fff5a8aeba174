import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newMessage, newTopic, type TestClient } from '../../test/testClient.ts'
import { startTestRelay, type TestRelay } from '../../test/testRelay.ts'

let test: TestRelay
beforeAll(async () => {
  test = await startTestRelay()
})
afterEach(async () => {
  await test.afterEach()
  await test.pool.query('update relay_messages set expires_at = now()')
})
afterAll(() => test.stop())

const client: TestRelay['client'] = (...options) => test.client(...options)
const another: TestRelay['another'] = (env) => test.another({ TRUST_PROXY: '1', ...env })
const isFull = { code: -32000, data: 'MailboxLimitExceeded' }

/** Publishes messages of 30 KB until one is rejected; returns how many were accepted. */
async function fill(from: TestClient, topicOf: () => string): Promise<number> {
  for (let taken = 0; taken < 200; taken++) {
    const { error } = await from.publish(topicOf(), newMessage(22_000))
    if (!error) continue
    expect(error).toMatchObject(isFull)
    return taken
  }
  throw new Error('no publish was rejected')
}

/** Publishes as soon as there is space again. */
const untilTaken = (from: TestClient, topic = newTopic()) =>
  expect.poll(async () => (await from.publish(topic, newMessage(22_000))).result).toBe(true)

describe('mailbox quotas', () => {
  it("limits a topic's unread messages, and frees acknowledged ones at once", async () => {
    const { url } = await another({ RELAY_TOPIC_STORED: '131072' })
    const [a, topic] = [await client({ address: '203.0.113.1' }, url), newTopic()]
    expect(await fill(a, () => topic)).toBe(4)
    // Other topics and publishers are not affected by this topic.
    expect((await a.publish(newTopic(), newMessage(22_000))).result).toBe(true)
    const b = await client({ address: '203.0.113.2' }, url)
    expect((await b.publish(topic, newMessage(22_000))).error).toMatchObject(isFull)
    const reader = await client({ address: '203.0.113.3' }, url)
    await reader.ask('irn_subscribe', { topic })
    await reader.pushes(4)
    await untilTaken(a, topic)
  })

  it("limits a publisher's unread messages across topics", async () => {
    const { url } = await another({ RELAY_CLIENT_STORED: '131072' })
    const a = await client({ address: '203.0.113.4' }, url)
    expect(await fill(a, newTopic)).toBe(4)
    const neighbour = await client({ address: '203.0.113.4' }, url)
    expect((await neighbour.publish(newTopic(), newMessage(22_000))).result).toBe(true)
    await test.pool.query('update relay_messages set expires_at = now()')
    await untilTaken(a)
  })

  it('limits an address across clients and nodes', async () => {
    const env = { RELAY_ADDRESS_STORED: '262144' }
    const [one, two] = [await another(env), await another(env)]
    const address = '203.0.113.5'
    let taken = await fill(await client({ address }, one.url), newTopic)
    for (const { url } of [one, two, one, two]) taken += await fill(await client({ address }, url), newTopic)
    // 262,144 bytes, and an eighth more for each node that has not measured again.
    expect(taken).toBeGreaterThanOrEqual(8)
    expect(taken).toBeLessThanOrEqual(10)
    // Acknowledging one's own messages frees nothing: otherwise two clients could fill the store.
    const honest = await client({ address: '203.0.113.6' }, one.url)
    expect((await honest.publish(newTopic(), newMessage(22_000))).result).toBe(true)
    await test.pool.query('update relay_messages set expires_at = now()')
    await untilTaken(await client({ address }, one.url))
  })

  it('never lets one address or network fill the store, and accepts again once messages expire', async () => {
    const { url } = await another({ RELAY_MAILBOX_BYTES: '1048576' })
    const first = await client({ address: '203.0.113.7' }, url)
    expect(await fill(first, newTopic)).toBeLessThanOrEqual(9)
    const neighbour = await client({ address: '203.0.113.9' }, url)
    expect((await neighbour.publish(newTopic(), newMessage(22_000))).error).toMatchObject(isFull)
    const honest = await client({ address: '198.51.100.8' }, url)
    expect((await honest.publish(newTopic(), newMessage(22_000))).result).toBe(true)
    for (let i = 0; i < 6; i++) await fill(await client({ address: `203.0.${i}.10` }, url), newTopic)
    const late = await client({ address: '192.0.2.99' }, url)
    expect((await late.publish(newTopic(), newMessage(22_000))).error).toMatchObject(isFull)
    // The tables on disk stay as large as they were.
    await test.pool.query('update relay_messages set expires_at = now()')
    await untilTaken(late)
  })

  it('deletes unread messages after a day, whatever their ttl', async () => {
    const [a, unread, read] = [await client(), newTopic(), newTopic()]
    for (const topic of [unread, read]) {
      await a.publish(topic, newMessage(), { ttl: 604_800 })
      await a.publish(topic, newMessage(), { ttl: 604_800 })
    }
    const reader = await client()
    expect(((await reader.ask('irn_fetchMessages', { topic: read })) as { messages: object[] }).messages).toHaveLength(
      2,
    )
    await test.pool.query(`update relay_messages set published_at = now() - interval '25 hours'`)
    const count = async (topic: string) =>
      (await test.pool.query('select from relay_messages where topic = $1', [Buffer.from(topic, 'hex')])).rowCount
    await expect.poll(async () => (await test.pool.query('select from relay_receipts')).rowCount).toBeGreaterThan(0)
    await another({}) // a relay cleans up as it starts
    await expect.poll(() => count(unread)).toBe(0)
    expect(await count(read)).toBe(2)
  })

  it('counts to the byte: without messages, zero bytes are stored', async () => {
    const [a, topic] = [await client(), newTopic()]
    const message = newMessage()
    await Promise.all([a.publish(topic, message), a.publish(topic, message), a.publish(newTopic(), newMessage(5_000))])
    await test.pool.query('update relay_messages set expires_at = now()')
    await another({})
    await expect.poll(async () => (await test.pool.query('select from relay_messages')).rowCount).toBe(0)
    expect((await test.pool.query('select sum(bytes)::int as sum from relay_usage')).rows).toEqual([{ sum: 0 }])
  })
})
