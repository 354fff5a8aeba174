import { afterAll, beforeAll, expect, it } from 'vitest'
import { startRedisCluster } from '../../test/startRedisGroup.ts'
import { newMessage, newTopic, type TestClient } from '../../test/testClient.ts'
import { startTestRelay, type TestRelay } from '../../test/testRelay.ts'
import type { RunningRelay } from './startRelay.ts'

let test: TestRelay
let redis: Awaited<ReturnType<typeof startRedisCluster>>
beforeAll(async () => {
  ;[test, redis] = await Promise.all([startTestRelay(), startRedisCluster()])
})
afterAll(async () => {
  await test?.stop()
  await redis?.stop()
})

const count = Number(process.env.RELAY_TOPICS ?? 2_000)
const nodes = 4
const unlimited = {
  ...{ RELAY_CLIENT_RATE: '100000000', RELAY_ADDRESS_RATE: '100000000', RELAY_ADDRESS_BYTES: '1000000000000' },
  ...{ RELAY_CLIENT_TOPICS: '1000000', RELAY_ADDRESS_TOPICS: '10000000', RELAY_CLIENT_STORED: '10000000000' },
}

async function readMetrics({ url }: RunningRelay) {
  const text = await (await fetch(`${url.replace('ws', 'http')}/metrics`)).text()
  return (line: string) => Number(new RegExp(`^${line.replace(/[{}]/g, '\\$&')} (\\S+)$`, 'm').exec(text)?.[1] ?? 0)
}

async function inLists(topics: string[], run: (list: string[]) => Promise<unknown>) {
  for (let i = 0; i < topics.length; i += 500) await run(topics.slice(i, i + 500))
}

// The long form: RELAY_TOPICS=100000 npm test -- integration apps/server/src/relay/relayShards.int.test.ts
it('sends each of four nodes the announcements of its own topics, and no others', { timeout: 900_000 }, async () => {
  const relays: RunningRelay[] = []
  for (let i = 0; i < nodes; i++) relays.push(await test.another({ REDIS_URL: redis.url, ...unlimited }))
  for (const relay of relays)
    await expect.poll(async () => (await readMetrics(relay))('relay_fanout_up'), { timeout: 30_000 }).toBe(1)
  const topics = relays.map(() => Array.from({ length: count / nodes }, newTopic))
  const listeners: TestClient[] = []
  for (const [i, relay] of relays.entries()) {
    const client = await test.client({}, relay.url)
    listeners.push(client)
    await inLists(topics[i]!, (list) => client.ask('irn_batchSubscribe', { topics: list }))
  }
  // Each topic’s message comes through the node after its own.
  for (const [i, relay] of relays.entries()) {
    const publisher = await test.client({}, relays[(i + 1) % nodes]!.url)
    await inLists(topics[i]!, (list) =>
      publisher.ask('irn_batchPublish', {
        messages: list.map((topic) => ({ topic, message: newMessage(), ttl: 300, tag: 1108 })),
      }),
    )
    await listeners[i]!.pushes(count / nodes)
    expect(new Set(listeners[i]!.received.map(({ topic }) => topic))).toEqual(new Set(topics[i]))
    expect((await readMetrics(relay))('relay_announcements_total{topic="own"}')).toBeGreaterThan(0)
  }
  const received = await Promise.all(relays.map(readMetrics))
  expect(received.map((read) => read('relay_announcements_total{topic="own"}'))).toEqual(
    relays.map(() => count / nodes),
  )
  expect(received.map((read) => read('relay_announcements_total{topic="other"}'))).toEqual(relays.map(() => 0))
})
