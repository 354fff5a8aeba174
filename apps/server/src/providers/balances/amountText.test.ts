import fc from 'fast-check'
import { expect, it } from 'vitest'
import { amountText } from './amountText.ts'

it.each([
  [0n, 18, '0'],
  [1n, 18, '0.000000000000000001'],
  [10n ** 18n, 18, '1'],
  [1_500_000n, 6, '1.5'],
  [42n, 0, '42'],
  [2n ** 256n - 1n, 18, '115792089237316195423570985008687907853269984665640564039457.584007913129639935'],
])('%s of %s decimals is %s', (amount, decimals, text) => expect(amountText(amount, decimals)).toBe(text))

it('loses nothing: read back it is the same', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 256n - 1n), fc.integer({ min: 0, max: 36 }), (amount, decimals) => {
      const [whole = '', part = ''] = amountText(amount, decimals).split('.')
      expect(BigInt(whole + part.padEnd(decimals, '0'))).toBe(amount)
      expect(part.endsWith('0')).toBe(false)
    }),
  )
})
