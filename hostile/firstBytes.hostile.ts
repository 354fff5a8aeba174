import { afterAll, beforeAll, expect, it } from 'vitest'
import { sampleAttempts, sendAll } from './firstBytes.ts'
import { type HostileStack, manySockets, socketPaths, startHostileStack } from './startHostileStack.ts'

const perDoor = Number(process.env.HOSTILE_TRIES ?? 100_000)
const atATime = 2_000

let stack: HostileStack
beforeAll(async () => {
  stack = await startHostileStack(manySockets)
})
afterAll(() => stack?.stop())

// All services at once: each is a process of its own, and most of the time is waiting for responses.
it.concurrent.each(['relay', 'api', 'site', 'devnet', 'chain', 'farcaster', 'frame', 'guardian'] as const)(
  `%s lives on after ${perDoor} openings that are invalid`,
  { timeout: 1_800_000 },
  async (name) => {
    for (let i = 0; i < perDoor / atATime; i++)
      await sendAll(stack.door(name), sampleAttempts(atATime, i, socketPaths[name]), { atOnce: 100 })
    await stack.expectUnharmed()
    expect(stack.output()).not.toContain('request failed')
  },
)
