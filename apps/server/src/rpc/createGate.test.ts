import { describe, expect, it } from 'vitest'
import { asVisitor } from '../limits/visitor.ts'
import { createGate } from './createGate.ts'

/** Work that ends when the test says so, and what has begun so far. */
function setUp(options: { atOnce: number; waiting: number }) {
  const gate = createGate(options)
  const running: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (visitor: string, name: string) =>
    asVisitor(visitor, () =>
      gate('x', () => {
        running.push(name)
        return new Promise<void>((resolve) => ends.set(name, resolve))
      }),
    )
  const end = async (name: string) => {
    ends.get(name)?.()
    for (let i = 0; i < 5; i += 1) await Promise.resolve()
  }
  return { ask, end, running }
}

describe('a gate', () => {
  it('leaves room for others, however much one visitor asks', async () => {
    const { ask, running } = setUp({ atOnce: 4, waiting: 100 })
    for (let i = 0; i < 20; i += 1) void ask('a', `a${i}`)
    void ask('b', 'b0')
    await Promise.resolve()
    expect(running).toEqual(['a0', 'a1', 'b0'])
  })

  it('keeps a place for anyone who comes next, while a few take all they can get', async () => {
    const { ask, running } = setUp({ atOnce: 8, waiting: 100 })
    for (const visitor of ['a', 'b', 'c']) for (let i = 0; i < 20; i += 1) void ask(visitor, `${visitor}${i}`)
    void ask('d', 'd0')
    expect(running).toEqual(['a0', 'a1', 'a2', 'a3', 'b0', 'b1', 'c0', 'd0'])
  })

  it('lets visitors take turns, each in its own order', async () => {
    const { ask, end, running } = setUp({ atOnce: 2, waiting: 100 })
    for (const name of ['a0', 'a1', 'a2']) void ask('a', name)
    for (const name of ['b0', 'b1']) void ask('b', name)
    void ask('c', 'c0')
    expect(running).toEqual(['a0', 'b0'])
    for (const name of ['a0', 'b0', 'a1', 'b1', 'c0']) await end(name)
    expect(running).toEqual(['a0', 'b0', 'a1', 'b1', 'c0', 'a2'])
  })

  it('tells a visitor with too many in line to wait, and keeps the line open for others', async () => {
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
})
