import { expect, it } from 'vitest'
import { decodeBase58 } from '../base58.ts'
import { knownMints } from './knownMints.ts'

it.each(knownMints)('lists $symbol once, with a valid key as its address', ({ address, symbol }) => {
  expect(decodeBase58(address)).toHaveLength(32)
  expect(knownMints.filter((each) => each.symbol === symbol || each.address === address)).toHaveLength(1)
})

it('has USDC as Solana’s own libraries name it', () => {
  // @solana/addresses names it in its documentation; one letter less was once taken for it.
  const { address } = knownMints.find(({ symbol }) => symbol === 'USDC')!
  expect(address).toBe('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')
})
