import type { BitcoinScriptKind } from '@billfold/protocol/bitcoin/readBitcoinAddress'

/** The part of a script that determines its weight. */
export type Script = { kind: BitcoinScriptKind; length: number }

/** Bytes of weight four, and of weight one: an input with a single key's longest signature. */
const inputs: Partial<Record<BitcoinScriptKind, { base: number; witness: number }>> = {
  p2pkh: { base: 148, witness: 1 },
  // P2SH is assumed to wrap segwit: its address does not tell.
  p2sh: { base: 64, witness: 108 },
  p2wpkh: { base: 41, witness: 108 },
  p2tr: { base: 41, witness: 66 },
}

/** Version and lock time; marker and flag of a witness transaction. */
const [frame, marks] = [8, 2]

/** The weight of one more input; undefined for multisig scripts. */
export function inputWeight(kind: BitcoinScriptKind): number | undefined {
  const input = inputs[kind]
  return input && input.base * 4 + input.witness
}

const outputWeight = ({ length }: Script): number => (8 + sizeOf(length) + length) * 4

/** Size of a varint. */
const sizeOf = (count: number): number => (count < 253 ? 1 : count < 65_536 ? 3 : 5)

/** The maximum weight of a transaction with these inputs and outputs. */
export function transactionWeight(coins: readonly BitcoinScriptKind[], outputs: readonly Script[]): number {
  const counts = (sizeOf(coins.length) + sizeOf(outputs.length)) * 4
  const spent = coins.reduce((sum, kind) => sum + (inputWeight(kind) ?? Number.NaN), 0)
  return frame * 4 + marks + counts + spent + outputs.reduce((sum, output) => sum + outputWeight(output), 0)
}

/** Fee of a weight at a rate per thousand virtual bytes, rounded up so that no node finds it too low. */
export const feeOf = (weight: number, ratePerThousand: bigint): bigint =>
  (BigInt(Math.ceil(weight / 4)) * ratePerThousand + 999n) / 1000n

/** The dust threshold: what an output costs to spend, at three satoshis per virtual byte. */
export function dustOf({ kind, length }: Script): bigint {
  const isSegwit = kind !== 'p2pkh' && kind !== 'p2sh'
  return BigInt((8 + sizeOf(length) + length + (isSegwit ? 67 : 148)) * 3)
}
