import { encodeBase58 } from '@billfold/protocol/base58'
import { getBase58Decoder } from '@solana/kit'
import { RpcError } from '../rpcError.ts'
import { programs } from './programs.ts'
import { type ReadTransaction, readTransaction } from './readTransaction.ts'
import type { TransactionRecord } from './transactionRecord.ts'

export const transactionEncodings = ['json', 'jsonParsed', 'base58', 'base64'] as const
type TransactionEncoding = (typeof transactionEncodings)[number]

/** The form in which a caller wants a transaction; `isBrief` leaves the instructions out. */
type TransactionView = {
  encoding?: TransactionEncoding | undefined
  maxSupportedTransactionVersion?: number | undefined
  isBrief?: boolean
}

/** A transaction on the chain, in the form of Solana's nodes. */
export function encodeTransaction(record: TransactionRecord, view: TransactionView) {
  const read = readRecord(record)
  const { version } = read.message
  const newest = view.maxSupportedTransactionVersion
  if (version !== 'legacy' && (newest === undefined || newest < version))
    throw new RpcError(
      -32015,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    )
  const transaction = view.isBrief
    ? { accountKeys: accountKeysOf(record, read), signatures: signaturesOf(read) }
    : encodeBody(record, read, view.encoding ?? 'json')
  return { transaction, meta: encodeMeta(record, view), ...(newest !== undefined && { version }) }
}

/** The memos of a transaction, as lists of transactions show them: `[5] hello`. */
export function memoOf(record: TransactionRecord): string | null {
  const { message } = readRecord(record)
  const notes = message.instructions
    .filter(({ programAddressIndex }) => message.staticAccounts[programAddressIndex] === programs.memo)
    .map(({ data }) => Buffer.from(data ?? []).toString('utf8'))
  return notes.length > 0 ? notes.map((note) => `[${Buffer.byteLength(note)}] ${note}`).join('; ') : null
}

const readRecord = ({ wire }: TransactionRecord) => readTransaction(new Uint8Array(Buffer.from(wire, 'base64')))

const signaturesOf = ({ transaction }: ReadTransaction) =>
  Object.values(transaction.signatures).map((signature) => getBase58Decoder().decode(signature ?? new Uint8Array(64)))

function accountKeysOf({ accounts, loaded }: TransactionRecord, { message }: ReadTransaction) {
  const { header, staticAccounts } = message
  const own = staticAccounts.length
  const isWritable = (index: number) => {
    if (index >= own) return index < own + loaded.writable.length
    if (index < header.numSignerAccounts) return index < header.numSignerAccounts - header.numReadonlySignerAccounts
    return index < own - header.numReadonlyNonSignerAccounts
  }
  return accounts.map((pubkey, index) => ({
    pubkey,
    signer: index < header.numSignerAccounts,
    writable: isWritable(index),
    source: index < own ? 'transaction' : 'lookupTable',
  }))
}

function encodeBody(record: TransactionRecord, read: ReadTransaction, encoding: TransactionEncoding) {
  if (encoding === 'base64') return [record.wire, encoding]
  if (encoding === 'base58') return [encodeBase58(read.bytes), encoding]
  const { message } = read
  const lookups = 'addressTableLookups' in message ? (message.addressTableLookups ?? []) : undefined
  const addressTableLookups = lookups?.map((lookup) => ({
    accountKey: lookup.lookupTableAddress,
    writableIndexes: lookup.writableIndexes,
    readonlyIndexes: lookup.readonlyIndexes,
  }))
  const instructions = message.instructions.map(({ programAddressIndex, accountIndices = [], data }) => ({
    programIdIndex: programAddressIndex,
    accounts: [...accountIndices],
    data: encodeBase58(new Uint8Array(data ?? [])),
    stackHeight: null,
  }))
  const isParsed = encoding === 'jsonParsed'
  return {
    signatures: signaturesOf(read),
    message: {
      accountKeys: isParsed ? accountKeysOf(record, read) : message.staticAccounts,
      ...(!isParsed && {
        header: {
          numRequiredSignatures: message.header.numSignerAccounts,
          numReadonlySignedAccounts: message.header.numReadonlySignerAccounts,
          numReadonlyUnsignedAccounts: message.header.numReadonlyNonSignerAccounts,
        },
      }),
      recentBlockhash: message.lifetimeToken,
      instructions: isParsed ? instructions.map((one) => named(record, one)) : instructions,
      ...(addressTableLookups && { addressTableLookups }),
    },
  }
}

/** An instruction with addresses in place of indexes: the form that nodes use for unknown programs. */
function named(
  { accounts: all }: TransactionRecord,
  one: { programIdIndex: number; accounts: number[]; data: string; stackHeight: number | null },
) {
  return {
    programId: all[one.programIdIndex],
    accounts: one.accounts.map((index) => all[index]),
    data: one.data,
    stackHeight: one.stackHeight,
  }
}

function encodeMeta(record: TransactionRecord, view: TransactionView) {
  const { err, fee, units, logs, inner, returnData, loaded } = record
  const { preBalances, postBalances, preTokenBalances, postTokenBalances } = record
  const base = { err, fee, preBalances, postBalances, preTokenBalances, postTokenBalances }
  const status = err === null ? { Ok: null } : { Err: err }
  if (view.isBrief) return { ...base, status }
  const isParsed = view.encoding === 'jsonParsed'
  const innerInstructions = isParsed
    ? inner.map(({ index, instructions }) => ({ index, instructions: instructions.map((one) => named(record, one)) }))
    : inner
  return {
    ...base,
    status,
    innerInstructions,
    logMessages: logs,
    rewards: [],
    computeUnitsConsumed: units,
    ...(!isParsed && { loadedAddresses: loaded }),
    ...(returnData && { returnData: { programId: returnData.programId, data: [returnData.data, 'base64'] } }),
  }
}
