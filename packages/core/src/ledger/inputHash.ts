import { littleEndian, sha256Twice, sized, taggedHash } from '@billfold/protocol/bitcoin/bitcoinBytes'
import { hash160, keyHash } from '@billfold/protocol/bitcoin/keyScripts'
import { bytesOfHex, joinBytes } from '@billfold/protocol/bytes'
import { sha256 } from 'viem/utils'
import { type RawOutput, type RawTransaction, writeOutput } from '../chains/bip122/rawTransaction.ts'

const outpoint = ({ txid, index }: RawTransaction['inputs'][number]) =>
  joinBytes(bytesOfHex(txid).toReversed(), littleEndian(index, 4))
const all = 1

/** The hash that a native segwit key signs for an input (BIP-143), over the whole transaction. */
export function segwitInputHash(transaction: RawTransaction, at: number, coin: RawOutput, key: Uint8Array): Uint8Array {
  const { version, inputs, outputs, lockTime } = transaction
  const input = inputs[at]!
  return sha256Twice(
    joinBytes(
      littleEndian(version, 4),
      sha256Twice(joinBytes(...inputs.map(outpoint))),
      sha256Twice(joinBytes(...inputs.map(({ sequence }) => littleEndian(sequence, 4)))),
      outpoint(input),
      sized(keyHash(hash160(key))),
      littleEndian(Number(coin.value), 8),
      littleEndian(input.sequence, 4),
      sha256Twice(joinBytes(...outputs.map(writeOutput))),
      littleEndian(lockTime, 4),
      littleEndian(all, 4),
    ),
  )
}

/** The hash that a taproot key signs for an input (BIP-341), over the whole transaction and all of its coins. */
export function taprootInputHash(
  transaction: RawTransaction,
  at: number,
  coins: readonly RawOutput[],
  type: number,
): Uint8Array {
  const { version, inputs, outputs, lockTime } = transaction
  const hash = (...parts: readonly Uint8Array[]) => sha256(joinBytes(...parts), 'bytes')
  return taggedHash(
    'TapSighash',
    Uint8Array.of(0, type),
    littleEndian(version, 4),
    littleEndian(lockTime, 4),
    hash(...inputs.map(outpoint)),
    hash(...coins.map(({ value }) => littleEndian(Number(value), 8))),
    hash(...coins.map(({ script }) => sized(script))),
    hash(...inputs.map(({ sequence }) => littleEndian(sequence, 4))),
    hash(...outputs.map(writeOutput)),
    Uint8Array.of(0),
    littleEndian(at, 4),
  )
}
