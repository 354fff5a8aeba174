import { littleEndian, sha256Twice, sized, taggedHash } from '@billfold/protocol/bitcoin/bitcoinBytes'
import { bytesOfHex, joinBytes } from '@billfold/protocol/bytes'
import { sha256 as sha256Of } from 'viem/utils'
import { type RawOutput, type RawTransaction, writeOutput, writeTransaction } from './rawTransaction.ts'

type Spend = { transaction: RawTransaction; at: number; type: number }

const outpointOf = ({ txid, index }: RawTransaction['inputs'][number]) =>
  joinBytes(bytesOfHex(txid).toReversed(), littleEndian(index, 4))
const number = (value: number) => littleEndian(value, 4)
const amount = ({ value }: RawOutput) => littleEndian(Number(value), 8)

/** The hash that a P2PKH key signs over all inputs and outputs. */
export function legacyHash({ transaction, at, type }: Spend, script: Uint8Array): Uint8Array {
  const inputs = transaction.inputs.map((input, index) => ({
    ...{ ...input, witness: [], script: index === at ? script : new Uint8Array() },
  }))
  return sha256Twice(joinBytes(writeTransaction({ ...transaction, inputs }, false), number(type)))
}

/** The hash that a segwit key signs over all inputs and outputs (BIP-143). */
export function segwitHash({ transaction, at, type }: Spend, spent: RawOutput, script: Uint8Array): Uint8Array {
  const { inputs, outputs, version, lockTime } = transaction
  const input = inputs[at]!
  return sha256Twice(
    joinBytes(
      number(version),
      sha256Twice(joinBytes(...inputs.map(outpointOf))),
      sha256Twice(joinBytes(...inputs.map(({ sequence }) => number(sequence)))),
      outpointOf(input),
      sized(script),
      amount(spent),
      number(input.sequence),
      sha256Twice(joinBytes(...outputs.map(writeOutput))),
      number(lockTime),
      number(type),
    ),
  )
}

/** The hash that a taproot key signs over all inputs and outputs (BIP-341). */
export function taprootHash({ transaction, at, type }: Spend, spent: readonly RawOutput[]): Uint8Array {
  const { inputs, outputs, version, lockTime } = transaction
  return taggedHash(
    'TapSighash',
    Uint8Array.of(0, type),
    number(version),
    number(lockTime),
    sha256(joinBytes(...inputs.map(outpointOf))),
    sha256(joinBytes(...spent.map(amount))),
    sha256(joinBytes(...spent.map(({ script }) => sized(script)))),
    sha256(joinBytes(...inputs.map(({ sequence }) => number(sequence)))),
    sha256(joinBytes(...outputs.map(writeOutput))),
    Uint8Array.of(0),
    number(at),
  )
}

const sha256 = (bytes: Uint8Array) => sha256Of(bytes, 'bytes')
