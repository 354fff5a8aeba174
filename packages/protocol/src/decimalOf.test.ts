import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decimalOf } from './decimalOf.ts'

it.each([
  [0n, 18, '0'],
  [1n, 18, '0.000000000000000001'],
  [10n ** 18n, 18, '1'],
  [1_500_000n, 6, '1.5'],
  ['1500000', 6, '1.5'],
  [42n, 0, '42'],
  [-1_500_000n, 6, '-1.5'],
  [2n ** 256n - 1n, 18, '115792089237316195423570985008687907853269984665640564039457.584007913129639935'],
])('%s of %s decimals is %s', (amount, decimals, text) => expect(decimalOf({ amount, decimals })).toBe(text))

it('loses nothing: read back it is the same', () => {
  const most = 2n ** 256n - 1n
  fc.assert(
    fc.property(fc.bigInt(-most, most), fc.integer({ min: 0, max: 36 }), (amount, decimals) => {
      const [whole = '', part = ''] = decimalOf({ amount, decimals }).split('.')
      expect(BigInt(whole + part.padEnd(decimals, '0'))).toBe(amount)
      expect(part.endsWith('0')).toBe(false)
      expect(decimalOf({ amount: String(amount), decimals })).toBe(decimalOf({ amount, decimals }))
    }),
  )
})
