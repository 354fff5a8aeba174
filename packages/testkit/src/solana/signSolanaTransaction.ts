import { KitError } from '@billfold/protocol/error'
import { readSolanaTransaction, type SolanaTransaction, withSignature } from '@billfold/protocol/solanaTransaction'
import { providerError } from '../providerError.ts'
import type { SolanaKey } from './ed25519.ts'

/** Parses a transaction to sign; rejects invalid ones and those that do not need this account. */
export function parseSolanaTransaction(bytes: unknown, account: string): SolanaTransaction {
  if (!(bytes instanceof Uint8Array)) throw providerError('invalid_input', 'A transaction is given as its bytes')
  let transaction: SolanaTransaction
  try {
    transaction = readSolanaTransaction(bytes)
  } catch (cause) {
    throw providerError('invalid_input', KitError.from(cause).message)
  }
  if (!transaction.signers.includes(account))
    throw providerError('invalid_input', `${account} is not a signer of this transaction`)
  return transaction
}

/** The transaction with the key's signature over its message in the key's own place; others' stay as they are. */
export async function signSolanaTransaction(key: SolanaKey, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const { message } = parseSolanaTransaction(bytes, key.address)
  return withSignature(bytes, key.address, await key.sign(message))
}
