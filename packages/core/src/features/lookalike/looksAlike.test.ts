import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differences, editDistance, looksAlike } from './looksAlike.ts'

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })
const address = hex(40).map((body) => `0x${body}`)

test('detects every address that shares three or more characters at both ends', () => {
  fc.assert(
    fc.property(
      address,
      hex(40),
      fc.integer({ min: 3, max: 20 }),
      fc.integer({ min: 3, max: 20 }),
      (real, noise, head, tail) => {
        const body = real.slice(2)
        const made = `0x${body.slice(0, head)}${noise.slice(head, 40 - tail)}${body.slice(40 - tail)}`
        expect(looksAlike('eip155', real, made)).toBe(made !== real)
        expect(looksAlike('eip155', made, real.toUpperCase().replace('0X', '0x'))).toBe(made !== real)
      },
    ),
  )
})

test('detects typos: characters changed, swapped, dropped or added', () => {
  const place = fc.integer({ min: 0, max: 38 })
  fc.assert(
    fc.property(address, place, place, hex(1), (real, first, second, sign) => {
      const body = [...real.slice(2)]
      const changed = body.map((old, at) => (at === first ? sign : old)).join('')
      const swapped = body
        .map((old, at) => (at === second ? body[at + 1] : at === second + 1 ? body[at - 1] : old))
        .join('')
      const shifted = [...body.slice(0, first), ...body.slice(first + 1), sign].join('')
      for (const made of [changed, swapped, shifted])
        expect(looksAlike('eip155', real, `0x${made}`)).toBe(`0x${made}` !== real)
    }),
  )
})

test('is symmetric, and no address resembles itself', () => {
  fc.assert(
    fc.property(address, address, (a, b) => {
      expect(looksAlike('eip155', a, b)).toBe(looksAlike('eip155', b, a))
      expect(looksAlike('eip155', a, a.toUpperCase().replace('0X', '0x'))).toBe(false)
    }),
  )
})

test('finds no match among many random addresses', () => {
  let seed = 7
  const digit = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return '0123456789abcdef'[seed >>> 28]
  }
  const all = Array.from({ length: 200 }, () => `0x${Array.from({ length: 40 }, digit).join('')}`)
  const alike = all.flatMap((a, at) => all.slice(at + 1).filter((b) => looksAlike('eip155', a, b)))
  expect(alike).toEqual([])
})

test('accepts one long matching end, but not a short one', () => {
  const real = `0x${'1234567890'.repeat(4)}`
  expect(looksAlike('eip155', real, `0x12345678${'f'.repeat(32)}`)).toBe(true)
  expect(looksAlike('eip155', real, `0x${'f'.repeat(32)}34567890`)).toBe(true)
  expect(looksAlike('eip155', real, `0x1234567${'f'.repeat(33)}`)).toBe(false)
  expect(looksAlike('eip155', real, `0x12${'f'.repeat(33)}67890`)).toBe(false)
  expect(looksAlike('eip155', '0x1234', '0x1235')).toBe(false)
})

test('counts edits up to the limit', () => {
  expect(editDistance('kitten', 'sitting', 8)).toBe(3)
  expect(editDistance('kitten', 'sitting', 2)).toBe(3)
  expect(editDistance('', 'abc', 8)).toBe(3)
  const word = fc.string({ unit: fc.constantFrom(...'abc'), maxLength: 6 })
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(editDistance(a, b, 4)).toBe(Math.min(plainDistance(a, b), 5))
    }),
  )
})

test('matches addresses that differ only in case if case matters', () => {
  const real = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
  expect(looksAlike('solana', real, real.replace('yyig', 'YYig'))).toBe(true)
  expect(looksAlike('solana', real, real)).toBe(false)
})

test('lists the differing positions, with case where it matters', () => {
  expect(differences('eip155', '0xAb1', '0xab2')).toEqual([false, false, false, false, true])
  expect(differences('solana', 'Ab1', 'ab2')).toEqual([true, false, true])
})

/** The textbook definition, slow. */
function plainDistance(a: string, b: string): number {
  if (!a || !b) return a.length + b.length
  const [x, y] = [a.slice(1), b.slice(1)]
  return a[0] === b[0]
    ? plainDistance(x, y)
    : 1 + Math.min(plainDistance(x, y), plainDistance(x, b), plainDistance(a, y))
}
