import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asVisitor } from '../limits/visitor.ts'
import { createBreaker } from './createBreaker.ts'

describe('a breaker', () => {
  const setUp = () => {
    const clock = { time: 0 }
    const breaker = createBreaker({ failures: 3, restMs: 10, longestRestMs: 1_000, now: () => clock.time })
    return { breaker, clock }
  }

  it('rests for the one visitor who keeps failing, and for nobody else', () => {
    const { breaker } = setUp()
    for (let i = 0; i < 128; i += 1) asVisitor('a', () => breaker.failed('x'))
    expect(asVisitor('a', () => breaker.allows('x'))).toBe(false)
    expect(asVisitor('b', () => breaker.allows('x'))).toBe(true)
    expect(breaker.allows('x')).toBe(true)
    expect(breaker.resting()).toEqual([])
  })

  it('rests for everyone when as many visitors fail', () => {
    const { breaker } = setUp()
    for (const visitor of ['a', 'b', 'c']) asVisitor(visitor, () => breaker.failed('x'))
    expect(asVisitor('d', () => breaker.allows('x'))).toBe(false)
    expect(breaker.resting()).toEqual(['x'])
  })

  it('rests for askers alone, however many, where what they asked may be why it failed', () => {
    const { breaker } = setUp()
    for (let i = 0; i < 100; i += 1) asVisitor(`v${i % 20}`, () => breaker.failedForAsker('x'))
    expect(asVisitor('v1', () => breaker.allows('x'))).toBe(false)
    expect(asVisitor('honest', () => breaker.allows('x'))).toBe(true)
    expect(breaker.resting()).toEqual([])
  })

  it('rests no longer for what was already under way when the rest began', () => {
    const { breaker, clock } = setUp()
    for (let i = 0; i < 128; i += 1) breaker.failed('x')
    clock.time = 10
    expect(breaker.allows('x')).toBe(true)
  })

  it('rests no longer because the same visitor tries in vain each time', () => {
    const { breaker, clock } = setUp()
    for (const visitor of ['a', 'b', 'c']) asVisitor(visitor, () => breaker.failed('x'))
    for (let i = 0; i < 20; i += 1) {
      clock.time += 1_000
      expect(asVisitor('a', () => breaker.allows('x'))).toBe(true)
      asVisitor('a', () => breaker.failed('x'))
    }
    clock.time += 10
    expect(asVisitor('d', () => breaker.allows('x'))).toBe(true)
  })

  it('never rests for others, whatever two visitors do to it', () => {
    const step = fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('failed', 'released', 'allows'), fc.nat(20))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const { breaker, clock } = setUp()
        for (const [visitor, act, later] of steps) {
          clock.time += later
          asVisitor(visitor, () => breaker[act as 'failed']('x'))
        }
        expect(asVisitor('c', () => breaker.allows('x'))).toBe(true)
      }),
    )
  })
})
