import { describe, expect, it } from 'vitest'
import { createBatchCache } from '../caches/createBatchCache.ts'
import { createMemo } from '../caches/createMemo.ts'
import { createGate } from './createGate.ts'
import { RateLimitError } from './rateLimitError.ts'
import { runAsVisitor } from './visitor.ts'

/** Work that ends on demand, and a list of what has started. */
function setUp(options: Parameters<typeof createGate>[0]) {
  const gate = createGate(options)
  const running: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (visitor: string, name: string) =>
    runAsVisitor(visitor, () =>
      gate('x', () => {
        running.push(name)
        return new Promise<void>((resolve) => ends.set(name, resolve))
      }),
    )
  const end = async (name: string) => {
    ends.get(name)?.()
    for (let i = 0; i < 5; i += 1) await Promise.resolve()
  }
  return { ask, end, running, gate }
}

describe('a gate', () => {
  it('runs shared work as soon as one of its callers has room', async () => {
    const { ask, end, running, gate } = setUp({ atOnce: 4, waiting: 100 })
    const memo = createMemo<void>({ ttlMs: 1_000 })
    const requestPrices = (visitor: string) =>
      runAsVisitor(visitor, () => memo('prices', () => gate('x', async () => void running.push('prices'))))
    for (let i = 0; i < 8; i += 1) void ask('a', `a${i}`)
    void requestPrices('a')
    expect(running).toEqual(['a0', 'a1'])
    // Someone else needs the same: they do not wait behind the first caller's burst.
    await requestPrices('b')
    expect(running).toEqual(['a0', 'a1', 'prices'])
    await end('a0')
    expect(running).toEqual(['a0', 'a1', 'prices', 'a2'])
  })

  it('runs nested shared work for everyone who waits for either', async () => {
    const { ask, running, gate } = setUp({ atOnce: 4, waiting: 100 })
    const outer = createMemo<void>({ ttlMs: 1_000 })
    const inner = createBatchCache<number>({
      ttlMs: 1_000,
      deadlineMs: 1_000,
      load: async (keys) => new Map(await gate('x', async () => keys.map((key) => [key, running.push(key)] as const))),
    })
    for (let i = 0; i < 8; i += 1) void ask('a', `a${i}`)
    const requestBalance = (visitor: string) =>
      runAsVisitor(visitor, () => outer('balance', () => inner(['price']).then(() => {})))
    void requestBalance('a')
    await requestBalance('b')
    expect(running).toEqual(['a0', 'a1', 'price'])
  })

  it('rejects shared work only if all its callers have too much queued', async () => {
    const { ask, gate } = setUp({ atOnce: 2, waiting: 8 })
    for (let i = 0; i < 3; i += 1) void ask('a', `a${i}`)
    for (let i = 0; i < 2; i += 1) void ask('b', `b${i}`)
    const memo = createMemo<string>({ ttlMs: 1_000 })
    const start = Promise.withResolvers<void>()
    const requestShared = (visitor: string) =>
      runAsVisitor(visitor, () =>
        memo('shared', async () => {
          await start.promise
          return gate('x', async () => 'result')
        }),
      )
    const results = Promise.allSettled([requestShared('a'), requestShared('c')])
    start.resolve()
    await expect(Promise.race([results, Promise.resolve('waiting')])).resolves.toBe('waiting')
    await expect(runAsVisitor('a', () => gate('x', async () => 'more'))).rejects.toMatchObject({
      code: 'too_many_requests',
    })
  })

  it('leaves room for others, however many requests one visitor sends', async () => {
    const { ask, running } = setUp({ atOnce: 4, waiting: 100 })
    for (let i = 0; i < 20; i += 1) void ask('a', `a${i}`)
    void ask('b', 'b0')
    await Promise.resolve()
    expect(running).toEqual(['a0', 'a1', 'b0'])
  })

  it('keeps a slot for newcomers, while a few take all they can get', async () => {
    const { ask, running } = setUp({ atOnce: 8, waiting: 100 })
    for (const visitor of ['a', 'b', 'c']) for (let i = 0; i < 20; i += 1) void ask(visitor, `${visitor}${i}`)
    void ask('d', 'd0')
    expect(running).toEqual(['a0', 'a1', 'a2', 'a3', 'b0', 'b1', 'c0', 'd0'])
  })

  it('counts a network as one, however many of its clients send requests', async () => {
    const { ask, end, running } = setUp({ atOnce: 8, waiting: 16 })
    const strangers = Array.from({ length: 40 }, (_, i) => ask(`2001:db8:1:${i.toString(16)}::/64`, `s${i}`))
    for (const each of strangers) each.catch(() => {})
    expect(running).toEqual(['s0', 's1', 's2', 's3'])
    // Half of the line is left to others, and the next place goes to them.
    void ask('203.0.113.9', 'h0')
    void ask('203.0.113.9', 'h1')
    void ask('203.0.113.9', 'h2')
    expect(running).toEqual(['s0', 's1', 's2', 's3', 'h0', 'h1'])
    await end('s0')
    await end('s1')
    expect(running).toEqual(['s0', 's1', 's2', 's3', 'h0', 'h1'])
    // Two networks have a quarter each, and one is left.
    await end('s2')
    await end('h0')
    expect(running.slice(6)).toEqual(['s4', 'h2'])
    for (let i = 3; i < 40; i += 1) await end(`s${i}`)
    const results = await Promise.all(
      strangers.map((each) =>
        Promise.race([
          each.then(
            () => 'ran',
            () => 'refused',
          ),
        ]),
      ),
    )
    // Four ran at once and eight were queued: the limits of a crowd.
    expect(results.filter((result) => result === 'ran')).toHaveLength(12)
  })

  it("shares a network's part among its visitors", async () => {
    const { ask, end, running } = setUp({ atOnce: 8, waiting: 64 })
    for (let i = 0; i < 9; i += 1) void ask('203.0.113.1', `a${i}`)
    for (let i = 0; i < 3; i += 1) void ask('203.0.113.2', `b${i}`)
    expect(running).toEqual(['a0', 'a1', 'a2', 'a3'])
    await end('a0')
    await end('a1')
    await end('a2')
    expect(running.slice(4)).toEqual(['b0', 'b1', 'a4'])
  })

  it('alternates between visitors, each in its own order', async () => {
    const { ask, end, running } = setUp({ atOnce: 2, waiting: 100 })
    for (const name of ['a0', 'a1', 'a2']) void ask('a', name)
    for (const name of ['b0', 'b1']) void ask('b', name)
    void ask('c', 'c0')
    expect(running).toEqual(['a0', 'b0'])
    for (const name of ['a0', 'b0', 'a1', 'b1', 'c0']) await end(name)
    expect(running).toEqual(['a0', 'b0', 'a1', 'b1', 'c0', 'a2'])
  })

  it("rejects a visitor's excess calls, and serves others", async () => {
    const { ask, running, end } = setUp({ atOnce: 2, waiting: 8 })
    for (let i = 0; i < 3; i += 1) void ask('a', `a${i}`)
    const refusals = await Promise.allSettled([ask('a', 'a4'), ask('a', 'a5')])
    expect(refusals).toMatchObject([
      { status: 'rejected', reason: { code: 'too_many_requests', retryAfterS: 1 } },
      { status: 'rejected', reason: { code: 'too_many_requests', retryAfterS: 1 } },
    ])
    void ask('b', 'b0')
    void ask('c', 'c0')
    await end('b0')
    expect(running).toEqual(['a0', 'b0', 'c0'])
  })

  it('rejects a task that waited too long, and runs the next', async () => {
    const { ask, end, running } = setUp({ atOnce: 2, waiting: 8, patienceMs: 5 })
    void ask('a', 'a0')
    await expect(ask('a', 'a1')).rejects.toBeInstanceOf(RateLimitError)
    const next = ask('a', 'a2')
    await end('a0')
    await end('a2')
    await next
    expect(running).toEqual(['a0', 'a2'])
  })
})
