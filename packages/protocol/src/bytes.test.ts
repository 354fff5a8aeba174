import { expect, it } from 'vitest'
import { bytesOfHex, hexOf } from './bytes.ts'

it('reads what it writes, in either case', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
  expect(bytesOfHex(hexOf(bytes))).toEqual(bytes)
  expect(bytesOfHex('00fFAb')).toEqual(Uint8Array.of(0, 255, 171))
  expect(bytesOfHex('')).toEqual(new Uint8Array())
})

it.each(['0', '0x00', 'zz', ' 00', '00\n'])('refuses %j', (text) => {
  expect(() => bytesOfHex(text)).toThrow('Not hex')
})
