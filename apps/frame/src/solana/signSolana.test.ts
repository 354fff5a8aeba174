import { encodeBase58 } from '@billfold/protocol/base58'
import { ed25519 } from '@noble/curves/ed25519.js'
import {
  address,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionDecoder,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { expect, test } from 'vitest'
import { signSolanaMessage, signSolanaTransaction } from './signSolana.ts'

const secret = new Uint8Array(32).fill(7)
const own = ed25519.getPublicKey(secret)
const me = address(encodeBase58(own))
const other = address(encodeBase58(ed25519.getPublicKey(new Uint8Array(32).fill(8))))

function written(version: 0 | 'legacy', payer: typeof me, signers: (typeof me)[] = []) {
  const lifetime = { blockhash: blockhash(encodeBase58(new Uint8Array(32).fill(9))), lastValidBlockHeight: 1n }
  const instruction = {
    programAddress: address('11111111111111111111111111111111'),
    accounts: signers.map((signer) => ({ address: signer, role: 2 as const })),
    data: new Uint8Array([1]),
  }
  const message = pipe(
    createTransactionMessage({ version }),
    (each) => setTransactionMessageFeePayer(payer, each),
    (each) => setTransactionMessageLifetimeUsingBlockhash(lifetime, each),
    (each) => appendTransactionMessageInstruction(instruction, each),
  )
  const transaction = compileTransaction(message)
  return { transaction, bytes: new Uint8Array(getTransactionEncoder().encode(transaction)) }
}

test.each([0, 'legacy'] as const)(
  'a %s transaction gets this key’s signature in its place, and no other is touched',
  (version) => {
    for (const [payer, signers, place] of [
      [me, [], 0],
      [other, [me], 1],
      [me, [other], 0],
    ] as const) {
      const { transaction, bytes } = written(version, payer, [...signers])
      const signed = getTransactionDecoder().decode(signSolanaTransaction(bytes, secret))
      expect(Object.keys(signed.signatures)[place]).toBe(me)
      const { [me]: signature, [other]: rest } = signed.signatures
      expect(ed25519.verify(signature!, new Uint8Array(transaction.messageBytes), own)).toBe(true)
      expect(rest ?? null).toBeNull()
      expect(signed.messageBytes).toEqual(transaction.messageBytes)
    }
  },
)

test('rejects a transaction without this key as a signer, and invalid ones', () => {
  expect(() => signSolanaTransaction(written(0, other).bytes, secret)).toThrow('is not a signer')
  const { bytes } = written(0, me)
  for (const broken of [
    new Uint8Array(),
    Uint8Array.of(1),
    bytes.slice(0, 66),
    bytes.slice(0, 80),
    new Uint8Array(4).fill(255),
  ])
    expect(() => signSolanaTransaction(broken, secret)).toThrow()
})

test('a message is signed, and a transaction dressed as a message is not', () => {
  const message = new TextEncoder().encode('Sign in to site.example')
  expect(ed25519.verify(signSolanaMessage(message, secret), message, own)).toBe(true)
  for (const version of [0, 'legacy'] as const)
    for (const { transaction } of [written(version, me), written(version, other, [me])])
      expect(() => signSolanaMessage(new Uint8Array(transaction.messageBytes), secret)).toThrow('in disguise')
})
