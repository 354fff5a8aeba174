import { expect, test } from 'vitest'
import { swapContracts } from './swapContracts.ts'

const sourcesOf = (id: number) =>
  Object.entries(swapContracts).flatMap(([source, byChain]) => (byChain[id] === undefined ? [] : [source]))

test.each([1, 42_161, 10, 8453, 56, 137, 100, 43_114])('lists a contract for swaps on chain %i', (id) => {
  expect(sourcesOf(id).length).toBeGreaterThan(0)
})

test.each([324, 250, 8217, 1_313_161_554])('lists no contract on chain %i', (id) => {
  expect(sourcesOf(id)).toEqual([])
})
