import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countedText } from './countUp.ts'

describe('countedText', () => {
  it('ends with the very text, in any language', () => {
    const locales = fc.constantFrom('en', 'de', 'fr', 'ar-EG', 'hi-IN-u-nu-deva', 'de-CH')
    fc.assert(
      fc.property(locales, fc.double({ min: 0, max: 1e9, noNaN: true }), (locale, value) => {
        const text = `+${value.toLocaleString(locale, { maximumSignificantDigits: 8 })} USDC`
        expect(countedText(text, 1)).toBe(text)
        expect(countedText(text, 0.3).length).toBeLessThanOrEqual(text.length)
      }),
    )
  })

  it('keeps every figure’s place, without leading zeros', () => {
    expect(countedText('1,234.50 USDC', 0.5)).toBe('617.25 USDC')
    expect(countedText('0.5 ETH', 0)).toBe('0.0 ETH')
    expect(countedText('٢٥ ETH', 0.5)).toBe('١٢ ETH')
  })

  it('leaves alone what is no number, and more than a number holds', () => {
    expect(countedText('NFT', 0.5)).toBe('NFT')
    expect(countedText('12345678901234567 X', 0.5)).toBe('12345678901234567 X')
  })
})
