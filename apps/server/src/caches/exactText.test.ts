import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readText, writeText } from './exactText.ts'

it('round-trips any amounts and texts', () => {
  const leaf = fc.oneof(fc.bigInt(), fc.string(), fc.constantFrom('~', '~n1', '~s', '~~n'), fc.integer(), fc.boolean())
  const value = fc.dictionary(
    fc.string().filter((key) => key !== '__proto__'),
    fc.oneof(leaf, fc.array(leaf)),
  )
  fc.assert(fc.property(value, (one) => void expect(readText(writeText(one))).toEqual({ ...one })))
})
