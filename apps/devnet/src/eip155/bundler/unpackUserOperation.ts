import type { PackedUserOperation, UserOperation } from '@billfold/protocol/embedded/userOperation'
import { getAddress, type Hex, hexToBigInt, size, slice } from 'viem'

const tail = (data: Hex, start: number): Hex => (size(data) > start ? slice(data, start) : '0x')
const halves = (packed: Hex) => [hexToBigInt(slice(packed, 0, 16)), hexToBigInt(slice(packed, 16, 32))] as const

/** Decodes an operation from its packed form in a transaction. */
export function unpackUserOperation(packed: PackedUserOperation): UserOperation {
  const { initCode, paymasterAndData } = packed
  const [verificationGasLimit, callGasLimit] = halves(packed.accountGasLimits)
  const [maxPriorityFeePerGas, maxFeePerGas] = halves(packed.gasFees)
  const paid = size(paymasterAndData) >= 52
  const [paymasterVerificationGasLimit, paymasterPostOpGasLimit] = paid
    ? halves(slice(paymasterAndData, 20, 52))
    : ([0n, 0n] as const)
  return {
    sender: packed.sender,
    nonce: packed.nonce,
    factory: size(initCode) >= 20 ? slice(initCode, 0, 20) : undefined,
    factoryData: tail(initCode, 20),
    callData: packed.callData,
    callGasLimit,
    verificationGasLimit,
    preVerificationGas: packed.preVerificationGas,
    maxFeePerGas,
    maxPriorityFeePerGas,
    paymaster: paid ? getAddress(slice(paymasterAndData, 0, 20)) : undefined,
    paymasterVerificationGasLimit,
    paymasterPostOpGasLimit,
    paymasterData: tail(paymasterAndData, 52),
    signature: packed.signature,
  }
}
