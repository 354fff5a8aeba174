import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase58, encodeBase58 } from './base58.ts'
import { KitError } from './error.ts'
import { isEmptySignature, readSolanaTransaction, withSignature } from './solanaTransaction.ts'

const bytesOf = (value: number, length: number) => new Uint8Array(length).fill(value)
const [payer, other, target] = [bytesOf(1, 32), bytesOf(2, 32), bytesOf(3, 32)].map(encodeBase58) as [
  string,
  string,
  string,
]
const systemProgram = '1'.repeat(32)
const transferData = [2, 0, 0, 0, 0x40, 0x42, 0x0f, 0, 0, 0, 0, 0]

/** A transfer of 0.001 SOL from `other`, whose fee `payer` pays; written out by hand. */
function transfer({ version = false, signatures = 2, tail = [] as number[] } = {}): Uint8Array {
  const keys = [payer, other, target, systemProgram].flatMap((address) => [...decodeBase58(address)])
  const message = [
    ...(version ? [0x80] : []),
    ...[2, 0, 1],
    ...[4, ...keys],
    ...bytesOf(9, 32),
    ...[1, 3, 2, 1, 2, transferData.length, ...transferData],
    ...(version ? [1, ...bytesOf(7, 32), 1, 0, 0] : []),
    ...tail,
  ]
  return Uint8Array.from([signatures, ...bytesOf(0, 64 * signatures), ...message])
}

test.each([false, true])('reads signers, accounts and transfers (versioned: %s)', (version) => {
  const read = readSolanaTransaction(transfer({ version }))
  expect(read).toMatchObject({ version: version ? 0 : 'legacy', signers: [payer, other] })
  expect(read.signatures.map(isEmptySignature)).toEqual([true, true])
  expect(read.instructions).toEqual([
    { program: systemProgram, accounts: [other, target], data: Uint8Array.from(transferData) },
  ])
  expect(read).toMatchObject({
    accounts: [payer, other, target, systemProgram],
    writable: [payer, other, target],
    tables: version ? [encodeBase58(bytesOf(7, 32))] : [],
  })
})

test('puts a signature in its signer’s place only', () => {
  const before = transfer()
  const after = withSignature(before, other, bytesOf(5, 64))
  const { signatures, message } = readSolanaTransaction(after)
  expect(signatures).toEqual([bytesOf(0, 64), bytesOf(5, 64)])
  expect(message).toEqual(readSolanaTransaction(before).message)
  expect(isEmptySignature(readSolanaTransaction(before).signatures[1]!)).toBe(true)
  expect(() => withSignature(before, target, bytesOf(5, 64))).toThrow(`${target} is not a signer of this transaction`)
  expect(() => withSignature(before, other, bytesOf(5, 63))).toThrow('A signature is 64 bytes long')
})

test.each([
  ['nothing', new Uint8Array(), 'it ends too early'],
  ['too much', new Uint8Array(1233), 'it has 1233 bytes, and 1232 are the most'],
  ['a place too few', transfer({ signatures: 1 }), 'it has room for 1 signatures, and 2 are needed'],
  ['something after its end', transfer({ tail: [0] }), 'something follows its end'],
  ['a version no one knows', Uint8Array.from([0x81, 1, 0]), 'Solana transactions of version 1 are not supported'],
])('%s is refused by name', (_, bytes, why) => {
  expect(() => readSolanaTransaction(bytes)).toThrow(why)
})

test('reads or rejects every cut and every flipped byte as a whole', () => {
  const good = transfer({ version: true })
  fc.assert(
    fc.property(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), fc.boolean(), (at, flip, cut) => {
      const bytes = cut ? good.slice(0, at) : good.map((byte, i) => (i === at ? byte ^ flip : byte))
      try {
        const { signers, signatures, message } = readSolanaTransaction(bytes)
        expect(cut).toBe(false)
        expect(signatures).toHaveLength(signers.length)
        expect(1 + 64 * signatures.length + message.length).toBe(bytes.length)
      } catch (e) {
        if (!(e instanceof KitError)) throw e
        expect(e.code).toBe('invalid_input')
      }
    }),
  )
})
