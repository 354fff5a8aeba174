import fc from 'fast-check'
import { encodeAbiParameters, type Hex, stringToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { signedWordAt, textOf, wordAt } from './words.ts'

const encoded = (text: string) => encodeAbiParameters([{ type: 'string' }], [text])

describe('a word', () => {
  it('is valid or missing', () => {
    const data: Hex = `0x${'01'.padStart(64, '0')}${'f'.repeat(64)}`
    expect([wordAt(data, 0), wordAt(data, 1), wordAt(data, 2)]).toEqual([1n, 2n ** 256n - 1n, undefined])
    expect(signedWordAt(data, 1)).toBe(-1n)
    expect(wordAt('0x', 0)).toBeUndefined()
    expect(wordAt(undefined, 0)).toBeUndefined()
  })
})

describe('a name', () => {
  it.each(['USD Coin', 'Ünïcödé ✓', 'x'])('decodes %s from a string', (name) =>
    expect(textOf(encoded(name), 40)).toBe(name),
  )

  it('decodes the 32 bytes of older tokens', () => {
    expect(textOf(stringToHex('MKR', { size: 32 }), 20)).toBe('MKR')
  })

  it('loses characters that reorder, hide or break the text around it', () => {
    expect(textOf(encoded('US\u202eDC\u200b\n\u0000\ufeff'), 20)).toBe('USDC')
  })

  it('keeps combining marks: pages write names as text', () => {
    expect(textOf(encoded('<script>alert(1)</script>'), 60)).toBe('<script>alert(1)</script>')
  })

  it('is cut when too long, and never read to its claimed end', () => {
    expect(textOf(encoded('a'.repeat(100_000)), 20)).toBe('a'.repeat(20))
    const claimsMuch: Hex = `0x${'20'.padStart(64, '0')}${'f'.repeat(64)}${'61'.repeat(32)}`
    expect(textOf(claimsMuch, 20)).toBe('a'.repeat(20))
  })

  it('is short and safe for any contract', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const text = textOf(`0x${Buffer.from(bytes).toString('hex')}`, 20)
        expect([...text].length).toBeLessThanOrEqual(20)
        expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u)
      }),
    )
  })
})
