import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startRedisCluster, startRedisSentinel } from '../../test/startRedisGroup.ts'
import { startTestRedis } from '../../test/startTestRedis.ts'
import { createRedisFanOut } from './fanOut.ts'

const newTopic = () => randomBytes(32).toString('hex')
const message = (topic: string, seq: number) => ({
  ...{ seq, topic, message: 'c2VhbGVk', tag: 1108, attestation: null, publisher: 'ab'.repeat(32) },
  publishedAt: 1_700_000_000_000,
})

/** A node’s fan-out, with the topics that it listens to and the numbers that arrived. */
function startNode(url: string, topics = new Set<string>()) {
  const seqs: number[] = []
  const received: string[] = []
  let gaps = 0
  const fanOut = createRedisFanOut(url, {
    topics: () => [...topics],
    hasTopic: (topic) => topics.has(topic),
    onAnnounced: (messages) => seqs.push(...messages.map(({ seq }) => seq)),
    onReceived: (topic) => received.push(topic),
    onGap: () => gaps++,
    say: () => {},
    beatMs: 200,
  })
  onTestFinished(() => fanOut.close())
  return {
    ...{ fanOut, seqs, received, topics, gaps: () => gaps },
    isUp: () => expect.poll(() => fanOut.isUp(), { timeout: 20_000 }).toBe(true),
    async join(...list: string[]) {
      for (const topic of list) {
        topics.add(topic)
        fanOut.noteTopic(topic)
      }
      await fanOut.whenListening()
    },
  }
}

const kinds = [
  { name: 'one server', start: startTestRedisThatRestarts },
  { name: 'a primary with a sentinel', start: startRedisSentinel },
  { name: 'a cluster of three', start: startRedisCluster },
]

async function startTestRedisThatRestarts() {
  const redis = await startTestRedis()
  const failOver = async () => {
    await redis.stop()
    await redis.start()
  }
  return { ...redis, failOver }
}

describe.each(kinds)('nodes on $name', { timeout: 60_000 }, ({ start }) => {
  let redis: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    redis = await start()
  }, 60_000)
  afterAll(() => redis?.stop())

  it('hear of their own topics only, with the message', async () => {
    const [one, two, three] = [startNode(redis.url), startNode(redis.url), startNode(redis.url)]
    await Promise.all([one.isUp(), two.isUp(), three.isUp()])
    const topics = Array.from({ length: 100 }, newTopic)
    await two.join(...topics.slice(0, 50))
    await three.join(...topics.slice(50))
    one.fanOut.announce(topics.map((topic, seq) => ({ topic, seq, message: message(topic, seq) })))
    await expect.poll(() => two.seqs.length + three.seqs.length).toBe(100)
    expect(new Set(two.received)).toEqual(new Set(topics.slice(0, 50)))
    expect(new Set(three.received)).toEqual(new Set(topics.slice(50)))
    expect(one.received).toEqual([])
    // A topic without subscribers is left again.
    two.topics.delete(topics[0]!)
    two.fanOut.noteTopic(topics[0]!)
    await two.fanOut.whenListening()
    one.fanOut.announce([
      { topic: topics[0]!, seq: 200 },
      { topic: topics[1]!, seq: 201 },
    ])
    await expect.poll(() => two.seqs.at(-1)).toBe(201)
    expect(two.seqs).not.toContain(200)
  })

  it('hear everything again after a failover, and know of the gap', async () => {
    const [one, two] = [startNode(redis.url), startNode(redis.url)]
    await Promise.all([one.isUp(), two.isUp()])
    // Topics of every shard, and so of each server.
    const topics = Array.from({ length: 96 }, newTopic)
    await two.join(...topics)
    const gaps = two.gaps()
    await redis.failOver()
    await expect.poll(() => two.gaps(), { timeout: 30_000 }).toBeGreaterThan(gaps)
    await Promise.all([one.isUp(), two.isUp()])
    const seqs = topics.map((_, i) => 1_000 + i)
    one.fanOut.announce(topics.map((topic, i) => ({ topic, seq: seqs[i]! })))
    await expect.poll(() => new Set(two.seqs).size, { timeout: 10_000 }).toBe(topics.length)
  })
})

describe('nodes of the version before', () => {
  it('exchange messages with new ones on their one channel', async () => {
    const redis = await startTestRedis()
    onTestFinished(redis.stop)
    const [former, observer] = [new Redis(redis.url), new Redis(redis.url)]
    onTestFinished(() => {
      former.disconnect()
      observer.disconnect()
    })
    const [all, known]: [string[], number[]] = [[], []]
    observer.on('pmessage', (_pattern, _channel, text) => all.push(text))
    await observer.psubscribe('billfold:rela?')
    const topic = newTopic()
    const [one, two] = [startNode(redis.url), startNode(redis.url, new Set([topic]))]
    await Promise.all([one.isUp(), two.isUp()])
    one.fanOut.announce([{ topic, seq: 1 }])
    await expect.poll(() => two.seqs).toEqual([1])
    expect(all).toEqual([])

    former.on('message', (_channel, text) =>
      known.push(...JSON.parse(text).messages.map((m: { seq: number }) => m.seq)),
    )
    await former.subscribe('billfold:relay')
    let seq = 1
    await expect
      .poll(() => {
        one.fanOut.announce([{ topic, seq: ++seq }])
        return known.length
      })
      .toBeGreaterThan(0)
    await expect.poll(() => two.seqs.at(-1)).toBe(seq)
    // Through its own channel alone, and not through theirs as well.
    expect(two.seqs.length).toBe(seq)
    await observer.publish('billfold:relay', JSON.stringify({ from: 'former', messages: [{ topic, seq: 500 }] }))
    await expect.poll(() => two.seqs.at(-1)).toBe(500)
    const gaps = two.gaps()
    await observer.publish('billfold:relay', JSON.stringify({ from: 'former', gap: true, messages: [] }))
    await expect.poll(() => two.gaps()).toBe(gaps + 1)
  })
})
