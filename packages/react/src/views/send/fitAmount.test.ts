import { expect, test } from 'vitest'
import { fitAmount } from './fitAmount.ts'

test("sets an amount's length, at least one, since CSS divides by it", () => {
  expect(fitAmount('0.5')).toEqual({ style: { '--bf-signs': 3 } })
  expect(fitAmount('')).toEqual({ style: { '--bf-signs': 1 } })
})

test('gives an amount with all of an ether’s decimals its own row', () => {
  expect(fitAmount('4.208110000000000001')).toMatchObject({ 'data-long': true })
  expect(fitAmount('1,234,567.89')).not.toHaveProperty('data-long')
})
