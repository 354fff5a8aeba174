import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { generateKey } from '@billfold/protocol/wc/keys'
import { signRelayJwt } from '@billfold/protocol/wc/relayJwt'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { newMessage, newTopic } from '../../test/testClient.ts'
import { startTestRelay, type TestRelay } from '../../test/testRelay.ts'

let test: TestRelay
beforeAll(async () => {
  test = await startTestRelay()
})
afterEach(() => test.afterEach())
afterAll(() => test.stop())

const another = (env: Record<string, string>) => test.another({ TRUST_PROXY: '1', ...env })
const isRefused = { code: -32000, data: 'SubscriberLimitExceeded' }
const topics = (count: number) => ({ topics: Array.from({ length: count }, newTopic) })

it('limits the subscriptions of an address and of its network, across clients', async () => {
  const { url } = await another({ RELAY_ADDRESS_TOPICS: '100' })
  const at = (address: string) => test.client({ address }, url)
  const one = await at('2001:db8:1:1::1')
  expect((await one.call('irn_batchSubscribe', topics(100))).error).toBeUndefined()
  const neighbour = await at('2001:db8:1:1::2')
  expect((await neighbour.call('irn_subscribe', { topic: newTopic() })).error).toMatchObject(isRefused)
  // Sixteen /64 networks of one /48: sixteen times as much, and no more.
  let taken = 100
  for (let n = 0x200; n < 0x4000; n += 0x200) {
    const client = await at(`2001:db8:1:${n.toString(16)}::1`)
    if ((await client.call('irn_batchSubscribe', topics(100))).error) break
    taken += 100
  }
  expect(taken).toBe(1_600)
  const honest = await at('198.51.100.7')
  expect((await honest.call('irn_subscribe', { topic: newTopic() })).error).toBeUndefined()
  // An unsubscribe frees its share, and so does a closed socket.
  await one.close()
  await expect.poll(async () => (await neighbour.call('irn_subscribe', { topic: newTopic() })).error).toBeUndefined()
})

it('refuses new subscriptions once its memory budget is used, and serves existing ones', async () => {
  const { url } = await another({ RELAY_MEMORY_BYTES: '16777216' })
  const at = (n: number) => test.client({ address: `203.0.${n}.1` }, url)
  const listener = await test.client({ address: '198.51.100.7' }, url)
  const topic = newTopic()
  await listener.ask('irn_subscribe', { topic })
  let refused: unknown
  for (let n = 0; n < 50 && !refused; n++)
    for (const client of [await at(n)])
      for (let i = 0; i < 4; i++) refused ??= (await client.call('irn_batchSubscribe', topics(500))).error
  expect(refused).toMatchObject(isRefused)
  const speaker = await test.client({ address: '198.51.100.8' }, url)
  expect((await speaker.publish(topic, newMessage())).result).toBe(true)
  await listener.pushes(1)
})

const incomplete = Buffer.alloc(3_500_000)

/** Opens a socket and sends most of a frame of four megabytes. */
function stall(url: string, address: string, jwt?: string): Socket {
  const { hostname, port } = new URL(url)
  const stream = connect(Number(port), hostname)
  stream.on('error', () => {})
  // Only a stream that is read emits its end.
  stream.resume()
  const key = randomBytes(16).toString('base64')
  stream.write(`GET /${jwt ? `?auth=${jwt}` : ''} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n`)
  stream.write(
    `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  )
  stream.write(Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0x3f, 0xff, 0xff, 0, 0, 0, 0]))
  stream.write(incomplete)
  return stream
}

it('closes sockets of a network whose frames never end, until the rest fits in its share', {
  timeout: 90_000,
}, async () => {
  const { url } = await another({ RELAY_MEMORY_BYTES: '16777216' })
  const honest = await test.client({ address: '198.51.100.7' }, url)
  let closed = 0
  for (let n = 0; n < 8; n++) {
    const issuedAt = Math.floor(Date.now() / 1_000)
    const jwt = signRelayJwt({ seed: generateKey(), audience: url, subject: 'hostile', issuedAt })
    stall(url, `2001:db8:1:${n}::1`, jwt).on('close', () => closed++)
  }
  // Two of the largest frames always fit.
  await expect.poll(() => closed, { timeout: 60_000 }).toBe(6)
  expect((await honest.call('irn_subscribe', { topic: newTopic() })).error).toBeUndefined()
})

it('keeps nothing of a closed socket, even one without a token', async () => {
  const { url } = await another({ TRUST_PROXY: '0' })
  const metrics = async () => (await fetch(`${url.replace('ws', 'http')}/metrics`)).text()
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const megabytes = () => {
    collect()
    return process.memoryUsage().arrayBuffers / 1e6
  }
  await expect.poll(megabytes).toBeLessThan(10)
  const before = megabytes()
  const streams = Array.from({ length: 6 }, (_, n) => stall(url, `2001:db8:${n}::1`))
  await expect.poll(megabytes).toBeGreaterThan(before + 15)
  for (const stream of streams) stream.destroy()
  await expect.poll(metrics).toContain('relay_sockets 0')
  await expect.poll(megabytes, { timeout: 5_000 }).toBeLessThan(before + 4)
})
