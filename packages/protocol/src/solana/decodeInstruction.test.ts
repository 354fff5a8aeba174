import { expect, test } from 'vitest'
import { encodeBase58 } from '../base58.ts'
import { decodeInstruction } from './decodeInstruction.ts'
import { solanaPrograms } from './solanaPrograms.ts'

const key = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte))
const [a, b, c, d] = [key(1), key(2), key(3), key(4)] as [string, string, string, string]
const { system, token, token2022, memo, computeBudget, associatedToken } = solanaPrograms
const decode = (program: string, data: readonly number[], ...accounts: (string | undefined)[]) =>
  decodeInstruction({ program, accounts, data: Uint8Array.from(data) })
const u64 = (value: number) => [value, 0, 0, 0, 0, 0, 0, 0]

test('decodes coin transfers, new accounts, and an account’s assignment to a program', () => {
  const moved = { kind: 'coinMoved', from: a, to: b, lamports: 7n }
  expect(decode(system, [2, 0, 0, 0, ...u64(7)], a, b)).toEqual(moved)
  expect(decode(system, [5, 0, 0, 0, ...u64(7)], a, b, c, c, d)).toEqual(moved)
  const seeded = [3, 0, 0, 0, ...Array(32).fill(1), ...u64(2), 104, 105, ...u64(7), ...u64(9), ...Array(32).fill(3)]
  expect(decode(system, seeded, a, b)).toEqual({
    ...{ kind: 'accountCreated', payer: a, account: b, lamports: 7n, space: 9n, owner: c },
  })
  expect(decode(system, [1, 0, 0, 0, ...Array(32).fill(3)], a)).toEqual({
    ...{ kind: 'accountAssigned', account: a, owner: c },
  })
})

test('decodes token transfers, with the mint and the fee if the instruction names them', () => {
  const moved = { kind: 'tokenMoved', program: token, from: a, to: b, authority: d, amount: 7n }
  expect(decode(token, [3, ...u64(7)], a, b, d)).toEqual(moved)
  expect(decode(token, [12, ...u64(7), 6], a, c, b, d)).toEqual({ ...moved, mint: c, decimals: 6 })
  expect(decode(token2022, [26, 1, ...u64(7), 6, ...u64(1)], a, c, b, d)).toEqual({
    ...{ ...moved, program: token2022, mint: c, decimals: 6, fee: 1n },
  })
})

test('decodes approvals and authorities', () => {
  const approved = { kind: 'tokenApproved', account: a, delegate: b, authority: d, amount: 7n }
  expect(decode(token, [4, ...u64(7)], a, b, d)).toEqual(approved)
  expect(decode(token, [13, ...u64(7), 6], a, c, b, d)).toEqual({ ...approved, mint: c })
  expect(decode(token, [5], a, d)).toEqual({ kind: 'tokenRevoked', account: a })
  expect(decode(token, [6, 2, 1, ...Array(32).fill(2)], a, d)).toEqual({
    ...{ kind: 'authoritySet', account: a, role: 'owner', authority: b },
  })
  expect(decode(token, [6, 0, 0], c, d)).toEqual({ kind: 'authoritySet', account: c, role: 'mint' })
  expect(decode(token2022, [6, 12, 0], c, d)).toMatchObject({ role: 12 })
})

test('places for tokens, memos and what is offered for speed', () => {
  const opened = { payer: a, account: b, owner: c, mint: d, program: token }
  expect(decode(associatedToken, [], a, b, c, d, system, token)).toMatchObject({ ...opened, ifMissing: false })
  expect(decode(associatedToken, [1], a, b, c, d, system, token)).toMatchObject({ ...opened, ifMissing: true })
  expect(decode(token, [9], a, b, d)).toEqual({ kind: 'tokenAccountClosed', account: a, to: b, authority: d })
  expect(decode(memo, [...new TextEncoder().encode('Grüße')])).toEqual({ kind: 'memo', text: 'Grüße' })
  expect(decode(computeBudget, [2, 64, 1, 0, 0])).toEqual({ kind: 'unitLimit', units: 320 })
  expect(decode(computeBudget, [3, ...u64(9)])).toEqual({ kind: 'unitPrice', price: 9n })
})

test('treats instructions as unknown unless every byte and account is understood', () => {
  const transfer = [2, 0, 0, 0, ...u64(7)]
  expect(decode(a, transfer, b, c)).toMatchObject({ kind: 'unknown', program: a, isKnownProgram: false })
  for (const unknown of [
    decode(system, transfer.slice(0, -1), a, b),
    decode(system, [...transfer, 0], a, b),
    decode(system, [99, 0, 0, 0], a, b),
    decode(system, transfer, a, undefined),
    decode(system, transfer, a),
    decode(token, [26, 1, ...u64(7), 6, ...u64(1)], a, c, b, d),
    decode(token, [], a),
    decode(memo, [0xff, 0xfe]),
    decode(computeBudget, [9, 9]),
  ])
    expect(unknown).toMatchObject({ kind: 'unknown', isKnownProgram: true })
})
