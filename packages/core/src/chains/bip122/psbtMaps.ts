import { sized } from '@billfold/protocol/bitcoin/bitcoinBytes'
import { isSameBytes, joinBytes } from '@billfold/protocol/bytes'
import { KitError } from '@billfold/protocol/error'
import { byteReader, type RawOutput, type RawTransaction, readTransaction, txidOf } from './rawTransaction.ts'

/** An entry of a PSBT (BIP-174); `key` starts with its type. */
export type PsbtEntry = { key: Uint8Array; value: Uint8Array }
/** A PSBT with every entry, even if the kit does not know it. */
export type PsbtMaps = {
  global: PsbtEntry[]
  inputs: PsbtEntry[][]
  outputs: PsbtEntry[][]
  transaction: RawTransaction
}

const magic = Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff)
/** Entry types of inputs that are read or written here and by signers (BIP-174, BIP-371). */
export const inputTypes = {
  ...{ parent: 0x00, witnessOutput: 0x01, partialSignature: 0x02, redeemScript: 0x04, derivation: 0x06 },
  ...{ finalScript: 0x07, finalWitness: 0x08, taprootSignature: 0x13, taprootDerivation: 0x16, taprootKey: 0x17 },
} as const

const [maxBytes, maxEntries] = [400_000, 1000]

/** Parses an untrusted PSBT of version 0. */
export function readPsbtMaps(bytes: Uint8Array): PsbtMaps {
  if (bytes.length > maxBytes || !isSameBytes(bytes.subarray(0, 5), magic)) throw invalid()
  const read = byteReader(bytes.subarray(5))
  const readMap = (): PsbtEntry[] => {
    const entries: PsbtEntry[] = []
    for (let length = read.size(); length > 0; length = read.size()) {
      if (entries.length >= maxEntries) throw invalid()
      entries.push({ key: read.take(length), value: read.sized() })
    }
    return entries
  }
  const global = readMap()
  const unsigned = global.find(({ key }) => key.length === 1 && key[0] === 0)
  if (!unsigned) throw invalid()
  const transaction = readTransaction(unsigned.value)
  const inputs = transaction.inputs.map(readMap)
  const outputs = transaction.outputs.map(readMap)
  if (read.left() > 0) throw invalid()
  return { global, inputs, outputs, transaction }
}

/** Serializes a PSBT. */
export function writePsbtMaps({ global, inputs, outputs }: PsbtMaps): Uint8Array {
  const maps = [global, ...inputs, ...outputs]
  const written = maps.map((entries) =>
    joinBytes(...entries.map(({ key, value }) => joinBytes(sized(key), sized(value))), Uint8Array.of(0)),
  )
  return joinBytes(magic, ...written)
}

/** An entry's value by type, for types without key data. */
export const entryValue = (entries: readonly PsbtEntry[], type: number): Uint8Array | undefined =>
  entries.find(({ key }) => key[0] === type && key.length === 1)?.value

/** The output that an input spends, as its transaction proves it or, without that, as the PSBT states it. */
export function spentOutput({ inputs, transaction }: PsbtMaps, at: number): RawOutput | undefined {
  const stated = entryValue(inputs[at]!, inputTypes.witnessOutput)
  const parent = entryValue(inputs[at]!, inputTypes.parent)
  const proven = parent && provenOutput(readTransaction(parent), transaction.inputs[at]!)
  if (!stated) return proven
  const read = byteReader(stated)
  const output = { value: BigInt(read.number(8)), script: read.sized() }
  if (proven && (proven.value !== output.value || !isSameBytes(proven.script, output.script))) throw invalid()
  return output
}

function provenOutput(parent: RawTransaction, { txid, index }: RawTransaction['inputs'][number]): RawOutput {
  const output = parent.outputs[index]
  if (txidOf(parent) !== txid || !output) throw invalid()
  return output
}

const invalid = () => new KitError('invalid_input', { message: 'Not a PSBT' })
