import { KitError } from '@billfold/protocol/error'
import { generateKey } from '@billfold/protocol/wc/keys'
import { writeRequest, writeResult } from '@billfold/protocol/wc/rpcFrame'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { memoryRelay, settle } from '../../test/walletConnect/memoryRelay.ts'
import type { RelayStatus } from '../model/relayStatus.ts'
import { fakeClock } from '../ports/fakeClock.ts'
import { fakeLog } from '../ports/fakeLog.ts'
import { fakePage } from '../ports/fakePage.ts'
import { retryDelay } from './createReconnectingSocket.ts'
import { createRelay } from './createRelay.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

function start() {
  const clock = fakeClock()
  const server = memoryRelay()
  const page = fakePage()
  const messages: string[] = []
  let takes = true
  const relay = createRelay({
    url: () => 'ws://relay.example',
    openWire: server.openWire,
    hear: (_, message) => {
      messages.push(message)
      return takes
    },
    clock,
    page: page.page,
    log: fakeLog(),
    random: () => 0.5,
  })
  const statuses: RelayStatus[] = []
  relay.onStatus((status) => void statuses.push(status))
  ends.push(relay.close)
  const pass = async (ms: number, step = 500) => {
    for (let done = 0; done < ms; done += step) {
      clock.advance(step)
      await settle()
    }
  }
  return { clock, server, page, relay, messages, statuses, pass, take: (yes: boolean) => void (takes = yes) }
}
const failureOf = async (work: Promise<unknown>) => {
  const caught = await work.then(
    () => undefined,
    (e: unknown) => e,
  )
  expect(caught).toBeInstanceOf(KitError)
  return caught as KitError
}
const publish = (topic = generateKey()) => ({ topic, message: 'AAAA', ttl: 300, tag: 1108 })

test('connects only once there is something to send, and reports its status truthfully', async () => {
  const { relay, server, statuses } = start()
  await settle()
  expect(server.opened()).toBe(0)
  expect(relay.status()).toBe('idle')
  await relay.watch(generateKey())
  expect(statuses).toEqual(['reconnecting', 'connected'])
})

test('disconnects when unused, and holds no timer then', async () => {
  const { relay, server, clock, pass } = start()
  const topic = generateKey()
  await relay.watch(topic)
  relay.unwatch(topic)
  await pass(6_000)
  expect(server.methods()).toEqual(['irn_subscribe', 'irn_unsubscribe'])
  expect(relay.status()).toBe('idle')
  expect(server.open()).toBe(0)
  expect(clock.waiting()).toBe(0)
})

test('names a relay that rejects everyone within the deadline, without a reconnect storm', async () => {
  const { relay, server, statuses, pass } = start()
  server.faults.refuses = true
  const failure = failureOf(relay.call('irn_publish', publish()))
  await pass(30_000)
  expect(await failure).toMatchObject({
    code: 'relay_unreachable',
    message: expect.stringContaining('Relay unreachable'),
  })
  expect(statuses).toEqual(['reconnecting', 'unreachable'])
  expect(server.opened()).toBeLessThan(12)
})

test('makes a few thousand attempts in a day’s outage, and recovers with the first response', async () => {
  const { relay, server, pass } = start()
  server.faults.refuses = true
  relay.watch(generateKey()).catch(() => undefined)
  await pass(3_600_000, 5_000)
  expect(server.opened()).toBeLessThan(200)
  expect(relay.status()).toBe('unreachable')
  server.faults.refuses = false
  await pass(31_000)
  expect(relay.status()).toBe('connected')
})

test('detects, drops and names a relay that accepts but never responds', async () => {
  const { relay, server, pass, statuses } = start()
  server.faults.mute = () => true
  const failure = failureOf(relay.call('irn_publish', publish()))
  await pass(30_000)
  const { code, message } = await failure
  expect(code).toBe('relay_unreachable')
  expect(message).toBe('Relay unreachable: no response')
  expect(statuses).not.toContain('connected')
  expect(server.opened()).toBeLessThanOrEqual(3)
})

test.each(['', 'hello', '[]', '{"id":1}', '{"id":true,"result":1}', 'null'])(
  'names the error on invalid data: %j',
  async (response) => {
    const { relay, server, pass } = start()
    server.faults.garbage = response
    const failure = failureOf(relay.call('irn_publish', publish()))
    await pass(30_000)
    expect((await failure).message).toBe('Relay unreachable: it sends invalid messages')
    expect(server.opened()).toBeLessThan(12)
  },
)

test('only loses the connection to an oversized or binary frame', async () => {
  const { relay, server, pass } = start()
  await relay.watch(generateKey())
  server.say('x'.repeat(300_000))
  await pass(1_000)
  server.say(new ArrayBuffer(8))
  await pass(1_000)
  expect(server.opened()).toBe(3)
  expect(relay.status()).toBe('connected')
})

