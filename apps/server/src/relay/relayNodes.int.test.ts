import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateKey } from '@billfold/protocol/wc/keys'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { lastingPort } from '../../test/lastingPort.ts'
import { startTestRedis } from '../../test/startTestRedis.ts'
import { connectClient, newMessage, newTopic } from '../../test/testClient.ts'
import { oldestBinaries } from '../../test/testDatabase.ts'
import { publishUntilCut, startRelayProcess } from '../../test/testProcess.ts'
import { type Database, startDatabase } from '../db/embedded.ts'
import { createLog } from '../log/createLog.ts'
import { readRelayConfig } from './relayConfig.ts'
import { type RunningRelay, startRelay } from './startRelay.ts'

const dir = mkdtempSync(join(tmpdir(), `billfold-test-${process.pid}-`))
chmodSync(dir, 0o755) // under root, the database runs as another user
let database: Database
let redis: Awaited<ReturnType<typeof startTestRedis>>
let one: RunningRelay
let two: RunningRelay

const start = (redisUrl: string) =>
  startRelay(readRelayConfig({ PORT: '0', DATABASE_URL: database.url, REDIS_URL: redisUrl }), createLog('silent'))
// Like an operator of several nodes: Debian's own PostgreSQL, durable, if it is installed.
const startAgain = (port: number) => startDatabase({ dir: join(dir, 'database'), port, bin: oldestBinaries })
const METRICS_TOKEN = 'of the test for metrics'
const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
const fanOutIsUp = async ({ url }: RunningRelay) =>
  (await (await fetch(`${url.replace('ws', 'http')}/metrics`, { headers })).text()).includes('relay_fanout_up 1')

beforeAll(async () => {
  database = await startAgain(await lastingPort())
  redis = await startTestRedis()
  one = await start(redis.url)
  two = await start(redis.url)
})
afterAll(async () => {
  await Promise.all([one?.close(), two?.close()])
  await redis?.stop()
  await database?.stop()
  rmSync(dir, { recursive: true, force: true })
})

/** Publishes until the relay accepts, as an SDK does after an error. */
async function publishUntilAccepted(client: Awaited<ReturnType<typeof connectClient>>, topic: string, message: string) {
  const errors: (string | undefined)[] = []
  for (;;) {
    const { result, error } = await client.publish(topic, message)
    if (result === true) return errors
    errors.push(error?.data)
  }
}

