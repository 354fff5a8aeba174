import { afterAll, beforeAll, expect, it } from 'vitest'
import { sampleAttempts, sendAll } from './firstBytes.ts'
import { expectServed, keepVisiting } from './honestVisitor.ts'
import { attackRelay } from './relayStrangers.ts'
import { type HostileStack, manySockets, socketPaths, startHostileStack } from './startHostileStack.ts'

const attackMs = 60_000

let stack: HostileStack
beforeAll(async () => {
  // On two cores under attack, a quote takes its time.
  stack = await startHostileStack({ ...manySockets, QUOTE_TIMEOUT_MS: '12000' })
})
afterAll(() => stack?.stop())

/** Invalid openings at one service, again and again. */
async function knock(name: keyof HostileStack['doors'], over: AbortSignal): Promise<void> {
  for (let seed = 0; !over.aborted; seed++)
    await sendAll(stack.door(name), sampleAttempts(200, seed, socketPaths[name]), { atOnce: 10 })
}

async function attack(ms: number) {
  const over = AbortSignal.timeout(ms)
  const visit = keepVisiting(stack.doors, over)
  const doors = ['relay', 'api', 'site', 'devnet', 'chain'] as const
  await Promise.all([
    visit,
    attackRelay(`ws://127.0.0.1:${stack.doors.relay}`, over),
    ...doors.map((name) => knock(name, over)),
  ])
  return visit
}

it('a visitor connects, sends, swaps and uses a phone during attacks', { timeout: 900_000 }, async () => {
  expectServed(await attack(20_000)) // until code is compiled and buffers have their size
  const before = await stack.memory()
  const visit = await attack(attackMs)
  console.log(`${visit.rounds} rounds in ${attackMs / 1_000} s of attack`)
  expectServed(visit)
  console.log('megabytes before', before, 'and after', await stack.expectMemoryBack(before))
  expect(stack.output()).not.toMatch(/eyJ[\w-]{20}/)
  await stack.expectUnharmed()
})
