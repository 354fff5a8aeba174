import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currentVisitor, runAsVisitor } from '../limits/visitor.ts'
import { createBreaker } from './createBreaker.ts'

describe('a breaker', () => {
  const setUp = () => {
    const clock = { time: 0 }
    const breaker = createBreaker({ failures: 3, restMs: 10, maxRestMs: 1_000, now: () => clock.time })
    return { breaker, clock }
  }

  it('skips a key for the one visitor with failures, and for no one else', () => {
    const { breaker } = setUp()
    for (let i = 0; i < 128; i += 1) runAsVisitor('a', () => breaker.failed('x'))
    expect(runAsVisitor('a', () => breaker.allows('x'))).toBe(false)
    expect(runAsVisitor('b', () => breaker.allows('x'))).toBe(true)
    expect(breaker.allows('x')).toBe(true)
    expect(breaker.resting()).toEqual([])
  })

  it('opens for everyone when enough visitors fail', () => {
    const { breaker } = setUp()
    for (const visitor of ['a', 'b', 'c']) runAsVisitor(visitor, () => breaker.failed('x'))
    expect(runAsVisitor('d', () => breaker.allows('x'))).toBe(false)
    expect(breaker.resting()).toEqual(['x'])
  })

  it('skips only for callers, however many, whose requests may be the cause', () => {
    const { breaker } = setUp()
    for (let i = 0; i < 100; i += 1) runAsVisitor(`v${i % 20}`, () => breaker.failedForAsker('x'))
    expect(runAsVisitor('v1', () => breaker.allows('x'))).toBe(false)
    expect(runAsVisitor('honest', () => breaker.allows('x'))).toBe(true)
    expect(breaker.resting()).toEqual([])
  })

  const doubt = (
    breaker: ReturnType<typeof createBreaker>,
    visitors: readonly string[],
    probe: () => Promise<unknown>,
  ) => {
    for (const visitor of visitors) runAsVisitor(visitor, () => breaker.doubted('x', probe))
    // The probe is in flight; its result is recorded in the next ticks.
    return new Promise((done) => setTimeout(done))
  }

  it('probes before it opens for everyone if the request may be the cause, and opens only if the probe fails', async () => {
    const { breaker } = setUp()
    let probes = 0
    const well = async () => expect([++probes, currentVisitor()]).toEqual([probes, undefined])
    await doubt(breaker, ['a', 'b'], well)
    expect(probes).toBe(0)
    await doubt(breaker, ['a', 'c', 'd', 'e', 'f'], well)
    expect([probes, breaker.resting()]).toEqual([1, []])
    await doubt(breaker, ['a', 'b', 'c'], () => Promise.reject(new Error('away')))
    expect(breaker.resting()).toEqual(['x'])
    expect(runAsVisitor('honest', () => breaker.allows('x'))).toBe(false)
  })

  it('skips only for the visitor whose requests keep failing if a probe succeeds', async () => {
    const { breaker } = setUp()
    await doubt(breaker, Array<string>(20).fill('a'), async () => {})
    expect(runAsVisitor('a', () => breaker.allows('x'))).toBe(false)
    expect(runAsVisitor('b', () => breaker.allows('x'))).toBe(true)
  })

  it('probes, too, when the first request after a back-off fails', async () => {
    const { breaker, clock } = setUp()
    await doubt(breaker, ['a', 'b', 'c'], () => Promise.reject(new Error('away')))
    clock.time = 10
    expect(runAsVisitor('d', () => breaker.allows('x'))).toBe(true)
    await doubt(breaker, ['d'], async () => {})
    expect(runAsVisitor('e', () => breaker.allows('x'))).toBe(true)
    expect(breaker.resting()).toEqual([])
  })

  it('does not extend its back-off for requests already in flight when it opened', () => {
    const { breaker, clock } = setUp()
    for (let i = 0; i < 128; i += 1) breaker.failed('x')
    clock.time = 10
    expect(breaker.allows('x')).toBe(true)
  })

  it('does not extend its back-off for retries of the same visitor', () => {
    const { breaker, clock } = setUp()
    for (const visitor of ['a', 'b', 'c']) runAsVisitor(visitor, () => breaker.failed('x'))
    for (let i = 0; i < 20; i += 1) {
      clock.time += 1_000
      expect(runAsVisitor('a', () => breaker.allows('x'))).toBe(true)
      runAsVisitor('a', () => breaker.failed('x'))
    }
    clock.time += 10
    expect(runAsVisitor('d', () => breaker.allows('x'))).toBe(true)
  })

  it('never opens for others, whatever two visitors do', () => {
    const step = fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('failed', 'released', 'allows'), fc.nat(20))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const { breaker, clock } = setUp()
        for (const [visitor, act, later] of steps) {
          clock.time += later
          runAsVisitor(visitor, () => breaker[act as 'failed']('x'))
        }
        expect(runAsVisitor('c', () => breaker.allows('x'))).toBe(true)
      }),
    )
  })
})
