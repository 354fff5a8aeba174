import type { BitcoinScriptKind } from '@billfold/protocol/bitcoin/readBitcoinAddress'

/** What of a script a weight depends on. */
export type Script = { kind: BitcoinScriptKind; length: number }

/** Bytes that the network counts four times, and once: an input with the longest signature that one key makes. */
const inputs: Partial<Record<BitcoinScriptKind, { base: number; witness: number }>> = {
  p2pkh: { base: 148, witness: 1 },
  // A native segwit script in an old one: no other kind can be told from its address.
  p2sh: { base: 64, witness: 108 },
  p2wpkh: { base: 41, witness: 108 },
  p2tr: { base: 41, witness: 66 },
}

/** Version, lock time, and the marks of a transaction that has a witness. */
const [frame, marks] = [8, 2]

/** What one more coin weighs; nothing is said of scripts that take more than one key. */
export function inputWeight(kind: BitcoinScriptKind): number | undefined {
  const input = inputs[kind]
  return input && input.base * 4 + input.witness
}

const outputWeight = ({ length }: Script): number => (8 + sizeOf(length) + length) * 4

/** How many bytes a count or a length takes. */
const sizeOf = (count: number): number => (count < 253 ? 1 : count < 65_536 ? 3 : 5)

/** The most that a transaction can weigh with these coins and outputs. */
export function transactionWeight(coins: readonly BitcoinScriptKind[], outputs: readonly Script[]): number {
  const counts = (sizeOf(coins.length) + sizeOf(outputs.length)) * 4
  const spent = coins.reduce((sum, kind) => sum + (inputWeight(kind) ?? Number.NaN), 0)
  return frame * 4 + marks + counts + spent + outputs.reduce((sum, output) => sum + outputWeight(output), 0)
}

/** What a weight costs at so many satoshis for a thousand virtual bytes, rounded up: a node that rounds down never minds. */
export const feeOf = (weight: number, ratePerThousand: bigint): bigint =>
  (BigInt(Math.ceil(weight / 4)) * ratePerThousand + 999n) / 1000n

/** What no node passes on: an output that costs more to spend than it holds, at three satoshis a virtual byte. */
export function dustOf({ kind, length }: Script): bigint {
  const isSegwit = kind !== 'p2pkh' && kind !== 'p2sh'
  return BigInt((8 + sizeOf(length) + length + (isSegwit ? 67 : 148)) * 3)
}
