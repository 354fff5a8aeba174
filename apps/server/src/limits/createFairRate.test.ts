import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHostedClient } from '../providers/hosted/createHostedClient.ts'
import { createQueryEsplora } from '../rpc/bitcoin/createQueryEsplora.ts'
import type { FetchText } from '../rpc/fetchJson.ts'
import { createFairRate } from './createFairRate.ts'
import type { Quota } from './createMemoryLimiter.ts'
import { runAsVisitor } from './visitor.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A service with a limit over any window, which blocks callers over the limit for ten minutes. */
function serviceOf({ limit, windowMs }: Quota) {
  const times: number[] = []
  let closedUntil = 0
  let closings = 0
  const fetchText: FetchText = async () => {
    const now = Date.now()
    times.push(now)
    const isOver = times.filter((at) => at > now - windowMs).length > limit
    if (isOver && now >= closedUntil) closings += 1
    if (isOver) closedUntil = now + 600_000
    if (now >= closedUntil) return { status: 200, headers: new Headers(), text: '7' }
    return { status: 429, headers: new Headers({ 'retry-after': '600' }), text: '{}' }
  }
  const client = (rate?: ReturnType<typeof createFairRate>) =>
    createHostedClient('Acme', {
      url: 'https://acme.example',
      ...(rate && { rate }),
      fetchJson: async (...call) => ({ ...(await fetchText(...call)), json: 7 }),
    })
  return { fetchText, client, closings: () => closings, times }
}
const signal = new AbortController().signal

/**
 * Responses of an honest visitor with a request every two seconds for a minute, beside others with 20 a second each.
 */
async function visitBeside(ask: () => Promise<unknown>, strangers: number) {
  const failures: unknown[] = []
  for (let ms = 0; ms < 60_000; ms += 50) {
    for (let n = 0; n < strangers; n++) void runAsVisitor(`203.0.113.${n}`, ask).catch(() => {})
    if (ms % 2_000 === 1_000) void runAsVisitor('198.51.100.7', ask).catch((e) => failures.push(e))
    await vi.advanceTimersByTimeAsync(50)
  }
  await vi.advanceTimersByTimeAsync(5_000)
  return failures
}

describe('a source with a known limit', () => {
  it.each([
    [{ limit: 3, windowMs: 1_000 }, 1],
    [{ limit: 5, windowMs: 1_000 }, 3],
    [{ limit: 120, windowMs: 60_000 }, 1],
    [{ limit: 600, windowMs: 60_000 }, 4],
  ])('of %j is not blocked by %i others, and serves an honest visitor beside them', async (quota, strangers) => {
    const { client, closings, times } = serviceOf(quota)
    const ask = client(createFairRate({ quota }))
    expect(await visitBeside(() => ask('/', signal), strangers)).toEqual([])
    expect(closings()).toBe(0)
    // It is used all the same: at least a third of its limit goes to the others.
    expect(times.length).toBeGreaterThan((60_000 / quota.windowMs) * quota.limit * 0.33)
  })
})

describe('a source with an unknown limit', () => {
  it("limits one visitor to a page's needs, and so stays open", async () => {
    const { client, closings } = serviceOf({ limit: 400, windowMs: 60_000 })
    const ask = client()
    expect(await visitBeside(() => ask('/', signal), 1)).toEqual([])
    expect(closings()).toBe(0)
  })

  it('is blocked once at most, and its limit is kept from then on', async () => {
    const { client, closings } = serviceOf({ limit: 300, windowMs: 60_000 })
    const ask = client()
    await visitBeside(() => ask('/', signal), 3)
    expect(closings()).toBe(1)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(await visitBeside(() => ask('/', signal), 3)).toEqual([])
    expect(closings()).toBe(1)
  })
})

it('is shared in the same way if it is an Esplora', async () => {
  const quota = { limit: 4, windowMs: 1_000 }
  const { fetchText, closings } = serviceOf(quota)
  const ask = createQueryEsplora({ fetchText, quota, atOnce: 1_000, waiting: 10_000 })
  const chain = { id: 'bip122:00' as const, name: 'Bitcoin', rpcUrls: ['https://a.example'] }
  expect(await visitBeside(() => ask(chain, { path: '/blocks/tip/height' }), 1)).toEqual([])
  expect(closings()).toBe(0)
})

it('rejects a caller that waits too long with a Retry-After, and leaves nothing behind', async () => {
  const rate = createFairRate({ quota: { limit: 2, windowMs: 30_000 } })
  const turn = () => runAsVisitor('a', () => rate.turn())
  await turn()
  const late = expect(turn()).rejects.toMatchObject({ code: 'too_many_requests', retryAfterS: 30 })
  await vi.advanceTimersByTimeAsync(1_000)
  await late
  const gone = new AbortController()
  const left = expect(runAsVisitor('a', () => rate.turn(gone.signal))).rejects.toMatchObject({
    code: 'too_many_requests',
  })
  gone.abort()
  await left
  // Another visitor has the rest of it, at once.
  await runAsVisitor('b', () => rate.turn())
  const many = Array.from({ length: 40 }, () => turn().catch((e) => e.code))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(new Set(await Promise.all(many))).toEqual(new Set(['too_many_requests']))
})

it('never exceeds the limit in any window, no matter who has turns and when', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ limit: fc.integer({ min: 1, max: 12 }), windowMs: fc.integer({ min: 100, max: 3_000 }) }),
      fc.array(fc.tuple(fc.constantFrom(undefined, 'a', 'b', 'c'), fc.integer({ min: 0, max: 400 })), {
        maxLength: 60,
      }),
      async (quota, calls) => {
        const rate = createFairRate({ quota })
        const turns: number[] = []
        for (const [who, pause] of calls) {
          const take = () =>
            rate.turn().then(
              () => void turns.push(Date.now()),
              () => {},
            )
          void (who === undefined ? take() : runAsVisitor(who, take))
          await vi.advanceTimersByTimeAsync(pause)
        }
        await vi.advanceTimersByTimeAsync(5_000)
        for (const at of turns)
          expect(turns.filter((other) => other > at - quota.windowMs && other <= at).length).toBeLessThanOrEqual(
            quota.limit,
          )
      },
    ),
    { numRuns: 60 },
  )
})
