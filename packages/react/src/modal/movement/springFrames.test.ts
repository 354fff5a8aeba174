import fc from 'fast-check'
import { expect, it } from 'vitest'
import { springFrames } from './springFrames.ts'

it('comes to rest within a second from any pull and speed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 800 }), fc.double({ min: -4, max: 4, noNaN: true }), (distance, speed) => {
      const { positions, duration } = springFrames(distance, speed)
      expect(positions[0]).toBe(distance)
      expect(positions.at(-1)).toBe(0)
      expect(duration).toBeLessThanOrEqual(1000)
      for (const at of positions) expect(Math.abs(at)).toBeLessThan(1200)
    }),
  )
})

it('continues at the speed of the finger', () => {
  const { positions } = springFrames(100, 1)
  expect(positions[1]).toBeGreaterThan(100)
  expect(springFrames(100, -1).positions[1]).toBeLessThan(springFrames(100, 0).positions[1]!)
})
