import fc from 'fast-check'
import { expect, test } from 'vitest'
import { labelObstacle, lookalikes, reserved, skeletonOf } from './nameRules.ts'

test.each([
  ['cyrano', 'cyran0'],
  ['cyrano', 'cy-rano'],
  ['modern', 'modem'],
  ['illusion', '1l1usion'],
  ['vvater', 'water'],
  ['bigboss', '6i9boss'],
  ['cloud', 'c1oud'],
  ['cloud', 'doud'],
  ['clcl', 'dd'],
  ['vwv', 'wvv'],
  ['modem', 'rnoclern'],
  ['elite', '3l1t3'],
  ['attack', '4774ck'],
])('treats %s and %s as lookalikes', (one, other) => expect(skeletonOf(one)).toBe(skeletonOf(other)))

const label = fc.stringMatching(/^[a-z0-9-]{1,63}$/)

test.each([...lookalikes])('reads %s as %j in any position', (character, like) => {
  fc.assert(
    fc.property(label, label, (before, after) => {
      expect(skeletonOf(before + character + after)).toBe(skeletonOf(before + like + after))
    }),
  )
})

test("maps a skeleton to itself, and builds a name's from its parts in any order", () => {
  fc.assert(
    fc.property(label, label, (one, other) => {
      expect(skeletonOf(skeletonOf(one))).toBe(skeletonOf(one))
      expect(skeletonOf(one + other)).toBe(skeletonOf(one) + skeletonOf(other))
    }),
  )
})

test.each([
  'adm1n',
  'adm-in',
  'b1llfold',
  'secur1ty',
  'wa11et',
  'rnail',
  'vvallet',
  '4dm1n',
  't34m',
  'b-i-l-l-f-o-l-d',
])('reserves %s for the operator', (like) => expect(labelObstacle(like)).toContain('kept for the operator'))

test('reserves every word with any of its characters replaced', () => {
  const written = (word: string) => [...word].map((at) => fc.constantFrom(at, ...unlike(at)))
  const unlike = (like: string) => [...lookalikes].flatMap(([character, read]) => (read === like ? [character] : []))
  const long = [...reserved].filter((word) => word.length >= 4)
  fc.assert(
    fc.property(
      fc.constantFrom(...long).chain((word) => fc.tuple(...written(word)).map((characters) => characters.join(''))),
      (like) => {
        expect(labelObstacle(like)).toBeTypeOf('string')
      },
    ),
    { numRuns: 500 },
  )
})

test('distinguishes labels that look different', () => {
  expect(new Set(['alice', 'alicia', 'malice', 'bobby', 'robby'].map(skeletonOf)).size).toBe(5)
})

test('accepts any label or rejects it in a sentence, and accepts only plain ones', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 80 }), fc.stringMatching(/^[a-z0-9-]{1,70}$/)), (label) => {
      const obstacle = labelObstacle(label)
      if (obstacle === undefined) expect(label).toMatch(/^[a-z0-9][a-z0-9-]{2,61}[a-z0-9]$/)
      else expect(obstacle).toMatch(/^[A-Z].*\.$/)
    }),
  )
})
