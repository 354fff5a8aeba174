import type { Wallet } from '@billfold/protocol/api/registry'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createWalletIndex } from './createWalletIndex.ts'

const wallet = (id: string, change: Partial<Wallet> = {}): Wallet => ({
  id,
  name: id,
  order: 10,
  chains: ['eip155:1'],
  ...change,
})
const ids = ({ data }: { data: Wallet[] }) => data.map(({ id }) => id)

const find = createWalletIndex([
  wallet('zeta', { order: 1 }),
  wallet('beta', { name: 'Beta Pay', chains: ['eip155:1', 'eip155:10'] }),
  wallet('alpha', { name: 'Álpha', badge_type: 'certified' }),
  wallet('sol', { name: 'Sunpay', order: 20, chains: ['solana:main'] }),
  wallet('pay', { name: 'PAY  Two', order: 30, chains: ['eip155:10', 'solana:main'] }),
])

describe('the index of wallets', () => {
  it('sorts by order, then by name regardless of case and accents', () => {
    expect(ids(find({}))).toEqual(['zeta', 'alpha', 'beta', 'sol', 'pay'])
  })

  it.each([
    [{ chains: 'eip155:10' }, ['beta', 'pay']],
    [{ chains: 'eip155:10,solana:main' }, ['beta', 'sol', 'pay']],
    [{ chains: 'eip155:31337' }, ['zeta', 'alpha', 'beta', 'pay']],
    [{ chains: 'eip155:31337,solana:main' }, ['zeta', 'alpha', 'beta', 'sol', 'pay']],
    [{ chains: 'solana:devnet' }, ['sol', 'pay']],
    [{ chains: 'cosmos:hub' }, []],
    [{ include: 'pay,zeta,ghost' }, ['zeta', 'pay']],
    [{ exclude: 'pay,zeta,ghost' }, ['alpha', 'beta', 'sol']],
    [{ include: 'pay,zeta', exclude: 'zeta' }, ['pay']],
    [{ include: 'ghost' }, []],
    [{ search: 'pay' }, ['pay', 'beta', 'sol']],
    [{ search: '  PaY tWo ' }, ['pay']],
    [{ search: 'alpha' }, ['alpha']],
    [{ search: 'ÁLPHÁ' }, ['alpha']],
    [{ search: '   ' }, ['zeta', 'alpha', 'beta', 'sol', 'pay']],
    [{ search: '.*' }, []],
    [{ badge_type: 'certified' as const }, ['alpha']],
    [{ badge_type: 'none' as const }, ['zeta', 'beta', 'sol', 'pay']],
    [{ search: 'pay', chains: 'solana:main', exclude: 'sol' }, ['pay']],
  ])('finds by %j', (filter, expected) => {
    expect(ids(find(filter))).toEqual(expected)
    expect(find(filter).count).toBe(expected.length)
  })

  it('lists each wallet on exactly one page, with the same total on each', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
    const many = fc.uniqueArray(fc.record({ id: fc.uuid(), name, order: fc.nat(3) }), { selector: ({ id }) => id })
    fc.assert(
      fc.property(many, fc.integer({ min: 1, max: 7 }), (wallets, entries) => {
        const ask = createWalletIndex(wallets)
        const pages = Math.ceil(wallets.length / entries)
        const seen = Array.from({ length: pages }, (_, i) => ask({ page: i + 1, entries })).flatMap((page) => {
          expect(page.count).toBe(wallets.length)
          return ids(page)
        })
        expect(seen).toHaveLength(wallets.length)
        expect(new Set(seen).size).toBe(wallets.length)
        expect(createWalletIndex([...wallets].reverse())({ entries: 100 })).toEqual(ask({ entries: 100 }))
        expect(ask({ page: pages + 1, entries }).data).toEqual([])
      }),
    )
  })
})
