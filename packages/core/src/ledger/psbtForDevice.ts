import { compactSize, littleEndian, sized } from '@billfold/protocol/bitcoin/bitcoinBytes'
import { bytesOfHex, isSameBytes, joinBytes } from '@billfold/protocol/bytes'
import { KitError } from '@billfold/protocol/error'
import { byteReader, readTransaction, writeOutput } from '../chains/bip122/rawTransaction.ts'
import type { Entry } from './merkle.ts'

/** A PSBT's maps, of version 2: what the app reads. */
export type DevicePsbt = { global: Entry[]; inputs: Entry[][]; outputs: Entry[][] }

export type InputSignature = { input: number; key: Uint8Array; signature: Uint8Array }

/** The account whose inputs are signed. */
export type OwnKey = {
  kind: 'wpkh' | 'tr'
  /** Its script, in outputs. */
  script: Uint8Array
  publicKey: Uint8Array
  /** The master key's fingerprint and the path, as PSBTs write them. */
  origin: Uint8Array
}

const magic = Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff)
const entry = (type: number, value: Uint8Array, data = new Uint8Array()): Entry => ({
  key: joinBytes(Uint8Array.of(type), data),
  value,
})
const find = (map: readonly Entry[], type: number) => map.find(({ key }) => key[0] === type)?.value

function readMap(read: ReturnType<typeof byteReader>): Entry[] {
  const map: Entry[] = []
  for (let length = read.size(); length > 0; length = read.size())
    map.push({ key: read.take(length).slice(), value: read.sized().slice() })
  return map
}

/** Reads a PSBT (BIP-174, version 0) with all of its entries. */
export function readWholePsbt(bytes: Uint8Array) {
  const read = byteReader(bytes)
  if (!isSameBytes(read.take(magic.length), magic)) throw invalid('Not a PSBT')
  const global = readMap(read)
  const unsigned = find(global, 0x00)
  if (!unsigned) throw invalid('A Ledger signs PSBTs of version 0')
  const transaction = readTransaction(unsigned)
  const inputs = transaction.inputs.map(() => readMap(read))
  return { global, transaction, inputs, outputs: transaction.outputs.map(() => readMap(read)) }
}
export type WholePsbt = ReturnType<typeof readWholePsbt>

/** The coin that an input spends; undefined if the PSBT does not contain it. */
export function coinOf({ transaction, inputs }: WholePsbt, at: number) {
  const witness = find(inputs[at] ?? [], 0x01)
  if (witness) {
    const read = byteReader(witness)
    return { value: BigInt(read.number(8)), script: read.sized() }
  }
  const parent = find(inputs[at] ?? [], 0x00)
  return parent && readTransaction(parent).outputs[transaction.inputs[at]?.index ?? -1]
}

/** The inputs that spend the account's coins. */
export const ownInputs = (psbt: WholePsbt, { script }: OwnKey): number[] =>
  psbt.inputs.map((_, at) => at).filter((at) => isSameBytes(coinOf(psbt, at)?.script ?? new Uint8Array(), script))

/** The PSBT as the app reads it: of version 2, with the origin of the account's key wherever it is used. */
export function psbtForDevice(psbt: WholePsbt, own: OwnKey): DevicePsbt {
  const { version, inputs, outputs, lockTime } = psbt.transaction
  const isOwn = ownInputs(psbt, own)
  const size = (count: number) => compactSize(count)
  return {
    global: [
      ...psbt.global.filter(({ key }) => ![0x00, 0xfb].includes(key[0] ?? 0)),
      entry(0x02, littleEndian(version, 4)),
      entry(0x03, littleEndian(lockTime, 4)),
      entry(0x04, size(inputs.length)),
      entry(0x05, size(outputs.length)),
      entry(0xfb, littleEndian(2, 4)),
    ],
    inputs: inputs.map(({ txid, index, sequence }, at) => [
      ...withOrigin(psbt.inputs[at] ?? [], isOwn.includes(at) ? own : undefined, 'input', coinOf(psbt, at)),
      entry(0x0e, bytesOfHex(txid).toReversed()),
      entry(0x0f, littleEndian(index, 4)),
      entry(0x10, littleEndian(sequence, 4)),
    ]),
    outputs: outputs.map(({ value, script }, at) => [
      ...withOrigin(psbt.outputs[at] ?? [], isSameBytes(script, own.script) ? own : undefined, 'output'),
      entry(0x03, littleEndian(Number(value), 8)),
      entry(0x04, script),
    ]),
  }
}

/** The types of a key's origin, of the internal key, and of a key's origin in taproot. */
const types = {
  input: { origin: 0x06, internal: 0x17, tapOrigin: 0x16 },
  output: { origin: 0x02, internal: 0x05, tapOrigin: 0x07 },
} as const

type Coin = { value: bigint; script: Uint8Array }

function withOrigin(map: readonly Entry[], own: OwnKey | undefined, of: 'input' | 'output', coin?: Coin): Entry[] {
  const type = types[of]
  // Whatever the PSBT says of keys is not this device's: only the account's own are named.
  const named: readonly number[] = Object.values(type)
  const others = map.filter(({ key }) => !named.includes(key[0] ?? 0))
  const rest = coin && !find(others, 0x01) ? [...others, entry(0x01, writeOutput(coin))] : others
  if (!own) return rest
  if (own.kind === 'wpkh') return [...rest, entry(type.origin, own.origin, own.publicKey as Uint8Array<ArrayBuffer>)]
  const internal = own.publicKey.slice(1)
  // No scripts: the list of leaves is empty.
  const origin = joinBytes(Uint8Array.of(0), own.origin)
  return [...rest, entry(type.internal, internal), entry(type.tapOrigin, origin, internal)]
}

/** The PSBT with signatures in it, otherwise as it was. */
export function withSignatures(psbt: WholePsbt, own: OwnKey, signatures: readonly InputSignature[]): Uint8Array {
  const write = (map: readonly Entry[]) =>
    joinBytes(...map.map(({ key, value }) => joinBytes(sized(key), sized(value))), Uint8Array.of(0))
  const inputs = psbt.inputs.map((map, at) => {
    const given = signatures.find(({ input }) => input === at)
    if (!given) return map
    const publicKey = own.publicKey as Uint8Array<ArrayBuffer>
    return [...map, own.kind === 'tr' ? entry(0x13, given.signature) : entry(0x02, given.signature, publicKey)]
  })
  return joinBytes(magic, write(psbt.global), ...inputs.map(write), ...psbt.outputs.map(write))
}

const invalid = (message: string) => new KitError('invalid_input', { message })
