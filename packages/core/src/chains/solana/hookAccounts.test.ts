import { encodeBase58 } from '@billfold/protocol/base58'
import { encodeBase64 } from '@billfold/protocol/wc/base64'
import { expect, test } from 'vitest'
import type { QueryChain, WalletRequest } from '../chainQuery.ts'
import { hookAccounts } from './hookAccounts.ts'

const key = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte))
const [hook, mint, source, destination, owner] = [21, 22, 23, 24, 25].map(key) as [
  string,
  string,
  string,
  string,
  string,
]
const move = { hook, mint, source, destination, owner, amount: 2_500_000n }
const list = '8MbaMQJojBbB97VEn2vJHb3ocPh4mrwgshfBZjmPTgZB'
const execute = [105, 37, 101, 197, 75, 251, 102, 26]

const pad = (...bytes: readonly number[]) => [...bytes, ...Array<number>(32 - bytes.length).fill(0)]
const entry = (kind: number, config: readonly number[], isWritable = 0, isSigner = 0) => [
  ...[kind, ...config, isSigner, isWritable],
]
/** A hook's account data: discriminator, length, entries. */
function kept(entries: readonly (readonly number[])[], count = entries.length): number[] {
  const body = [count, 0, 0, 0, ...entries.flat()]
  return [...execute, body.length & 255, body.length >> 8, 0, 0, ...body]
}
const every = [
  entry(0, Array<number>(32).fill(26)),
  // The literal "seed", source and sender; then the amount and a part of the destination.
  entry(1, pad(1, 4, 115, 101, 101, 100, 3, 0, 3, 3), 1),
  entry(1, pad(2, 8, 8, 4, 2, 3, 5)),
  // A PDA of the first program listed.
  entry(133, pad(3, 1), 1),
  entry(2, pad(2, 0, 32)),
]

function chainWith(data: readonly number[] | undefined, program = hook): QueryChain {
  const accounts = new Map<string, { owner: string; data: readonly number[] }>([
    [source, { owner: key(9), data: Array.from({ length: 165 }, (_, at) => 255 - at) }],
    [destination, { owner: key(9), data: Array.from({ length: 165 }, (_, at) => at) }],
    ...(data ? [[list, { owner: program, data }] as const] : []),
  ])
  return async (question) => {
    const [addresses] = (question as WalletRequest).params as [string[]]
    const value = addresses.map((address) => {
      const account = accounts.get(address)
      if (!account) return null
      const text = encodeBase64(Uint8Array.from(account.data))
      return { lamports: 1, owner: account.owner, executable: false, data: [text, 'base64'] }
    })
    return { value }
  }
}

test('resolves a hook’s accounts like @solana/spl-token 0.4.14', async () => {
  expect(await hookAccounts(move, chainWith(kept(every)))).toEqual([
    { address: '2ktgiq7GNkitdMWCLmUtZm4qM8UEWerKXcL4WtAaRfPP' },
    { address: 'DHavpTb82mWMjcWyNKmchMAbiVTLQm35eHy8QyfLA2QA', isWritable: true },
    { address: 'ARPCGQ3XxqTpxkzwRLTTdr6KVaeSjmkJExrHEzV6bddK' },
    { address: '5Brzc8LQWtQhGySBCDi8gSSQdczgaUtXV7t1Cu6rjVPk', isWritable: true },
    { address: 'G4u2DdkwJqxJYdThQUiEEcZYjsVGfYU5cKe5yP58ruZR' },
    { address: hook },
    { address: list },
  ])
  // Another interface's entries may precede them.
  const other = [1, 2, 3, 4, 5, 6, 7, 8, 2, 0, 0, 0, 9, 9]
  expect(await hookAccounts(move, chainWith([...other, ...kept(every)]))).toHaveLength(7)
  expect(await hookAccounts(move, chainWith(kept([])))).toEqual([{ address: hook }, { address: list }])
})

test.each([
  ['keeps no list', undefined],
  ['keeps something else', [1, 2, 3]],
  ['promises more entries than there are', kept(every, 9)],
  ['promises more bytes than there are', kept(every).slice(0, -1)],
  ['wants another signature', kept([entry(0, Array<number>(32).fill(26), 0, 1)])],
  ['names an account that is not there', kept([entry(1, pad(3, 30))])],
  ['names a program that is not there', kept([entry(250, pad(3, 1))])],
  ['reads what is not there', kept([entry(1, pad(4, 0, 160, 20))])],
  ['has a seed of another kind', kept([entry(1, pad(9))])],
  ['is of another kind', kept([entry(7, pad())])],
  ['has more entries than fit', kept(Array.from({ length: 21 }, () => entry(0, pad(1))))],
] as const)('resolves nothing for a hook that %s', async (_, data) => {
  expect(await hookAccounts(move, chainWith(data))).toBeUndefined()
})

test('ignores a list owned by another program', async () => {
  expect(await hookAccounts(move, chainWith(kept(every), key(66)))).toBeUndefined()
})
