import { encodeBase58 } from '@billfold/protocol/base58'
import { joinBytes } from '@billfold/protocol/bytes'
import { KitError } from '@billfold/protocol/error'
import { readSolanaTransaction, withSignature } from '@billfold/protocol/solanaTransaction'
import { ed25519 } from '@noble/curves/ed25519.js'

/** Signs a message with a Solana key. Rejects bytes that parse as a transaction, because the signature would be valid for it. */
export function signSolanaMessage(message: Uint8Array, secretKey: Uint8Array): Uint8Array {
  if (isTransactionOf(encodeBase58(ed25519.getPublicKey(secretKey)), message))
    throw new KitError('invalid_input', { message: 'This message is a transaction in disguise' })
  return ed25519.sign(message, secretKey)
}

/** Adds this key's signature to a transaction; the other signatures stay. */
export function signSolanaTransaction(transaction: Uint8Array, secretKey: Uint8Array): Uint8Array {
  const own = encodeBase58(ed25519.getPublicKey(secretKey))
  const { message } = readSolanaTransaction(transaction)
  return withSignature(transaction, own, ed25519.sign(message, secretKey))
}

/** Whether a node would take these bytes for the message of a transaction that a key has to sign, with whomever. */
function isTransactionOf(own: string, message: Uint8Array): boolean {
  const required = message[(message[0] ?? 0) & 0x80 ? 1 : 0] ?? 0
  // More do not fit into one of Solana's packets.
  if (required === 0 || required > 19) return false
  try {
    const places = joinBytes(Uint8Array.of(required), new Uint8Array(64 * required))
    return readSolanaTransaction(joinBytes(places, message)).signers.includes(own)
  } catch {
    return false // nothing that could be read as a transaction
  }
}
