import { packUserOperation, type UserOperation } from '@billfold/protocol/embedded/userOperation'
import { encodeFunctionData, type Hex, hexToBytes } from 'viem'
import { entryPointAbi } from './entryPointAbi.ts'

/** No transaction may ask for more since EIP-7825. */
export const transactionGasCap = 16_777_216n

const baseGas = 21_000n
const authorizationGas = 25_000n
/** What the entry point spends around an operation without measuring it: its own storage lock, events, paying out. */
const entryPointGas = 20_000n

export const handleOpsData = (op: UserOperation, beneficiary: Hex): Hex =>
  encodeFunctionData({ abi: entryPointAbi, functionName: 'handleOps', args: [[packUserOperation(op)], beneficiary] })

/** Gas for calldata: what execution is charged for it, and the least that a transaction with it costs (EIP-7623). */
function calldataGas(data: Hex): { standard: bigint; floor: bigint } {
  const bytes = hexToBytes(data)
  let nonZero = 0n
  for (const byte of bytes) if (byte !== 0) nonZero++
  const zero = BigInt(bytes.length) - nonZero
  return { standard: zero * 4n + nonZero * 16n, floor: zero * 10n + nonZero * 40n }
}

/** Less than any validation by our accounts uses: it counts toward the floor of EIP-7623. */
const minExecutionGas = 10_000n

/** The least `preVerificationGas` with which the relayer's transaction pays for itself. */
export function preVerificationGasOf(op: UserOperation, beneficiary: Hex, overhead: bigint): bigint {
  const { standard, floor } = calldataGas(handleOpsData(op, beneficiary))
  const usual = standard + entryPointGas
  const least = floor - minExecutionGas
  return baseGas + (usual > least ? usual : least) + (op.eip7702Auth ? authorizationGas : 0n) + overhead
}

const most = (1n << 128n) - 1n
const fullWord = (length: number): Hex => `0x${'ff'.repeat(length)}`

/** The same for a draft: whatever it will be filled with, it costs no more than this. */
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

/** How much gas the transaction must carry so that each of the operation's limits can be used up. */
export function transactionGasOf(op: UserOperation, beneficiary: Hex): bigint {
  const limits =
    op.verificationGasLimit + op.callGasLimit + op.paymasterVerificationGasLimit + op.paymasterPostOpGasLimit
  // Each call hands on at most 63/64 of the gas; three levels lie between the transaction and the account's call.
  const needed = preVerificationGasOf(op, beneficiary, 0n) + limits + limits / 20n + 50_000n
  const floor = baseGas + calldataGas(handleOpsData(op, beneficiary)).floor + (op.eip7702Auth ? authorizationGas : 0n)
  return needed > floor ? needed : floor
}
