import { compactSize, littleEndian } from '@billfold/protocol/bitcoin/bitcoinBytes'
import { bytesOfHex, isSameBytes, joinBytes } from '@billfold/protocol/bytes'
import { inputTypes, type PsbtEntry, type PsbtMaps, spentOutput, writePsbtMaps } from '../chains/bip122/psbtMaps.ts'
import { type RawOutput, writeOutput } from '../chains/bip122/rawTransaction.ts'

/** A PSBT's maps, of version 2: what the app reads. */
export type DevicePsbt = { global: PsbtEntry[]; inputs: PsbtEntry[][]; outputs: PsbtEntry[][] }

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

const entry = (type: number, value: Uint8Array, data = new Uint8Array()): PsbtEntry => ({
  key: joinBytes(Uint8Array.of(type), data),
  value,
})

/** The inputs that spend the account's coins. */
export const ownInputs = (psbt: PsbtMaps, { script }: OwnKey): number[] =>
  psbt.inputs.map((_, at) => at).filter((at) => isSameBytes(spentOutput(psbt, at)?.script ?? new Uint8Array(), script))

/** The PSBT as the app reads it: of version 2, with the origin of the account's key wherever it is used. */
export function psbtForDevice(psbt: PsbtMaps, own: OwnKey): DevicePsbt {
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
      ...withOrigin(psbt.inputs[at] ?? [], isOwn.includes(at) ? own : undefined, 'input', spentOutput(psbt, at)),
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

function withOrigin(
  map: readonly PsbtEntry[],
  own: OwnKey | undefined,
  of: 'input' | 'output',
  coin?: RawOutput,
): PsbtEntry[] {
  const type = types[of]
  // Whatever the PSBT says of keys is not this device's: only the account's own are named.
  const named: readonly number[] = Object.values(type)
  const others = map.filter(({ key }) => !named.includes(key[0] ?? 0))
  const rest =
    coin && !others.some(({ key }) => key[0] === inputTypes.witnessOutput)
      ? [...others, entry(0x01, writeOutput(coin))]
      : others
  if (!own) return rest
  if (own.kind === 'wpkh') return [...rest, entry(type.origin, own.origin, own.publicKey as Uint8Array<ArrayBuffer>)]
  const internal = own.publicKey.slice(1)
  // No scripts: the list of leaves is empty.
  const origin = joinBytes(Uint8Array.of(0), own.origin)
  return [...rest, entry(type.internal, internal), entry(type.tapOrigin, origin, internal)]
}

/** The PSBT with signatures in it, otherwise as it was. */
export function withSignatures(psbt: PsbtMaps, own: OwnKey, signatures: readonly InputSignature[]): Uint8Array {
  const inputs = psbt.inputs.map((map, at) => {
    const given = signatures.find(({ input }) => input === at)
    if (!given) return map
    const publicKey = own.publicKey as Uint8Array<ArrayBuffer>
    return [...map, own.kind === 'tr' ? entry(0x13, given.signature) : entry(0x02, given.signature, publicKey)]
  })
  return writePsbtMaps({ ...psbt, inputs })
}