test('keeps the name of a relay’s error', async () => {
  const { relay, server } = start()
  server.faults.error = { code: 3000, message: 'no such project' }
  expect(await failureOf(relay.call('irn_publish', publish()))).toMatchObject({
    code: 'relay_refused',
    message: 'The relay refused: no such project',
  })
  // By the relay's error name, not its message.
  server.faults.error = { code: 3000, data: 'TokenTime', message: 'JWT rejected' } as never
  expect((await failureOf(relay.call('irn_publish', publish()))).code).toBe('relay_clock')
  server.faults.error = { code: 3001, message: 'slow down' }
  expect((await failureOf(relay.call('irn_publish', publish()))).code).toBe('relay_busy')
})

test('names a response of the wrong type', async () => {
  const { relay, server } = start()
  const call = relay.call('irn_batchSubscribe', { topics: [generateKey()] }).catch((e: unknown) => e)
  server.faults.mute = () => true
  await settle()
  const id = server.frames[0]?.id
  server.say(`{"id":${id},"jsonrpc":"2.0","result":{"no":"list"}}`)
  expect(await call).toMatchObject({
    code: 'relay_unreachable',
    message: 'The relay returned an invalid response',
  })
})

test('retries interrupted calls, and resubscribes to topics', async () => {
  const { relay, server, pass } = start()
  const topic = generateKey()
  await relay.watch(topic)
  server.faults.mute = (method) => method === 'irn_publish'
  const done = relay.call('irn_publish', publish())
  await settle()
  server.cut()
  server.faults.mute = () => false
  await pass(1_000)
  expect(await done).toBe(true)
  expect(server.methods()).toEqual(['irn_subscribe', 'irn_publish', 'irn_batchSubscribe', 'irn_publish'])
})

test('pings on silence, and drops a silent relay', async () => {
  const { relay, server, pass } = start()
  await relay.watch(generateKey())
  await pass(25_000)
  expect(server.methods()).toEqual(['irn_subscribe'])
  await pass(10_000)
  expect(server.methods().at(-1)).toBe('irn_batchSubscribe')
  server.faults.mute = () => true
  await pass(60_000)
  expect(server.opened()).toBeGreaterThan(1)
  expect(relay.status()).not.toBe('connected')
})

test('reads pending messages after an hour of sleep before judging the connection', async () => {
  const { clock, relay, server, pass } = start()
  await relay.watch(generateKey())
  server.faults.mute = () => true
  const done = relay.call('irn_publish', publish())
  await settle()
  // The response is unread in the socket while all timers fire at once.
  clock.sleep(3_600_000)
  server.say(writeResult(server.frames.at(-1)!.id, true))
  expect(await done).toBe(true)
  expect([server.opened(), relay.status()]).toEqual([1, 'connected'])
  // A relay that stays silent is dropped even so.
  relay.call('irn_publish', publish()).catch(() => undefined)
  clock.sleep(3_600_000)
  await pass(60_000)
  expect(server.opened()).toBeGreaterThan(1)
})

test('accepts a connection that opened while the page slept, however late', async () => {
  const { clock, relay, server } = start()
  relay.watch(generateKey()).catch(() => undefined)
  clock.sleep(60_000)
  await settle()
  expect([server.opened(), relay.status()]).toEqual([1, 'connected'])
})

test('reconnects at once when the page or the network returns', async () => {
  const { relay, server, page, pass } = start()
  server.faults.refuses = true
  relay.watch(generateKey()).catch(() => undefined)
  await pass(120_000, 1_000)
  const before = server.opened()
  server.faults.refuses = false
  page.page.events.dispatchEvent(new Event('online'))
  await settle()
  expect(server.opened()).toBe(before + 1)
  expect(relay.status()).toBe('connected')
  for (let i = 0; i < 20; i++) page.show()
  await settle()
  expect(server.opened()).toBe(before + 1)
  expect(server.methods().filter((m) => m === 'irn_batchSubscribe')).toHaveLength(2)
})

test('acknowledges only messages that were handled', async () => {
  const { relay, server, messages, take } = start()
  const topic = generateKey()
  await relay.watch(topic)
  take(false)
  server.publish({ topic, message: 'one' })
  await settle()
  expect(server.acks).toEqual([])
  take(true)
  server.publish({ topic, message: 'two' })
  await settle()
  expect(messages).toEqual(['one', 'two'])
  expect(server.acks).toEqual(['2'])
  const foreign = { id: 'x', data: { topic: generateKey(), message: 'three', tag: 0, publishedAt: 0 } }
  server.say(writeRequest('3', 'irn_subscription', foreign))
  await settle()
  expect(messages).toHaveLength(2)
  expect(server.acks).toEqual(['2'])
})

test('holds no timers and makes no calls after closing', async () => {
  const { relay, clock, server } = start()
  await relay.watch(generateKey())
  server.faults.mute = () => true
  const failure = failureOf(relay.call('irn_publish', publish()))
  relay.close()
  expect((await failure).code).toBe('aborted')
  expect((await failureOf(relay.call('irn_publish', publish()))).code).toBe('aborted')
  expect(clock.waiting()).toBe(0)
})

test('doubles the delay up to a cap, with jitter', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (n, chance) => {
      const delay = retryDelay(n, () => chance)
      expect(delay).toBeGreaterThanOrEqual(125)
      expect(delay).toBeLessThanOrEqual(30_000)
      expect(retryDelay(n + 1, () => chance)).toBeGreaterThanOrEqual(delay)
    }),
  )
})
