import type { TransactionDescription } from '@billfold/protocol/solana/describeTransaction'
import { expect, test } from 'vitest'
import { transactionLines } from './transactionLines.ts'

const [me, friend, mint, place] = ['me', 'friend', 'mint', 'place'] as const
const tokens = (amount: bigint) => [{ account: 'mine', owner: me, mint, amount: -amount, decimals: 6 }]
const base: TransactionDescription = { version: 0, signers: [me], facts: [], fee: 5_000n }
const moved = (amount: bigint) =>
  ({ kind: 'tokenMoved', program: 'token', from: 'mine', to: place, authority: me, amount, mint, decimals: 6 }) as const

test('shows a transfer’s loss, its token and its recipient', () => {
  const got = { account: place, owner: friend, mint, amount: 2_500_000n, decimals: 6 }
  const decoded = { coins: [{ account: me, lamports: -5_000n }], tokens: [...tokens(2_500_000n), got] }
  const description = { ...base, facts: [moved(2_500_000n)], decoded, tried: { changes: decoded } }
  expect(transactionLines(description, me, () => ({ symbol: 'USDC', decimals: 6 }))).toEqual({
    changes: [
      { label: 'You pay', value: '0.000005 SOL' },
      { label: 'You pay', value: '2.5 USDC' },
    ],
    steps: [
      [
        { label: 'Sends', value: '2.5 USDC' },
        { label: 'Token', value: mint, isAddress: true },
        { label: 'To', value: friend, isAddress: true },
      ],
    ],
    fee: { label: 'Network fee', value: 'at most 0.000005 SOL' },
    cautions: [],
  })
})

test.each([
  ['would fail', { tried: { error: 'AccountNotFound' } }],
  [
    'something else than it reads',
    { decoded: { coins: [], tokens: tokens(1n) }, tried: { changes: { coins: [], tokens: tokens(2n) } } },
  ],
  [
    'calls a program',
    { facts: [{ kind: 'unknown', program: place, isKnownProgram: false, accounts: [], data: new Uint8Array(3) }] },
  ],
  ['at any time', { facts: [{ kind: 'tokenApproved', account: 'mine', delegate: friend, authority: me, amount: 1n }] }],
  ['Someone else controls', { facts: [{ kind: 'authoritySet', account: 'mine', role: 'owner', authority: friend }] }],
] satisfies [string, Partial<TransactionDescription>][])('warns: %s', (words, part) => {
  expect(transactionLines({ ...base, ...part }, me).cautions.join()).toContain(words)
})
