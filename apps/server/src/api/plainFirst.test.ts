import { expect, it } from 'vitest'
import { ethereum, owner, usdc } from '../../test/testUpstream.ts'
import type { RankedQuote } from '../providers/quotes/rankedQuote.ts'
import { plainFirst } from './plainFirst.ts'

const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const chain = { ...ethereum, contracts: { ...ethereum.contracts, permit2 } } as const
const quoted = (id: string, spender: string | undefined, netOut: bigint) =>
  ({ id, request: { chain, user: owner, from: usdc }, quote: { spender }, netOut }) as unknown as RankedQuote
const order = (...quotes: RankedQuote[]) => plainFirst(quotes).map(({ id }) => id)

it('puts a plain approval before Permit2’s two, unless it costs more than a hundredth', () => {
  const best = quoted('permit2', permit2, 10_000n)
  expect(order(best, quoted('plain', owner, 9_900n))).toEqual(['plain', 'permit2'])
  expect(order(best, quoted('dear', owner, 9_899n))).toEqual(['permit2', 'dear'])
  expect(order(best, quoted('too', permit2, 9_999n))).toEqual(['permit2', 'too'])
  expect(order(quoted('coin', undefined, 5n), quoted('plain', owner, 4n))).toEqual(['coin', 'plain'])
  expect(order()).toEqual([])
})
