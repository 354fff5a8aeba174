import fc from 'fast-check'
import { expect, test } from 'vitest'
import { labelObstacle, skeletonOf } from './nameRules.ts'

test.each([
  ['cyrano', 'cyran0'],
  ['cyrano', 'cy-rano'],
  ['modern', 'modem'],
  ['illusion', '1l1usion'],
  ['vvater', 'water'],
  ['bigboss', '6i9boss'],
])('%s and %s look alike', (one, other) => expect(skeletonOf(one)).toBe(skeletonOf(other)))

test('what looks otherwise is told apart', () => {
  expect(new Set(['alice', 'alicia', 'malice', 'bobby', 'robby'].map(skeletonOf)).size).toBe(5)
})

test('whatever is typed is had or refused in a sentence, and what can be had is plain', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 80 }), fc.stringMatching(/^[a-z0-9-]{1,70}$/)), (label) => {
      const obstacle = labelObstacle(label)
      if (obstacle === undefined) expect(label).toMatch(/^[a-z0-9][a-z0-9-]{2,61}[a-z0-9]$/)
      else expect(obstacle).toMatch(/^[A-Z].*\.$/)
    }),
  )
})
