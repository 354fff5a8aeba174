import fc from 'fast-check'
import { normalize } from 'viem/ens'
import { expect, test } from 'vitest'
import { normalName } from './normalName.ts'

const rules = (name: string): string | undefined => {
  try {
    return normalize(name)
  } catch {
    return undefined
  }
}
const character = fc.oneof(
  fc.constantFrom(...'abz09-._A '),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
)
const label = fc.array(character, { maxLength: 6 }).map((list) => list.join(''))
const name = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join('.'))

test('matches the rules of ENS for every name', () => {
  fc.assert(
    fc.property(name, (given) => {
      expect(normalName(given)).toBe(rules(given))
    }),
  )
})

test.each([
  ['alice.eth', 'alice.eth'],
  ['Alice.ETH', 'alice.eth'],
  ['a--b.eth', 'a--b.eth'],
  ['xn--ls8h.eth', undefined],
  ['ab--.eth', undefined],
  ['a.xn--b', undefined],
  ['alice', undefined],
  ['.eth', undefined],
  ['a..eth', undefined],
  ['pаypal.eth', undefined],
  [`${'a'.repeat(252)}.eth`, undefined],
])('%s is %s', (given, normal) => {
  expect(normalName(given)).toBe(normal)
})
