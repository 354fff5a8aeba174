import fc from 'fast-check'
import { expect, it } from 'vitest'
import { divideChains } from './divideChains.ts'

const lease = (chainId: number, holder: string) => ({ chainId, holder, isOver: false })

it('gives each free chain to exactly one process that can index it, and divides them evenly', () => {
  const state = fc.record({
    ids: fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 6 }),
    chains: fc.uniqueArray(fc.nat(1_000), { maxLength: 30 }),
  })
  fc.assert(
    fc.property(state, ({ ids, chains }) => {
      const workers = ids.sort().map((id) => ({ id, chains }))
      const parts = ids.map((id) => divideChains(id, { workers, leases: [] }).free)
      expect(parts.flat().sort()).toEqual(chains.sort())
      const counts = parts.map((part) => part.length)
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
    }),
  )
})

it('leaves chains to the only process that can index them', () => {
  const workers = [
    { id: 'a', chains: [1, 2, 3] },
    { id: 'b', chains: [9] },
  ]
  expect(divideChains('a', { workers, leases: [] })).toEqual({ free: [1, 2, 3], surplus: undefined })
  expect(divideChains('b', { workers, leases: [] })).toEqual({ free: [9], surplus: undefined })
})

it('gives up a chain for a process that has two fewer, and none for one that has one fewer', () => {
  const workers = ['a', 'b'].map((id) => ({ id, chains: [1, 2, 3] }))
  expect(divideChains('a', { workers, leases: [lease(1, 'a'), lease(2, 'a'), lease(3, 'b')] }).surplus).toBeUndefined()
  expect(divideChains('a', { workers, leases: [lease(1, 'a'), lease(2, 'a')] })).toEqual({
    free: [],
    surplus: undefined,
  })
  expect(divideChains('a', { workers, leases: [1, 2, 3].map((chain) => lease(chain, 'a')) }).surplus).toBe(3)
})

it('takes over chains of processes that are gone', () => {
  const workers = [{ id: 'a', chains: [1, 2] }]
  const leases = [{ ...lease(1, 'gone'), isOver: true }, lease(2, 'gone')]
  expect(divideChains('a', { workers, leases }).free).toEqual([1])
})
