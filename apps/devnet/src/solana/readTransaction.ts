import {
  type CompiledTransactionMessageWithLifetime,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type LegacyCompiledTransactionMessage,
  type Transaction,
  type V0CompiledTransactionMessage,
} from '@solana/kit'
import { RpcError } from '../rpcError.ts'

/** The maximum size of one packet of the network. */
export const maxBytes = 1232

export type ReadMessage = (LegacyCompiledTransactionMessage | V0CompiledTransactionMessage) &
  CompiledTransactionMessageWithLifetime

/** A transaction from the wire, decoded. */
export type ReadTransaction = {
  bytes: Uint8Array
  transaction: Transaction
  message: ReadMessage
  /** The first signature: its id. */
  signature: string
}

/** Decodes a transaction; malformed bytes are the sender's error. */
export function readTransaction(bytes: Uint8Array): ReadTransaction {
  if (bytes.length > maxBytes)
    throw new RpcError(-32602, `decoded solana_transaction too large: ${bytes.length} bytes (max: ${maxBytes} bytes)`)
  const transaction = orInvalid(() => getTransactionDecoder().decode(bytes))
  const message = readMessage(new Uint8Array(transaction.messageBytes))
  const [first] = Object.values(transaction.signatures)
  return { bytes, transaction, message, signature: getBase58Decoder().decode(first ?? new Uint8Array(64)) }
}

/** Decodes a message in its signed form. */
export function readMessage(bytes: Uint8Array): ReadMessage {
  const message = orInvalid(() => getCompiledTransactionMessageDecoder().decode(bytes))
  if (message.version !== 'legacy' && message.version !== 0)
    throw new RpcError(-32602, `failed to deserialize solana_transaction: version ${message.version} is not supported`)
  const { staticAccounts, header, instructions } = message
  const signers = header.numSignerAccounts
  const isSound =
    signers > header.numReadonlySignerAccounts &&
    signers + header.numReadonlyNonSignerAccounts <= staticAccounts.length &&
    instructions.every(({ programAddressIndex }) => programAddressIndex < staticAccounts.length)
  if (!isSound)
    throw new RpcError(-32602, 'invalid transaction: Transaction failed to sanitize accounts offsets correctly')
  return message as ReadMessage
}

function orInvalid<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('\n')[0] : 'unreadable'
    throw new RpcError(-32602, `failed to deserialize solana_transaction: ${why}`)
  }
}

/** The accounts of a transaction, in the order of its instructions' indexes: its own, then those of lookup tables. */
export type AccountKeys = { all: string[]; writable: boolean[]; loaded: { writable: string[]; readonly: string[] } }

/** Lists the accounts of a message; `readTable` returns the addresses in a lookup table. */
export function listAccounts(message: ReadMessage, readTable: (address: string) => readonly string[]): AccountKeys {
  const { header, staticAccounts } = message
  const loaded = { writable: [] as string[], readonly: [] as string[] }
  const lookups = 'addressTableLookups' in message ? (message.addressTableLookups ?? []) : []
  for (const lookup of lookups) {
    const table = readTable(lookup.lookupTableAddress)
    const take = (indexes: readonly number[]) =>
      indexes.flatMap((index) => (table[index] === undefined ? [] : [table[index]]))
    loaded.writable.push(...take(lookup.writableIndexes))
    loaded.readonly.push(...take(lookup.readonlyIndexes))
  }
  const signers = header.numSignerAccounts
  const writable = staticAccounts.map((_, index) =>
    index < signers
      ? index < signers - header.numReadonlySignerAccounts
      : index < staticAccounts.length - header.numReadonlyNonSignerAccounts,
  )
  return {
    all: [...staticAccounts, ...loaded.writable, ...loaded.readonly],
    writable: [...writable, ...loaded.writable.map(() => true), ...loaded.readonly.map(() => false)],
    loaded,
  }
}
