import { setTimeout as sleep } from 'node:timers/promises'
import { connectClient, newMessage, newTopic } from '@billfold/server/test/testClient'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attackRelay } from './relayStrangers.ts'
import { type HostileStack, startHostileStack } from './startHostileStack.ts'

const attackMs = 60_000

let stack: HostileStack
let url: string
beforeAll(async () => {
  stack = await startHostileStack()
  url = `ws://127.0.0.1:${stack.doors.relay}`
})
afterAll(() => stack?.stop())

async function readMetrics(): Promise<(name: string) => number> {
  const text = await (await fetch(`${url.replace('ws', 'http')}/metrics`)).text()
  return (name) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])
}
/** The number of the relay's batch writes. */
const commits = async () => (await readMetrics())('relay_commit_messages_count')
/** The relay's memory, minus uncollected garbage. */
async function memory(): Promise<number> {
  await stack.memory()
  const read = await readMetrics()
  return read('nodejs_heap_size_used_bytes') + read('nodejs_external_memory_bytes')
}

/** Two sides of a session that talk in turns until the signal; throws on a rejection or a lost message. */
async function talk(signal: AbortSignal): Promise<number> {
  const topic = newTopic()
  const sides = [await connectClient(url), await connectClient(url)]
  for (const side of sides) await side.ask('irn_subscribe', { topic })
  let turns = 0
  for (; !signal.aborted; turns++) {
    const [speaker, listener] = turns % 2 === 0 ? [sides[0]!, sides[1]!] : [sides[1]!, sides[0]!]
    const before = listener.received.length
    const { error } = await speaker.publish(topic, newMessage(900))
    if (error) throw new Error(`an honest message was refused: ${error.message}`)
    await listener.pushes(before + 1)
    // At full speed, which a quiet machine reaches in spite of the flood, they would reach their own limit.
    await sleep(10)
  }
  await Promise.all(sides.map((side) => side.close()))
  return turns
}

async function attack(ms: number): Promise<number> {
  const over = AbortSignal.timeout(ms)
  const honest = talk(over)
  await Promise.all([attackRelay(url, over), honest])
  return honest
}

it('serves an honest session through floods and slow readers, and keeps its memory', { timeout: 600_000 }, async () => {
  await attack(10_000) // until its code is compiled and its buffers have their size
  const used = await memory()
  const before = await commits()
  const turns = await attack(attackMs)
  const written = (await commits()) - before
  console.log(`an honest session took ${turns} turns in ${written} commits and ${attackMs / 1_000} s of attack`)
  // The time of a commit depends on the machine, which attackers share. But a client that publishes little waits for
  // the current commit and joins the next, however long the flooders' queue is: two commits, and a few while the event
  // loop is theirs.
  expect(turns).toBeGreaterThan(10)
  expect(written / turns).toBeLessThan(8)
  await expect.poll(memory).toBeLessThan(used * 1.25 + 32_000_000)
  // No log contains the person's token.
  expect(stack.output()).not.toMatch(/eyJ[\w-]{20}/)
  await stack.expectUnharmed()
})
