import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressGroups, shortAddress } from './Address.tsx'
import { identiconShapes } from './identiconShapes.ts'
import { monogramOf } from './Monogram.tsx'
import { nextIndex } from './nextIndex.ts'

const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'

describe('addresses', () => {
  it('show six characters at each end, and stay whole when short', () => {
    expect(shortAddress(address)).toBe('0x71C7…d8976F')
    expect(shortAddress('alice.eth')).toBe('alice.eth')
  })

  it('lose nothing in groups', () => {
    expect(addressGroups(address).slice(0, 2)).toEqual(['0x71C7', '656E'])
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(addressGroups(text).join('')).toBe(text)
      }),
    )
  })

  it('have one face however they are spelt', () => {
    expect(identiconShapes(address.toLowerCase())).toEqual(identiconShapes(address))
    expect(identiconShapes(address)).not.toEqual(identiconShapes(`${address.slice(0, -1)}e`))
  })
})

it('monograms stand for any name, also none', () => {
  expect(['MetaMask', 'Trust Wallet', '1inch', '钱包 app', '—', ''].map(monogramOf)).toEqual([
    'M',
    'TW',
    '1',
    '钱A',
    '·',
    '·',
  ])
})

describe('nextIndex', () => {
  const grid = { columns: 4, rtl: false }
  it('moves in a grid and stops at its edges', () => {
    expect(nextIndex('ArrowRight', 0, 10, grid)).toBe(1)
    expect(nextIndex('ArrowDown', 1, 10, grid)).toBe(5)
    expect(nextIndex('ArrowUp', 1, 10, grid)).toBeUndefined()
    expect(nextIndex('End', 1, 10, grid)).toBe(9)
    expect(nextIndex('a', 1, 10, grid)).toBeUndefined()
  })
  it('follows the reading direction', () => {
    expect(nextIndex('ArrowLeft', 0, 10, { ...grid, rtl: true })).toBe(1)
  })
  it('never leaves the list', () => {
    const keys = fc.constantFrom('ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End')
    fc.assert(
      fc.property(keys, fc.nat(50), fc.nat(50), fc.integer({ min: 1, max: 9 }), (key, from, count, columns) => {
        const to = nextIndex(key, Math.min(from, count - 1), count, { columns, rtl: false })
        if (to !== undefined) expect(to).toBeLessThan(count)
      }),
    )
  })
})