describe('two nodes', () => {
  it('connect peers on different nodes, both ways', async () => {
    while (!(await fanOutIsUp(one)) || !(await fanOutIsUp(two))) await new Promise((done) => setImmediate(done))
    const [a, b, topic] = [await connectClient(one.url), await connectClient(two.url), newTopic()]
    await a.ask('irn_subscribe', { topic })
    await b.ask('irn_subscribe', { topic })
    const there = Array.from({ length: 50 }, () => newMessage())
    const back = Array.from({ length: 50 }, () => newMessage())
    await Promise.all([...there.map((m) => a.publish(topic, m)), ...back.map((m) => b.publish(topic, m))])
    expect(new Set((await b.pushes(50)).map((push) => push.message))).toEqual(new Set(there))
    expect(new Set((await a.pushes(50)).map((push) => push.message))).toEqual(new Set(back))
    // Announced at once: by polling the mailbox every ten seconds, forty rounds would take minutes.
    for (let i = 51; i < 71; i++) {
      await a.publish(topic, newMessage())
      await b.pushes(i)
      await b.publish(topic, newMessage())
      await a.pushes(i)
    }
    await Promise.all([a.close(), b.close()])
  })

  it('share the mailbox and deliver each message once', async () => {
    const [a, seed, topic, message] = [await connectClient(one.url), generateKey(), newTopic(), newMessage()]
    await a.publish(topic, message)
    const b = await connectClient(two.url, { seed })
    await b.ask('irn_subscribe', { topic })
    await b.pushes(1)
    expect((await b.publish(newTopic(), message)).result).toBe(true)
    // The same message through the other node: a client that has it does not get it again.
    await connectClient(two.url).then((c) => c.publish(topic, message).then(() => c.close()))
    const last = newMessage()
    await a.publish(topic, last)
    await b.pushes(2)
    expect(b.received.map((push) => push.message)).toEqual([message, last])
    await Promise.all([a.close(), b.close()])
  })

  it('share the limits of an address', async () => {
    const env = { PORT: '0', DATABASE_URL: database.url, REDIS_URL: redis.url, TRUST_PROXY: '1', METRICS_TOKEN }
    const limited = { ...env, RELAY_ADDRESS_RATE: '300', RELAY_CLIENT_RATE: '1000', RELAY_ADDRESS_SOCKETS: '4' }
    const [here, there] = [
      await startRelay(readRelayConfig(limited), createLog('silent')),
      await startRelay(readRelayConfig(limited), createLog('silent')),
    ]
    while (!(await fanOutIsUp(here)) || !(await fanOutIsUp(there))) await new Promise((done) => setTimeout(done, 20))
    const address = '203.0.113.7'
    const [a, b] = [await connectClient(here.url, { address }), await connectClient(there.url, { address })]
    const other = await connectClient(there.url, { address: '198.51.100.7' })
    const refusal = async (client: typeof a) =>
      (await client.call('irn_unsubscribe', { topic: newTopic(), id: '' })).error
    expect(await refusal(b)).toBeUndefined()
    const calls = Array.from({ length: 290 }, () => refusal(a))
    expect((await Promise.all(calls)).filter(Boolean)).toEqual([])
    // Once the other node knows, a few are left of it there as well.
    await expect
      .poll(async () => (await Promise.all(Array.from({ length: 5 }, () => refusal(b)))).at(-1)?.code, {
        interval: 200,
      })
      .toBe(3001)
    expect(await refusal(other)).toBeUndefined()
    // Two sockets are open there, and two here: no fifth anywhere.
    const more = [await connectClient(here.url, { address }), await connectClient(there.url, { address })]
    await expect
      .poll(
        async () =>
          connectClient(here.url, { address }).then(
            (c) => c.close(),
            (e: Error) => e.message,
          ),
        {
          interval: 500,
        },
      )
      .toContain('429')
    await Promise.all([a, b, other, ...more].map((client) => client.close()))
    await Promise.all([here.close(), there.close()])
  })

  it('lose nothing during a Redis outage', async () => {
    const [a, b, topic] = [await connectClient(one.url), await connectClient(two.url), newTopic()]
    await b.ask('irn_subscribe', { topic })
    await redis.stop()
    const during = [newMessage(), newMessage()]
    for (const message of during) expect((await a.publish(topic, message)).result).toBe(true)
    await b.pushes(2)
    await redis.start()
    const after = newMessage()
    expect((await a.publish(topic, after)).result).toBe(true)
    await b.pushes(3)
    while (!(await fanOutIsUp(one)) || !(await fanOutIsUp(two))) await new Promise((done) => setTimeout(done, 20))
    const again = newMessage()
    await a.publish(topic, again)
    expect((await b.pushes(4)).map((push) => push.message)).toEqual([...during, after, again])
    await Promise.all([a.close(), b.close()])
  })

  it('reject publishes during a database outage, and lose nothing that they accepted', async () => {
    const [a, b, topic, late] = [await connectClient(one.url), await connectClient(two.url), newTopic(), newTopic()]
    await b.ask('irn_subscribe', { topic })
    const lone = await startRelay(readRelayConfig({ PORT: '0', DATABASE_URL: database.url }), createLog('silent'))
    const c = await connectClient(lone.url)
    const early = newMessage()
    await a.publish(late, early)
    const accepted: string[] = []
    let isOver = false
    const traffic = (async () => {
      while (!isOver) {
        const message = newMessage()
        if ((await a.publish(topic, message)).result === true) accepted.push(message)
      }
    })()
    await b.pushes(20)
    await database.stop()
    const refused = await a.publish(topic, newMessage())
    expect(refused.error).toMatchObject({ code: -32603, data: 'Unavailable' })
    const ready = await fetch(`${one.url.replace('ws', 'http')}/ready`)
    expect(ready.status).toBe(503)
    // A subscription made meanwhile is kept, even on a node without announcements, and served from the mailbox as soon
    // as it is back.
    await b.ask('irn_subscribe', { topic: late })
    await c.ask('irn_subscribe', { topic: late })
    database = await startAgain(database.port)
    const message = newMessage()
    await publishUntilAccepted(a, late, message)
    isOver = true
    await traffic
    await c.until(() => (c.received.some((push) => push.message === early) ? true : undefined))
    for (const wanted of [early, message])
      await b.until(() => (b.received.some((push) => push.message === wanted) ? true : undefined))
    await b.until(() => (accepted.every((m) => b.received.some((push) => push.message === m)) ? true : undefined))
    expect(b.received.length).toBe(new Set(b.received.map((push) => push.message)).size)
    await Promise.all([a.close(), b.close(), c.close()])
    await lone.close()
  })

  it('let a client continue on the other node when its own shuts down', async () => {
    const three = await start(redis.url)
    const [seed, topic, a] = [generateKey(), newTopic(), await connectClient(one.url)]
    const b = await connectClient(three.url, { seed })
    await b.ask('irn_subscribe', { topic })
    const closed = new Promise<number>((done) => b.socket.once('close', done))
    const leaving = three.close()
    expect(await closed).toBe(1001)
    const message = newMessage()
    await a.publish(topic, message)
    const moved = await connectClient(two.url, { seed })
    await moved.ask('irn_subscribe', { topic })
    expect((await moved.pushes(1))[0]?.message).toBe(message)
    await leaving
    await Promise.all([a.close(), moved.close()])
  })

  it('lose nothing that a node accepted but did not announce before it was killed', async () => {
    const doomed = await startRelayProcess({ DATABASE_URL: database.url, REDIS_URL: redis.url })
    onTestFinished(() => void doomed.child.kill('SIGKILL'))
    const url = await doomed.url
    const [b, topic, accepted] = [await connectClient(two.url), newTopic(), [] as string[]]
    await b.ask('irn_subscribe', { topic })
    const publishers = await Promise.all(Array.from({ length: 20 }, () => connectClient(url)))
    const over = Promise.all(publishers.map((publisher) => publishUntilCut(publisher, topic, accepted)))
    await b.pushes(100)
    doomed.child.kill('SIGKILL')
    await over
    const had = () => new Set(b.received.map((push) => push.message))
    await b.until(() => (accepted.every((message) => had().has(message)) ? true : undefined))
    await b.close()
  })

  it('start without Redis, and show so in their metrics', async () => {
    const lone = await start('redis://127.0.0.1:1')
    expect(await fanOutIsUp(lone)).toBe(false)
    const [a, b, topic, message] = [
      await connectClient(lone.url),
      await connectClient(two.url),
      newTopic(),
      newMessage(),
    ]
    await a.ask('irn_subscribe', { topic })
    await b.publish(topic, message)
    expect((await a.pushes(1))[0]?.message).toBe(message)
    await Promise.all([a.close(), b.close()])
    await lone.close()
  })
})
