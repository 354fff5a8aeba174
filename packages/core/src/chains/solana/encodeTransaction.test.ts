import { encodeBase58 } from '@billfold/protocol/base58'
import { readSolanaTransaction } from '@billfold/protocol/solanaTransaction'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeTransaction } from './encodeTransaction.ts'

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(encodeBase58)
const instruction = fc.record({
  program: key,
  accounts: fc.array(fc.record({ address: key, isSigner: fc.boolean(), isWritable: fc.boolean() }), { maxLength: 3 }),
  data: fc.uint8Array({ maxLength: 200 }),
})

test('round-trips any transaction, signers first and the payer before all', () => {
  fc.assert(
    fc.property(key, key, fc.array(instruction, { maxLength: 3 }), (payer, blockhash, instructions) => {
      const bytes = encodeTransaction({ payer, blockhash, instructions })
      fc.pre(bytes.length <= 1232)
      const read = readSolanaTransaction(bytes)
      expect(read.instructions).toEqual(
        instructions.map(({ program, accounts, data }) => ({
          program,
          accounts: accounts.map(({ address }) => address),
          data: Uint8Array.from(data),
        })),
      )
      expect(read.lifetimeToken).toBe(blockhash)
      expect(read.signers[0]).toBe(payer)
      const signerMetas = instructions.flatMap(({ accounts }) => accounts.filter(({ isSigner }) => isSigner))
      expect(new Set(read.signers)).toEqual(new Set([payer, ...signerMetas.map(({ address }) => address)]))
    }),
  )
})

test('encodes a transfer of one coin exactly as @solana/web3.js', () => {
  // SystemProgram.transfer of 1 lamport, compiled by @solana/web3.js 1.98.4 with keys of ones and twos.
  const [from, to] = [1, 2].map((byte) => encodeBase58(new Uint8Array(32).fill(byte)))
  const bytes = encodeTransaction({
    payer: from!,
    blockhash: encodeBase58(new Uint8Array(32).fill(3)),
    instructions: [
      {
        program: '11111111111111111111111111111111',
        accounts: [
          { address: from!, isSigner: true, isWritable: true },
          { address: to!, isWritable: true },
        ],
        data: Uint8Array.of(2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0),
      },
    ],
  })
  expect(Buffer.from(bytes.subarray(65)).toString('hex')).toBe(
    `01000103${'01'.repeat(32)}${'02'.repeat(32)}${'00'.repeat(32)}${'03'.repeat(32)}01020200010c020000000100000000000000`,
  )
})
