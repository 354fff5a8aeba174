import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSoundPrice, oneUsd, parsePrice, usdToNumber, worthOf } from './usd.ts'

describe('an external price', () => {
  it.each([
    [1, oneUsd],
    ['0.5', oneUsd / 2n],
    [3_021.37, (302_137n * oneUsd) / 100n],
    [1e-7, oneUsd / 10_000_000n],
    ['1.5e2', 150n * oneUsd],
    ['1E+3', 1_000n * oneUsd],
  ])('%s is parsed to the last digit', (given, price) => expect(parsePrice(given)).toBe(price))

  it.each([
    0,
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e308,
    5e-324,
    '',
    ' 1',
    '0x10',
    '1,5',
    '1e999',
    '-0.1',
    '9'.repeat(400),
    'Infinity',
    null,
    undefined,
    {},
    [1],
    true,
    10n,
    '1_000',
  ])('rejects %s', (given) => expect(parsePrice(given)).toBeUndefined())

  it('is sound or missing for any input', () => {
    fc.assert(
      fc.property(fc.anything(), (given) => {
        const price = parsePrice(given)
        expect(price === undefined || isSoundPrice(price)).toBe(true)
      }),
    )
  })

  it('round-trips', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 14 }), fc.integer({ min: 0, max: 12 }), (digits, places) => {
        const given = Number(`${digits}e-${places}`)
        fc.pre(parsePrice(given) !== undefined)
        expect(usdToNumber(parsePrice(given)!)).toBe(given)
      }),
    )
  })
})

describe('the value of an amount', () => {
  it('has no binary rounding', () => {
    const dime = parsePrice('0.1')!
    expect(0.1 * 3).not.toBe(0.3)
    expect(usdToNumber(worthOf(3n, 0, dime))).toBe(0.3)
    expect(usdToNumber(worthOf(3n * 10n ** 18n, 18, dime))).toBe(0.3)
  })

  it('handles amounts beyond a double', () => {
    const amount = 123_456_789_012_345_678_901_234_567_890n
    expect(worthOf(amount, 18, oneUsd)).toBe(amount * 10n ** 12n)
    expect(JSON.stringify(usdToNumber(worthOf(amount, 18, oneUsd)))).toBe('123456789012.346')
  })

  it('of one wei is above zero', () => {
    expect(usdToNumber(worthOf(1n, 18, parsePrice(3_000)!))).toBe(3e-15)
  })
})
