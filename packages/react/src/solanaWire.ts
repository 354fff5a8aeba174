import { isEmptySignature, readSolanaTransaction } from '@billfold/protocol/solanaTransaction'
import { decodeBase64, encodeBase64 } from '@billfold/protocol/wc/base64'
import type { Transaction } from '@solana/kit'

const systemProgram = '1'.repeat(32)
const advanceNonce = '4,0,0,0'
const unknownHeight = 2n ** 64n - 1n

/** A transaction of @solana/kit's as it travels, in base64; a signature that is still missing is zeros. */
export function toWire({ messageBytes, signatures }: Transaction): string {
  const places = Object.values(signatures).flatMap((signature) => [...(signature ?? new Uint8Array(64))])
  return encodeBase64(Uint8Array.from([places.length / 64, ...places, ...messageBytes]))
}

/** A transaction that comes back, as @solana/kit has it. */
export function fromWire(text: string): Transaction {
  const { message, signers, signatures } = readSolanaTransaction(decodeBase64(text))
  const made = signers.map((signer, at) => [signer, isEmptySignature(signatures[at]!) ? null : signatures[at]])
  return Object.freeze({ messageBytes: message, signatures: Object.freeze(Object.fromEntries(made)) }) as never
}

/** A transaction's lifetime, as far as it contains it: its last valid block height is not in it. */
export function lifetimeIn(text: string): unknown {
  const { instructions, lifetimeToken } = readSolanaTransaction(decodeBase64(text))
  const [first] = instructions
  const [nonceAccountAddress] = first?.accounts ?? []
  const isNonce = first?.program === systemProgram && first.data.join() === advanceNonce && nonceAccountAddress
  return isNonce
    ? { nonce: lifetimeToken, nonceAccountAddress }
    : { blockhash: lifetimeToken, lastValidBlockHeight: unknownHeight }
}
