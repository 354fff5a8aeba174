import { expect, test } from 'vitest'
import { identiconShapes } from './identiconShapes.ts'

const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}`

test('ignores the case of an address', () => {
  const mixed = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  expect(identiconShapes(mixed)).toEqual(identiconShapes(mixed.toLowerCase()))
})

test('draws a thousand neighbors differently', () => {
  const pictures = new Set(Array.from({ length: 1000 }, (_, n) => JSON.stringify(identiconShapes(address(n)))))
  expect(pictures.size).toBeGreaterThan(995)
})
