import { compactSize, littleEndian, sha256Twice, sized } from '@billfold/protocol/bitcoin/bitcoinBytes'
import { bytesOfHex, hexOf, joinBytes } from '@billfold/protocol/bytes'
import { KitError } from '@billfold/protocol/error'

export type RawInput = {
  txid: string
  index: number
  sequence: number
  /** The signature in legacy form and as witness; empty before signing. */
  script: Uint8Array
  witness: readonly Uint8Array[]
}
export type RawOutput = { value: bigint; script: Uint8Array }
export type RawTransaction = {
  version: number
  inputs: readonly RawInput[]
  outputs: readonly RawOutput[]
  lockTime: number
}

const longest = 4_000_000

/** Serializes a transaction, optionally with its witness. */
export function writeTransaction(transaction: RawTransaction, withWitness = true): Uint8Array {
  const { version, inputs, outputs, lockTime } = transaction
  const isWitnessed = withWitness && inputs.some(({ witness }) => witness.length > 0)
  return joinBytes(
    littleEndian(version, 4),
    ...(isWitnessed ? [Uint8Array.of(0, 1)] : []),
    compactSize(inputs.length),
    ...inputs.map(({ txid, index, script, sequence }) =>
      joinBytes(turned(bytesOfHex(txid)), littleEndian(index, 4), sized(script), littleEndian(sequence, 4)),
    ),
    compactSize(outputs.length),
    ...outputs.map(writeOutput),
    ...(isWitnessed ? inputs.map(({ witness }) => writeWitness(witness)) : []),
    littleEndian(lockTime, 4),
  )
}

export const writeOutput = ({ value, script }: RawOutput): Uint8Array =>
  joinBytes(littleEndian(Number(value), 8), sized(script))
const writeWitness = (items: readonly Uint8Array[]): Uint8Array =>
  joinBytes(compactSize(items.length), ...items.map(sized))

/** A transaction's id: the hash without its witness, so that signing does not change it. */
export const txidOf = (transaction: RawTransaction): string =>
  hexOf(turned(sha256Twice(writeTransaction(transaction, false))))

const turned = (bytes: Uint8Array): Uint8Array => bytes.toReversed()

/** Reads bytes sequentially; throws at the end. */
export function byteReader(bytes: Uint8Array) {
  let at = 0
  const take = (length: number): Uint8Array => {
    if (length > bytes.length - at) throw new KitError('invalid_input', { message: 'The bytes are cut off' })
    at += length
    return bytes.subarray(at - length, at)
  }
  const number = (length: number) => take(length).reduceRight((sum, byte) => sum * 256 + byte, 0)
  const size = () => {
    const [first = 0] = take(1)
    return first < 253 ? first : number(2 ** (first - 252))
  }
  return { take, number, size, sized: () => take(size()), left: () => bytes.length - at, peek: () => bytes[at] }
}

/** Parses a transaction; throws on invalid or excess bytes. */
export function readTransaction(bytes: Uint8Array): RawTransaction {
  if (bytes.length > longest) throw new KitError('invalid_input', { message: 'Too long for a transaction' })
  const read = byteReader(bytes)
  const version = read.number(4)
  const isWitnessed = read.peek() === 0
  if (isWitnessed && read.number(2) !== 0x0100) throw new KitError('invalid_input', { message: 'Not a transaction' })
  const list = <T>(one: () => T): T[] => Array.from({ length: read.size() }, one)
  const bare = list(() => ({
    txid: hexOf(turned(read.take(32))),
    index: read.number(4),
    script: read.sized(),
    sequence: read.number(4),
  }))
  const outputs = list(() => ({ value: BigInt(read.number(8)), script: read.sized() }))
  const inputs = bare.map((input) => ({ ...input, witness: isWitnessed ? list(() => read.sized()) : [] }))
  const lockTime = read.number(4)
  if (read.left() > 0) throw new KitError('invalid_input', { message: 'Trailing bytes after the transaction' })
  return { version, inputs, outputs, lockTime }
}
