import { decodeBase58, encodeBase58 } from '@billfold/protocol/base58'
import { KitError } from '@billfold/protocol/error'
import { isEmptySignature, readSolanaTransaction, withSignature } from '@billfold/protocol/solanaTransaction'
import { decodeBase64, encodeBase64 } from '@billfold/protocol/wc/base64'
import type { WalletRequest } from '../chainQuery.ts'
import { isSignedBy } from './isSignedBy.ts'

/** Wallets display each transaction: no one reads more than this. */
const maxTransactions = 100

/** Parses a wallet's response to a request; throws if it is not what the account should sign. */
export type ReadAnswer = (answer: unknown) => Promise<unknown>

/**
 * Validates the transactions of a wallet request, and returns the parser of its response; undefined for other requests.
 * The Wallet Standard lets a wallet change what it signs (a priority fee, its own checks, a newer blockhash), so a
 * changed message is accepted if this account signed it and no earlier signature becomes invalid.
 */
export function signedTransactions({ method, params }: WalletRequest, address: string): ReadAnswer | undefined {
  const given = (params ?? {}) as { transaction?: unknown; transactions?: unknown }
  switch (method) {
    case 'solana_signTransaction': {
      const requested = askedOf(given.transaction, address)
      return async (answer) => {
        const transaction = await readSigned(requested, answer, address)
        return { transaction: encodeBase64(transaction), signature: encodeBase58(signatureIn(transaction, address)) }
      }
    }
    case 'solana_signAllTransactions': {
      const { transactions } = given
      if (!Array.isArray(transactions) || transactions.length === 0 || transactions.length > maxTransactions)
        throw new KitError('invalid_input', { message: `Pass 1 to ${maxTransactions} transactions to sign` })
      const requested = transactions.map((text) => askedOf(text, address))
      return async (answer) => {
        const { transactions: signed } = (answer ?? {}) as { transactions?: unknown }
        if (!Array.isArray(signed) || signed.length !== requested.length) throw senseless(answer)
        const read = requested.map((each, at) => readSigned(each, { transaction: signed[at] }, address))
        return { transactions: (await Promise.all(read)).map(encodeBase64) }
      }
    }
    case 'solana_signAndSendTransaction':
      askedOf(given.transaction, address)
      // A sent transaction is final, and its first signature may be another's: only the format can be wrong.
      return async (answer) => ({ signature: encodeBase58(signatureOf(answer)) })
    default:
      return undefined
  }
}

function askedOf(text: unknown, address: string): Uint8Array {
  if (typeof text !== 'string') throw new KitError('invalid_input', { message: 'The transaction must be base64' })
  const bytes = decodeBase64(text)
  if (!readSolanaTransaction(bytes).signers.includes(address))
    throw new KitError('invalid_input', { message: `${address} is not a signer of this transaction` })
  return bytes
}

/** The signed transaction: as the wallet returns it, or the requested one with the returned signature. */
async function readSigned(requested: Uint8Array, answer: unknown, address: string): Promise<Uint8Array> {
  const { transaction } = (answer ?? {}) as { transaction?: unknown }
  const signed =
    typeof transaction === 'string'
      ? orSenseless(answer, () => decodeBase64(transaction))
      : withSignature(requested, address, signatureOf(answer))
  const before = readSolanaTransaction(requested)
  const after = orSenseless(answer, () => readSolanaTransaction(signed))
  if (!after.signers.includes(address))
    throw invalid(answer, 'The wallet returned a transaction that this account does not sign')
  if (!(await isSignedBy(address, after.message, signatureIn(signed, address))))
    throw invalid(answer, 'The wallet returned a signature from another account')
  const isChanged = !isSame(before.message, after.message)
  for (const [at, signature] of before.signatures.entries()) {
    if (before.signers[at] === address || isEmptySignature(signature)) continue
    if (isChanged) throw invalid(answer, 'The wallet changed a transaction that someone else already signed')
    if (!isSame(signature, after.signatures[at]))
      throw invalid(answer, 'The wallet replaced another account’s signature')
  }
  return signed
}

function signatureIn(transaction: Uint8Array, address: string): Uint8Array {
  const { signers, signatures } = readSolanaTransaction(transaction)
  return signatures[signers.indexOf(address)]!
}

function signatureOf(answer: unknown): Uint8Array {
  const { signature } = (answer ?? {}) as { signature?: unknown }
  if (typeof signature !== 'string' || signature.length > 88) throw senseless(answer)
  const bytes = orSenseless(answer, () => decodeBase58(signature))
  if (bytes.length !== 64) throw senseless(answer)
  return bytes
}

function orSenseless<T>(answer: unknown, read: () => T): T {
  try {
    return read()
  } catch {
    // Whatever is wrong with it, the site gets one error.
    throw senseless(answer)
  }
}

const senseless = (cause: unknown) => new KitError('wallet_answer_invalid', { cause })
const invalid = (cause: unknown, message: string) => new KitError('wallet_answer_invalid', { message, cause })
const isSame = (a: Uint8Array, b: Uint8Array | undefined): boolean =>
  a.length === b?.length && a.every((byte, i) => byte === b[i])
