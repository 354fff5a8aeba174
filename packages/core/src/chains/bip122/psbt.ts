import { compactSize, sized } from '@billfold/protocol/bitcoin/bitcoinBytes'
import type { BitcoinScriptKind } from '@billfold/protocol/bitcoin/readBitcoinAddress'
import { joinBytes } from '@billfold/protocol/bytes'
import { KitError } from '@billfold/protocol/error'
import {
  byteReader,
  type RawInput,
  type RawOutput,
  type RawTransaction,
  readTransaction,
  writeOutput,
  writeTransaction,
} from './rawTransaction.ts'

/** A spent coin, as a wallet needs it to sign: the transaction that created it proves the amount. */
export type SpentCoin = {
  kind: BitcoinScriptKind
  output: RawOutput
  /** The transaction that created it. */
  parent: Uint8Array
} & Unlock

/** Data that a wallet needs beside the coin to sign; none for P2PKH and P2WPKH. */
export type Unlock = {
  /** The segwit script inside P2SH. */
  redeemScript?: Uint8Array
  /** Taproot's key before its tweak: 32 bytes (BIP-371). */
  internalKey?: Uint8Array
}

const magic = Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff)
const end = Uint8Array.of(0)
/** The entry types used here (BIP-174, BIP-371). */
const types = {
  unsigned: 0x00,
  parent: 0x00,
  witnessOutput: 0x01,
  partialSignature: 0x02,
  redeemScript: 0x04,
  finalScript: 0x07,
  finalWitness: 0x08,
  taprootSignature: 0x13,
  taprootKey: 0x17,
} as const

const entry = (type: number, value: Uint8Array): Uint8Array => joinBytes(sized(Uint8Array.of(type)), sized(value))

/** A transaction for a wallet to sign (BIP-174, version 0); without coins, just the transaction. */
export function writePsbt(transaction: RawTransaction, coins: readonly SpentCoin[] = []): Uint8Array {
  return joinBytes(
    magic,
    entry(types.unsigned, writeTransaction(transaction)),
    end,
    ...transaction.inputs.map((_, at) => joinBytes(...(coins[at] ? inputEntries(coins[at]) : []), end)),
    ...transaction.outputs.map(() => end),
  )
}

function inputEntries({ kind, output, parent, redeemScript, internalKey }: SpentCoin): Uint8Array[] {
  return [
    // Taproot signatures cover all amounts; for others the parent proves them.
    ...(kind === 'p2tr' ? [] : [entry(types.parent, parent)]),
    ...(kind === 'p2pkh' ? [] : [entry(types.witnessOutput, writeOutput(output))]),
    ...(redeemScript ? [entry(types.redeemScript, redeemScript)] : []),
    ...(internalKey ? [entry(types.taprootKey, internalKey)] : []),
  ]
}

/** An input's entries by type; for duplicates, the last. */
type Entries = Map<number, { key: Uint8Array; value: Uint8Array }>

function readEntries(read: ReturnType<typeof byteReader>): Entries {
  const entries: Entries = new Map()
  for (let length = read.size(); length > 0; length = read.size()) {
    const key = read.take(length)
    entries.set(key[0] ?? -1, { key: key.slice(1), value: read.sized() })
  }
  return entries
}

/** Reads a PSBT: the transaction, and the wallets' input data. */
export function readPsbt(bytes: Uint8Array): { transaction: RawTransaction; inputs: Entries[] } {
  const read = byteReader(bytes)
  if (magic.some((byte) => byte !== read.number(1))) throw notPsbt()
  const unsigned = readEntries(read).get(types.unsigned)
  if (!unsigned) throw notPsbt()
  const transaction = readTransaction(unsigned.value)
  return { transaction, inputs: transaction.inputs.map(() => readEntries(read)) }
}

/** Extracts the signed transaction, with each signature where the network expects it. */
export function signedTransaction(bytes: Uint8Array): RawTransaction {
  const { transaction, inputs } = readPsbt(bytes)
  return { ...transaction, inputs: transaction.inputs.map((input, at) => signedInput(input, inputs[at] ?? new Map())) }
}

function signedInput(input: RawInput, entries: Entries): RawInput {
  const finalScript = entries.get(types.finalScript)?.value
  const finalWitness = entries.get(types.finalWitness)?.value
  if (finalScript || finalWitness) {
    const read = finalWitness && byteReader(finalWitness)
    const witness = read ? Array.from({ length: read.size() }, () => read.sized()) : []
    return { ...input, script: finalScript ?? new Uint8Array(), witness }
  }
  const taproot = entries.get(types.taprootSignature)?.value
  if (taproot) return { ...input, witness: [taproot] }
  const partial = entries.get(types.partialSignature)
  if (!partial) throw new KitError('wallet_answer_invalid', { message: 'The wallet left an input unsigned' })
  const { key, value } = partial
  if (!entries.has(types.witnessOutput)) return { ...input, script: joinBytes(push(value), push(key)) }
  const redeem = entries.get(types.redeemScript)?.value
  return { ...input, script: redeem ? push(redeem) : new Uint8Array(), witness: [value, key] }
}

const push = (bytes: Uint8Array): Uint8Array => joinBytes(compactSize(bytes.length), bytes)
const notPsbt = () => new KitError('wallet_answer_invalid', { message: 'Not a PSBT' })
