import { connectClient, newMessage, newTopic, type TestClient } from '@billfold/server/relay/testClient'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HostileStack, startHostileStack } from './startHostileStack.ts'

const attackMs = 60_000

let stack: HostileStack
let url: string
beforeAll(async () => {
  // Each address that a stranger pretends to is one of its own.
  stack = await startHostileStack({ TRUST_PROXY: '1' })
  url = `ws://127.0.0.1:${stack.doors.relay}`
})
afterAll(() => stack?.stop())

/** Memory that the relay uses, without what its collector has yet to give back. */
async function memory(): Promise<number> {
  const text = await (await fetch(`${url.replace('ws', 'http')}/metrics`)).text()
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])
  return read('nodejs_heap_size_used_bytes') + read('nodejs_external_memory_bytes')
}

/** Two sides of a session that talk, turn by turn, until they are told to stop; throws when one is refused or not heard. */
async function talk(signal: AbortSignal): Promise<number> {
  const topic = newTopic()
  const sides = [
    await connectClient(url, { address: '198.51.100.1' }),
    await connectClient(url, { address: '198.51.100.2' }),
  ]
  for (const side of sides) await side.ask('irn_subscribe', { topic })
  let turns = 0
  for (; !signal.aborted; turns++) {
    const [speaker, listener] = turns % 2 === 0 ? [sides[0]!, sides[1]!] : [sides[1]!, sides[0]!]
    const before = listener.received.length
    const { error } = await speaker.publish(topic, newMessage(900))
    if (error) throw new Error(`an honest message was refused: ${error.message}`)
    await listener.pushes(before + 1)
  }
  await Promise.all(sides.map((side) => side.close()))
  return turns
}

/** Publishes the largest messages for the longest time, many at once, until told to stop. */
async function flood(address: string, topic: string, signal: AbortSignal): Promise<void> {
  const client = await connectClient(url, { address })
  const send = async () => {
    while (!signal.aborted && client.socket.readyState === client.socket.OPEN)
      await client.publish(topic, newMessage(98_000), { ttl: 604_800 }).catch(() => {})
  }
  await Promise.all(Array.from({ length: 8 }, send))
  await client.close()
}

/** Asks for everything and reads nothing. */
async function stare(address: string, topic: string): Promise<TestClient> {
  const client = await connectClient(url, { address, acknowledge: false })
  client.socket.pause()
  for (let id = 1; id <= 200; id++)
    for (const method of ['irn_subscribe', 'irn_fetchMessages'])
      client.socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params: { topic } }))
  return client
}

/** Comes without a token and talks on. */
async function babble(address: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const client = await connectClient(url, { address, jwt: 'none' }).catch(() => undefined)
    for (let i = 0; i < 200; i++) client?.socket.send('{"id":1,"jsonrpc":"2.0","result":true}')
    await new Promise((done) => setTimeout(done, 100))
    await client?.close()
  }
}

async function attack(ms: number): Promise<number> {
  const over = AbortSignal.timeout(ms)
  const topic = newTopic()
  const honest = talk(over)
  const starers = Promise.all(Array.from({ length: 20 }, (_, i) => stare(`203.0.113.${i}`, topic)))
  const strangers = [
    ...Array.from({ length: 12 }, (_, i) => flood(`192.0.2.${i % 3}`, i % 2 ? topic : newTopic(), over)),
    ...Array.from({ length: 4 }, (_, i) => babble(`192.0.2.${10 + i}`, over)),
  ]
  const turns = await honest
  await Promise.all(strangers)
  for (const starer of await starers) await starer.close()
  return turns
}

it('serves an honest session through floods and slow readers, and keeps its memory', { timeout: 600_000 }, async () => {
  await attack(10_000) // until its code is compiled and its buffers are as they will be
  const before = await memory()
  const turns = await attack(attackMs)
  console.log(`an honest session took ${turns} turns in ${attackMs / 1_000} s of attack`)
  // How fast it goes is the machine’s matter, which the strangers share: every turn was taken and heard.
  expect(turns).toBeGreaterThan(2)
  await expect.poll(memory).toBeLessThan(before * 1.25 + 32_000_000)
  // No token is in any log, of whoever came.
  expect(stack.said()).not.toMatch(/eyJ[\w-]{20}/)
  await stack.expectUnharmed()
})
