import type { UserOperation } from '@billfold/protocol/embedded/userOperation'
import { packUserOperation } from '@billfold/protocol/embedded/userOperation'
import { type Address, encodeFunctionData, type Hex, hexToBytes, size } from 'viem'
import { entryPointAbi } from './entryPointAbi.ts'

/** No transaction may ask for more since EIP-7825. */
export const transactionGasCap = 16_777_216n

const baseGas = 21_000n
const authorizationGas = 25_000n
/** What the entry point spends around an operation without measuring it: its own storage lock, events, paying out. */
const entryPointGas = 20_000n

export function handleOpsData(op: UserOperation, beneficiary: Address): Hex {
  return encodeFunctionData({
    abi: entryPointAbi,
    functionName: 'handleOps',
    args: [[packUserOperation(op)], beneficiary],
  })
}

/** Gas for calldata: what execution is charged for it, and the least a transaction with it costs (EIP-7623). */
export function calldataGas(data: Hex): { standard: bigint; floor: bigint } {
  const bytes = hexToBytes(data)
  let nonZero = 0n
  for (const byte of bytes) if (byte !== 0) nonZero++
  const zero = BigInt(bytes.length) - nonZero
  return { standard: zero * 4n + nonZero * 16n, floor: zero * 10n + nonZero * 40n }
}

/** The least `preVerificationGas` with which a bundle of this one operation pays for itself. */
export function preVerificationGasOf(op: UserOperation, beneficiary: Address): bigint {
  const { standard } = calldataGas(handleOpsData(op, beneficiary))
  return baseGas + standard + entryPointGas + (op.eip7702Auth ? authorizationGas : 0n)
}

const most = (1n << 128n) - 1n
const longSignature: Hex = `0x${'ff'.repeat(65)}`

/** The same for a draft: whatever it will be filled with, it costs no more than this. */
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

/** How much gas the bundle's transaction must carry so that each of the operation's limits can be used up. */
export function transactionGasOf(op: UserOperation, beneficiary: Address): bigint {
  const limits =
    op.verificationGasLimit + op.callGasLimit + op.paymasterVerificationGasLimit + op.paymasterPostOpGasLimit
  // Each call hands on at most 63/64 of the gas; three levels lie between the transaction and the account's call.
  const needed = preVerificationGasOf(op, beneficiary) + limits + limits / 20n + 50_000n
  const floor = baseGas + calldataGas(handleOpsData(op, beneficiary)).floor + (op.eip7702Auth ? authorizationGas : 0n)
  return needed > floor ? needed : floor
}
