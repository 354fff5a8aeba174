import {
  calldataGas,
  entryPointGas,
  fillNumbers,
  fixedGas,
  transactionGas,
} from '@billfold/protocol/embedded/operationGas'
import { packUserOperation, type UserOperation } from '@billfold/protocol/embedded/userOperation'
import { encodeFunctionData, type Hex } from 'viem'
import { entryPointAbi } from './entryPointAbi.ts'

export const handleOpsData = (op: UserOperation, beneficiary: Hex): Hex =>
  encodeFunctionData({ abi: entryPointAbi, functionName: 'handleOps', args: [[packUserOperation(op)], beneficiary] })

/** Less than any validation by our accounts uses: it counts toward the floor of EIP-7623. */
const minExecutionGas = 10_000n

/** The minimum `preVerificationGas` with which the relayer's transaction pays for itself. */
export function preVerificationGasOf(op: UserOperation, beneficiary: Hex, overhead: bigint): bigint {
  const { standard, floor } = calldataGas(handleOpsData(op, beneficiary))
  const usual = standard + entryPointGas
  const least = floor - minExecutionGas
  return fixedGas(op) + (usual > least ? usual : least) + overhead
}

const fullWord = (length: number): Hex => `0x${'ff'.repeat(length)}`

/** The same for a draft: no matter how it is filled in, it costs no more than this. */
export function preVerificationGasOfDraft(op: UserOperation, beneficiary: Hex, overhead: bigint): bigint {
  const filled = {
    ...fillNumbers(op),
    ...(op.paymaster && { paymasterData: fullWord(77) }),
    signature: fullWord(65),
  }
  return preVerificationGasOf(filled, beneficiary, overhead)
}

/** Gas that the transaction must carry so that the operation can use each of its limits up. */
export const transactionGasOf = (op: UserOperation, beneficiary: Hex): bigint =>
  transactionGas(op, handleOpsData(op, beneficiary), preVerificationGasOf(op, beneficiary, 0n))
