import {
  calldataGas,
  entryPointGas,
  fillNumbers,
  fixedGas,
  transactionGas,
} from '@billfold/protocol/embedded/operationGas'
import { packUserOperation, type UserOperation } from '@billfold/protocol/embedded/userOperation'
import { type Address, encodeFunctionData, type Hex, size } from 'viem'
import { entryPointAbi } from './entryPointAbi.ts'

export function handleOpsData(op: UserOperation, beneficiary: Address): Hex {
  return encodeFunctionData({
    abi: entryPointAbi,
    functionName: 'handleOps',
    args: [[packUserOperation(op)], beneficiary],
  })
}

/** The minimum `preVerificationGas` at which a bundle of this one operation pays for itself. */
export const preVerificationGasOf = (op: UserOperation, beneficiary: Address): bigint =>
  fixedGas(op) + calldataGas(handleOpsData(op, beneficiary)).standard + entryPointGas

const longSignature: Hex = `0x${'ff'.repeat(65)}`

/** The same for a draft: an upper bound for whatever fills it. */
export function preVerificationGasOfDraft(op: UserOperation, beneficiary: Address): bigint {
  const signature = size(op.signature) >= 65 ? op.signature : longSignature
  return preVerificationGasOf({ ...fillNumbers(op), signature }, beneficiary)
}

/** Gas of the bundle's transaction with which the operation can use up each of its limits. */
export const transactionGasOf = (op: UserOperation, beneficiary: Address): bigint =>
  transactionGas(op, handleOpsData(op, beneficiary), preVerificationGasOf(op, beneficiary))
