import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseExact, writeExact } from './exactJson.ts'

test('reads and writes integers above 2^53 exactly', () => {
  const text = '{"lamports":9007199254740993,"rentEpoch":18446744073709551615,"list":[-9007199254740993,1.5e300,7]}'
  expect(parseExact(text)).toEqual({
    ...{ lamports: 9_007_199_254_740_993n, rentEpoch: 18_446_744_073_709_551_615n },
    list: [-9_007_199_254_740_993n, 1.5e300, 7],
  })
  expect(writeExact(parseExact(text))).toBe(text.replace('1.5e300', '1.5e+300'))
})

test('digits in a text stay a text', () => {
  const text = '{"a":"1:12345678901234567890","b":12345678901234567890}'
  expect(writeExact(parseExact(text))).toBe(text)
})

test('anything else is as JSON.parse and JSON.stringify have it', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(JSON.parse(writeExact(parseExact(text)))).toEqual(JSON.parse(text))
    }),
  )
  expect(() => parseExact('{')).toThrow(SyntaxError)
})
