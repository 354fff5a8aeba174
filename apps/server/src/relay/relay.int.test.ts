import { createHash } from 'node:crypto'
import { generateKey } from '@billfold/protocol/wc/keys'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newMessage, newTopic } from '../../test/testClient.ts'
import { testServers } from '../../test/testDatabase.ts'
import { startTestRelay, type TestRelay } from '../../test/testRelay.ts'
import { subscriptionId } from './subscribers.ts'

describe.each(testServers())('publishing, on $name', ({ start }) => {
  let test: TestRelay
  beforeAll(async () => {
    test = await startTestRelay(start)
  })
  afterEach(() => test.afterEach())
  afterAll(() => test.stop())

  const client: TestRelay['client'] = (...options) => test.client(...options)

  it('reaches subscribers, but not the publisher', async () => {
    const [a, b, topic, message] = [await client(), await client(), newTopic(), newMessage()]
    expect(await a.ask('irn_subscribe', { topic })).toBe(subscriptionId(topic, a.clientId))
    await b.ask('irn_subscribe', { topic })
    const before = Date.now()
    expect((await a.publish(topic, message, { attestation: 'abc' })).result).toBe(true)
    const [push] = await b.pushes(1)
    expect(push).toMatchObject({ topic, message, tag: 1108, attestation: 'abc' })
    expect(push!.publishedAt).toBeGreaterThanOrEqual(before)
    expect(push!.publishedAt).toBeLessThanOrEqual(Date.now())
    await a.ask('irn_subscribe', { topic })
    expect(a.received).toEqual([])
  })

  it('keeps messages until a client subscribes, and delivers them in order after the response', async () => {
    const [a, b, topic] = [await client(), await client(), newTopic()]
    const messages = Array.from({ length: 150 }, () => newMessage())
    for (const message of messages) await a.publish(topic, message)
    await b.ask('irn_batchSubscribe', { topics: [topic] })
    expect((await b.pushes(150)).map((push) => push.message)).toEqual(messages)
    expect(b.texts[0]).toContain('"result"')
  })

  it('redelivers until it is acknowledged, per client', async () => {
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
    await back.ask('irn_unsubscribe', { topic })
    await back.close()
    const receipts = `select from relay_receipts join relay_messages using (seq) where topic = decode($1, 'hex')`
    for (let written = 0; written === 0; ) written = (await test.pool.query(receipts, [topic])).rowCount ?? 0
    const again = await client({ seed, acknowledge: false })
    await again.ask('irn_subscribe', { topic })
    expect(await again.ask('irn_fetchMessages', { topic })).toEqual({ messages: [], hasMore: false })
    expect(again.received).toEqual([])
    const stranger = await client({ seed: other })
    await stranger.ask('irn_subscribe', { topic })
    await stranger.pushes(1)
  })

  it('accepts the same message twice and delivers it once', async () => {
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

  it('stops delivering after an unsubscribe', async () => {
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
    const receipts = messages.map(({ message }) => ({
      topic,
      messageId: createHash('sha256').update(message).digest('hex'),
    }))
    expect(await c.ask('irn_batchReceive', { receipts: receipts.slice(1) })).toBe(true)
    await c.ask('irn_subscribe', { topic })
    expect((await c.pushes(1)).map((push) => push.message)).toEqual([messages[0]?.message])
  })

  it('reports that more messages exist than a response holds', async () => {
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

  it('accepts the old method names, under /v1, and echoes the id unchanged', async () => {
    const [a, topic] = [await client({ path: '/v1' }), newTopic()]
    for (const id of ['1700000000000123456', '9007199254740993', '"12"', '1.50']) {
      const before = a.texts.length
      a.socket.send(`{"method":"iridium_subscribe","params":{"topic":"${topic}"},"id":${id},"jsonrpc":"2.0"}`)
      const text = await a.until(() => a.texts[before])
      expect(text).toContain(`"id":${id},`)
      expect(text).toContain('"result"')
    }
  })

  it('deletes expired messages', async () => {
    const [a, b, topic] = [await client(), await client(), newTopic()]
    await a.publish(topic, newMessage())
    await test.pool.query("update relay_messages set expires_at = now() - interval '1 second' where topic = $1", [
      Buffer.from(topic, 'hex'),
    ])
    await b.ask('irn_subscribe', { topic })
    expect(await b.ask('irn_fetchMessages', { topic })).toEqual({ messages: [], hasMore: false })
    await test.another({}) // a relay cleans up as it starts
    for (let rows = -1; rows !== 0; )
      rows = (await test.pool.query('select from relay_messages where topic = $1', [Buffer.from(topic, 'hex')]))
        .rowCount!
    expect(b.received).toEqual([])
  })
})
