import { packUserOperation, type UserOperation } from '@billfold/protocol/embedded/userOperation'
import { encodeFunctionData, type Hex, hexToBytes } from 'viem'
import { entryPointAbi } from './entryPointAbi.ts'

/** The limit of a transaction since EIP-7825. */
export const transactionGasCap = 16_777_216n

const baseGas = 21_000n
const authorizationGas = 25_000n
/** Gas that the entry point uses around an operation without measuring it: its storage lock, events, the payout. */
const entryPointGas = 20_000n

export const handleOpsData = (op: UserOperation, beneficiary: Hex): Hex =>
  encodeFunctionData({ abi: entryPointAbi, functionName: 'handleOps', args: [[packUserOperation(op)], beneficiary] })

/** Gas for calldata: the price of executing with it, and the floor of a transaction with it (EIP-7623). */
function calldataGas(data: Hex): { standard: bigint; floor: bigint } {
  const bytes = hexToBytes(data)
  let nonZero = 0n
  for (const byte of bytes) if (byte !== 0) nonZero++
  const zero = BigInt(bytes.length) - nonZero
  return { standard: zero * 4n + nonZero * 16n, floor: zero * 10n + nonZero * 40n }
}

/** Less than any validation by our accounts uses: it counts toward the floor of EIP-7623. */
const minExecutionGas = 10_000n

/** The minimum `preVerificationGas` with which the relayer's transaction pays for itself. */
export function preVerificationGasOf(op: UserOperation, beneficiary: Hex, overhead: bigint): bigint {
  const { standard, floor } = calldataGas(handleOpsData(op, beneficiary))
  const usual = standard + entryPointGas
  const least = floor - minExecutionGas
  return baseGas + (usual > least ? usual : least) + (op.eip7702Auth ? authorizationGas : 0n) + overhead
}

const most = (1n << 128n) - 1n
const fullWord = (length: number): Hex => `0x${'ff'.repeat(length)}`

/** The same for a draft: no matter how it is filled in, it costs no more than this. */
export function preVerificationGasOfDraft(op: UserOperation, beneficiary: Hex, overhead: bigint): bigint {
  const filled = {
    ...op,
    callGasLimit: most >> 96n,
    verificationGasLimit: most >> 96n,
    preVerificationGas: most >> 96n,
    maxFeePerGas: most >> 48n,
    maxPriorityFeePerGas: most >> 48n,
    paymasterVerificationGasLimit: most >> 96n,
    paymasterPostOpGasLimit: most >> 96n,
    ...(op.paymaster && { paymasterData: fullWord(77) }),
    signature: fullWord(65),
  }
  return preVerificationGasOf(filled, beneficiary, overhead)
}

/** Gas that the transaction must carry so that the operation can use each of its limits up. */
export function transactionGasOf(op: UserOperation, beneficiary: Hex): bigint {
  const limits =
    op.verificationGasLimit + op.callGasLimit + op.paymasterVerificationGasLimit + op.paymasterPostOpGasLimit
  // A call forwards at most 63/64 of the gas; three levels separate the transaction from the account's call.
  const needed = preVerificationGasOf(op, beneficiary, 0n) + limits + limits / 20n + 50_000n
  const floor = baseGas + calldataGas(handleOpsData(op, beneficiary)).floor + (op.eip7702Auth ? authorizationGas : 0n)
  return needed > floor ? needed : floor
}
