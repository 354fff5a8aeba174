import { expect, it } from 'vitest'
import { movesOf, type SolanaRecord } from './movesOf.ts'

const [me, friend, program, myPlace, theirPlace] = ['me', 'friend', 'program', 'myPlace', 'theirPlace']
const record = (given: Partial<SolanaRecord['meta']> & { accounts?: string[] }): SolanaRecord => ({
  slot: 1,
  blockTime: 1,
  transaction: { message: { accountKeys: given.accounts ?? [me, friend, program] } },
  meta: { err: null, fee: 5_000, preBalances: [], postBalances: [], ...given },
})
const held = (accountIndex: number, owner: string, amount: bigint) => ({
  ...{ accountIndex, owner, mint: 'USDC' },
  uiTokenAmount: { amount: `${amount}`, decimals: 6 },
})

it('does not count the fee', () => {
  const sent = record({ preBalances: [10_000, 0, 1], postBalances: [4_000, 1_000, 1] })
  expect(movesOf(sent, me)).toEqual([{ amount: -1_000n, counterpart: friend }])
  expect(movesOf(sent, friend)).toEqual([{ amount: 1_000n, counterpart: me }])
  expect(movesOf(record({ preBalances: [10_000, 0, 1], postBalances: [5_000, 0, 1] }), me)).toEqual([])
})

it('keeps amounts beyond a double exact', () => {
  const whale = 9_007_199_254_740_993n
  const sent = record({ preBalances: [whale + 5_001n, 0, 1], postBalances: [whale, 1, 1] })
  expect(movesOf(sent, me)).toEqual([{ amount: -1n, counterpart: friend }])
})

it('does not count the rent of a new account, and finds the owner of receipts', () => {
  const accounts = [me, myPlace, theirPlace, program]
  const opened = record({
    accounts,
    preBalances: [10_000_000, 2_039_280, 0, 1],
    postBalances: [10_000_000 - 5_000 - 2_039_280, 2_039_280, 2_039_280, 1],
    preTokenBalances: [held(1, me, 9n)],
    postTokenBalances: [held(1, me, 4n), held(2, friend, 5n)],
  })
  expect(movesOf(opened, me)).toEqual([{ mint: 'USDC', decimals: 6, amount: -5n, counterpart: friend }])
  expect(movesOf(opened, friend)).toEqual([{ mint: 'USDC', decimals: 6, amount: 5n, counterpart: me }])
})

it('adds up an owner’s accounts, and reads those of lookup tables after the others', () => {
  const moved = record({
    accounts: [friend, myPlace],
    loadedAddresses: { writable: [theirPlace], readonly: [program] },
    preBalances: [10_000, 0, 7, 1],
    postBalances: [5_000, 0, 7, 1],
    preTokenBalances: [held(1, me, 9n), held(2, me, 1n)],
    postTokenBalances: [held(1, me, 0n), held(2, me, 10n)],
  })
  expect(movesOf(moved, me)).toEqual([])
})
