import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { initials } from './createImages.ts'
import { drawTile, type TileShape } from './drawTile.ts'
import { findSvgFault } from './findSvgFault.ts'
import { glyphs } from './glyphs.ts'
import { readRegistry } from './readRegistry.ts'
import { colourOfName, contrast, letterColour, readableGround } from './tileColour.ts'

const anyName = fc.string({ unit: 'grapheme', maxLength: 40 })

describe('the color of a tile', () => {
  it('is readable and stable for every name', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        expect(contrast(colourOfName(name), letterColour)).toBeGreaterThanOrEqual(4.5)
        expect(colourOfName(name)).toBe(colourOfName(name))
      }),
    )
  })

  it('is darkened until readable, and otherwise left alone', () => {
    const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0').toUpperCase()}`)
    fc.assert(
      fc.property(hex, (colour) => {
        const ground = readableGround(colour)
        expect(contrast(ground, letterColour)).toBeGreaterThanOrEqual(4.5)
        if (contrast(colour, letterColour) >= 4.5) expect(ground).toBe(colour)
      }),
    )
  })

  it('measures as WCAG does', () => {
    expect(contrast('#FFFFFF', '#000000')).toBeCloseTo(21)
    expect(contrast('#777777', '#FFFFFF')).toBeCloseTo(4.48, 2)
  })

  it('is readable for every network', () => {
    for (const { name, colour } of readRegistry().assets) expect(readableGround(colour), name).toBe(colour)
  })

  it('tells wallets apart', () => {
    const { wallets } = readRegistry()
    expect(new Set(wallets.map(({ name }) => colourOfName(name))).size).toBe(wallets.length)
  })
})

describe('the letters of a name', () => {
  it.each([
    ['MetaMask', 'MM'],
    ['Trust Wallet', 'T'],
    ['OKX Wallet', 'O'],
    ['Magic Eden', 'ME'],
    ['imToken', 'IT'],
    ['1inch Wallet', '1'],
    ['Crypto.com Onchain', 'CC'],
    ['Élan', 'E'],
    ['Wallet', 'W'],
    ['币安', '币'],
  ])('%s is %s', (name, letters) => expect(initials(name)).toBe(letters))
})

describe('a tile', () => {
  it('is pure drawing, whatever its letters', () => {
    const shape = fc.constantFrom<TileShape>('wallet', 'network', 'coin')
    fc.assert(
      fc.property(shape, anyName, (shape, letters) => {
        const svg = drawTile({ shape, letters, ground: '#123456' })
        expect(findSvgFault(new TextEncoder().encode(svg))).toBeUndefined()
        expect(svg).not.toContain('NaN')
      }),
    )
  })

  it('draws every letter and digit', () => {
    for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789') expect(glyphs[letter], letter).toMatch(/^M/)
    expect(new Set(Object.values(glyphs)).size).toBe(Object.keys(glyphs).length)
  })
})
