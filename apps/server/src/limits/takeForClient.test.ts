import { expect, it } from 'vitest'
import { createMemoryLimiter } from './createMemoryLimiter.ts'
import { takeForClient } from './takeForClient.ts'

const quota = { limit: 2, windowMs: 60_000 }
function setUp() {
  const limiter = createMemoryLimiter({ now: () => 0 })
  const take = async (client: string) => (await takeForClient(limiter, 'client:', client, quota)).isAllowed
  const takeAll = async (clients: readonly string[]) => {
    let taken = 0
    for (const client of clients) for (let i = 0; i < 3; i++) if (await take(client)) taken++
    return taken
  }
  return { take, takeAll }
}
const range = (count: number, name: (n: number) => string) => Array.from({ length: count }, (_, n) => name(n))

it.each([
  ['IPv6 /56', 4, range(256, (n) => `2001:db8:1:5${n.toString(16).padStart(2, '0')}::/64`)],
  ['IPv6 /48', 16, range(1_000, (n) => `2001:db8:1:${(n * 64).toString(16)}::/64`)],
  ['IPv4 /24', 16, range(256, (n) => `203.0.113.${n}`)],
])('gives all clients of an %s %i times the quota of one', async (_, times, clients) => {
  const { take, takeAll } = setUp()
  expect(await takeAll(clients)).toBe(quota.limit * times)
  // Others have their own.
  expect(await take('2001:db8:2:1::/64')).toBe(true)
  expect(await take('198.51.100.7')).toBe(true)
})

it('counts a client without a network by itself', async () => {
  const { takeAll } = setUp()
  expect(await takeAll(['unknown', 'unknown'])).toBe(quota.limit)
})
