import { bytesOfHex } from '../bytes.ts'
import type { Hex } from './smartAccount.ts'
import type { UserOperation } from './userOperation.ts'

/** The limit of a transaction since EIP-7825. */
export const transactionGasCap = 16_777_216n
const baseGas = 21_000n
const authorizationGas = 25_000n
/** Gas that the entry point uses around an operation without measuring it: its storage lock, events, the payout. */
export const entryPointGas = 20_000n

/** Gas for calldata: the price of executing with it, and the floor of a transaction with it (EIP-7623). */
export function calldataGas(data: Hex): { standard: bigint; floor: bigint } {
  const bytes = bytesOfHex(data.slice(2))
  let nonZero = 0n
  for (const byte of bytes) if (byte !== 0) nonZero++
  const zero = BigInt(bytes.length) - nonZero
  return { standard: zero * 4n + nonZero * 16n, floor: zero * 10n + nonZero * 40n }
}

/** Gas of every transaction with an operation, before its data and its work. */
export const fixedGas = ({ eip7702Auth }: UserOperation): bigint => baseGas + (eip7702Auth ? authorizationGas : 0n)

const max = (1n << 128n) - 1n

/** A draft with the largest numbers that can fill it: no finished one costs more to send. */
export const fillNumbers = (op: UserOperation): UserOperation => ({
  ...op,
  callGasLimit: max >> 96n,
  verificationGasLimit: max >> 96n,
  preVerificationGas: max >> 96n,
  maxFeePerGas: max >> 48n,
  maxPriorityFeePerGas: max >> 48n,
  paymasterVerificationGasLimit: max >> 96n,
  paymasterPostOpGasLimit: max >> 96n,
})

/** Gas that the transaction must carry so that the operation can use each of its limits up. */
export function transactionGas(op: UserOperation, data: Hex, preVerificationGas: bigint): bigint {
  const limits =
    op.verificationGasLimit + op.callGasLimit + op.paymasterVerificationGasLimit + op.paymasterPostOpGasLimit
  // A call forwards at most 63/64 of the gas; three levels separate the transaction from the account's call.
  const needed = preVerificationGas + limits + limits / 20n + 50_000n
  const floor = fixedGas(op) + calldataGas(data).floor
  return needed > floor ? needed : floor
}
