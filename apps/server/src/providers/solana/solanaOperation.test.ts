import { solanaPrograms } from '@billfold/protocol/solana/solanaPrograms'
import { expect, it } from 'vitest'
import { movesOf, type SolanaRecord } from './movesOf.ts'
import { solanaOperation } from './solanaOperation.ts'

const [me, friend, myPlace] = ['me', 'friend', 'myPlace']
const { system, memo, token, associatedToken, computeBudget } = solanaPrograms
const wrapped = 'So11111111111111111111111111111111111111112'
const rent = 2_039_280

type Given = Partial<SolanaRecord['meta']> & { accounts: string[]; ran: string[] }
function wordOf({ accounts, ran, ...meta }: Given, address = me) {
  const accountKeys = [...accounts, ...ran]
  const record: SolanaRecord = {
    slot: 1,
    transaction: {
      message: { accountKeys, instructions: ran.map((_, at) => ({ programIdIndex: accounts.length + at })) },
    },
    meta: { err: null, fee: 5_000, preBalances: [], postBalances: [], ...meta },
  }
  const moves = movesOf(record, address)
  return [solanaOperation(record, moves, address), ...moves.map(({ mint, amount }) => `${mint ?? 'coin'} ${amount}`)]
}
const held = (mint: string, amount: number) => ({
  ...{ accountIndex: 1, owner: me, mint, uiTokenAmount: { amount: `${amount}`, decimals: 9 } },
})

it('goes by what moved', () => {
  const sent = { accounts: [me, friend], ran: [system], preBalances: [10_000, 0], postBalances: [4_000, 1_000] }
  expect(wordOf(sent)).toEqual(['send', 'coin -1000'])
  expect(wordOf(sent, friend)).toEqual(['receive', 'coin 1000'])
})

it('is an account opened or closed if only its rent moved', () => {
  const opening = {
    ...{ accounts: [me, myPlace], ran: [associatedToken] },
    ...{ preBalances: [9_000_000, 0], postBalances: [9_000_000 - rent - 5_000, rent] },
    postTokenBalances: [held('USDC', 0)],
  }
  expect(wordOf(opening)).toEqual(['open'])
  const closing = {
    ...{ accounts: [me, myPlace], ran: [token] },
    ...{ preBalances: [9_000_000, rent], postBalances: [9_000_000 + rent - 5_000, 0] },
    preTokenBalances: [held('USDC', 0)],
  }
  expect(wordOf(closing)).toEqual(['close'])
})

it('is a swap if coins are wrapped and unwrapped, without the wrapped rent', () => {
  const wrapping = {
    ...{ accounts: [me, myPlace], ran: [associatedToken, system, token] },
    ...{ preBalances: [9_000_000, 0], postBalances: [9_000_000 - rent - 5_000 - 1_000, rent + 1_000] },
    postTokenBalances: [held(wrapped, 1_000)],
  }
  expect(wordOf(wrapping)).toEqual(['trade', `${wrapped} 1000`, 'coin -1000'])
  const unwrapping = {
    ...{ accounts: [me, myPlace], ran: [token] },
    ...{ preBalances: [9_000_000, rent + 1_000], postBalances: [9_000_000 + rent + 1_000 - 5_000, 0] },
    preTokenBalances: [held(wrapped, 1_000)],
  }
  expect(wordOf(unwrapping)).toEqual(['trade', `${wrapped} -1000`, 'coin 1000'])
})

it('is a memo if nothing else ran, and a failed payment stays one', () => {
  const paid = { accounts: [me, friend], preBalances: [10_000, 0], postBalances: [5_000, 0] }
  expect(wordOf({ ...paid, ran: [computeBudget, memo] })).toEqual(['memo'])
  expect(wordOf({ ...paid, ran: [computeBudget] })).toEqual(['execute'])
  expect(wordOf({ ...paid, ran: ['some program'] })).toEqual(['execute'])
  const err = { InstructionError: [0, { Custom: 1 }] }
  expect(wordOf({ ...paid, ran: [system, memo], err })).toEqual(['send'])
  expect(wordOf({ ...paid, ran: ['some program', token], err })).toEqual(['execute'])
  expect(wordOf({ ...paid, ran: [system], err }, friend)).toEqual(['execute'])
})
