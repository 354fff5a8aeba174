import { expect, it } from 'vitest'
import { binaryArray } from './binaryArray.ts'

const head = (nulls: number, type: number, count: number) =>
  [1, nulls, type, count, 1].map((n) => n.toString(16).padStart(8, '0')).join('')

it('encodes arrays so that PostgreSQL reads them', () => {
  expect(binaryArray.bytea(['00ff']).toString('hex')).toBe(`${head(0, 17, 1)}0000000200ff`)
  expect(binaryArray.text(['é', null]).toString('hex')).toBe(`${head(1, 25, 2)}00000002c3a9ffffffff`)
  expect(binaryArray.int([-1]).toString('hex')).toBe(`${head(0, 23, 1)}00000004ffffffff`)
  expect(binaryArray.bigint([2 ** 40 + 5]).toString('hex')).toBe(`${head(0, 20, 1)}000000080000010000000005`)
  expect(binaryArray.int([]).toString('hex')).toBe(head(0, 23, 0))
})

it('rejects values of a wrong type, which would leak memory into the array', () => {
  expect(() => binaryArray.bytea(['00zz'])).toThrow('not hexadecimal')
  expect(() => binaryArray.bytea(['000'])).toThrow('not hexadecimal')
  expect(() => binaryArray.int([2 ** 31])).toThrow('not an integer of four bytes')
})
