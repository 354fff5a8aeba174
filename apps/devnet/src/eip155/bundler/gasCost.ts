import type { UserOperation } from '@billfold/protocol/embedded/userOperation'
import { packUserOperation } from '@billfold/protocol/embedded/userOperation'
import { type Address, encodeFunctionData, type Hex, hexToBytes, size } from 'viem'
import { entryPointAbi } from './entryPointAbi.ts'

/** The maximum for one transaction since EIP-7825. */
export const transactionGasCap = 16_777_216n

const baseGas = 21_000n
const authorizationGas = 25_000n
/** Gas that the entry point spends around an operation without measuring it: its storage lock, events, payouts. */
const entryPointGas = 20_000n

export function handleOpsData(op: UserOperation, beneficiary: Address): Hex {
  return encodeFunctionData({
    abi: entryPointAbi,
    functionName: 'handleOps',
    args: [[packUserOperation(op)], beneficiary],
  })
}

/** Gas for calldata: its price in execution, and the minimum for a transaction that carries it (EIP-7623). */
export function calldataGas(data: Hex): { standard: bigint; floor: bigint } {
  const bytes = hexToBytes(data)
  let nonZero = 0n
  for (const byte of bytes) if (byte !== 0) nonZero++
  const zero = BigInt(bytes.length) - nonZero
  return { standard: zero * 4n + nonZero * 16n, floor: zero * 10n + nonZero * 40n }
}

/** The minimum `preVerificationGas` at which a bundle of this one operation pays for itself. */
export function preVerificationGasOf(op: UserOperation, beneficiary: Address): bigint {
  const { standard } = calldataGas(handleOpsData(op, beneficiary))
  return baseGas + standard + entryPointGas + (op.eip7702Auth ? authorizationGas : 0n)
}

const most = (1n << 128n) - 1n
const longSignature: Hex = `0x${'ff'.repeat(65)}`

/** The same for a draft: an upper bound for whatever fills it. */
export function preVerificationGasOfDraft(op: UserOperation, beneficiary: Address): bigint {
  const filled = {
    ...op,
    callGasLimit: most >> 96n,
    verificationGasLimit: most >> 96n,
    preVerificationGas: most >> 96n,
    maxFeePerGas: most >> 48n,
    maxPriorityFeePerGas: most >> 48n,
    paymasterVerificationGasLimit: most >> 96n,
    paymasterPostOpGasLimit: most >> 96n,
    signature: size(op.signature) >= 65 ? op.signature : longSignature,
  }
  return preVerificationGasOf(filled, beneficiary)
}

/** Gas of the bundle's transaction with which the operation can use up each of its limits. */
export function transactionGasOf(op: UserOperation, beneficiary: Address): bigint {
  const limits =
    op.verificationGasLimit + op.callGasLimit + op.paymasterVerificationGasLimit + op.paymasterPostOpGasLimit
  // Each call passes on at most 63/64 of the gas; three levels lie between the transaction and the account's call.
  const needed = preVerificationGasOf(op, beneficiary) + limits + limits / 20n + 50_000n
  const floor = baseGas + calldataGas(handleOpsData(op, beneficiary)).floor + (op.eip7702Auth ? authorizationGas : 0n)
  return needed > floor ? needed : floor
}
