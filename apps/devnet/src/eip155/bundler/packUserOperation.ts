import { type Address, concatHex, getAddress, type Hex, hexToBigInt, numberToHex, size, slice } from 'viem'
import type { UserOperation } from './userOperation.ts'

/** An operation as entry points v0.7 and v0.8 take it: two numbers to a word. */
export type PackedUserOperation = {
  sender: Address
  nonce: bigint
  initCode: Hex
  callData: Hex
  accountGasLimits: Hex
  preVerificationGas: bigint
  gasFees: Hex
  paymasterAndData: Hex
  signature: Hex
}

/** In place of a factory: the sender's code comes from an EIP-7702 authorization. */
export const eip7702Factory: Hex = '0x7702000000000000000000000000000000000000'

export const is7702Factory = (factory: Hex | undefined): boolean =>
  factory === '0x7702' || factory?.toLowerCase() === eip7702Factory

const word = (high: bigint, low: bigint): Hex =>
  concatHex([numberToHex(high, { size: 16 }), numberToHex(low, { size: 16 })])

/** Packs an operation for `handleOps`. */
export function packUserOperation(op: UserOperation): PackedUserOperation {
  const factory = is7702Factory(op.factory) ? eip7702Factory : op.factory
  return {
    sender: op.sender,
    nonce: op.nonce,
    initCode: factory ? concatHex([factory, op.factoryData]) : '0x',
    callData: op.callData,
    accountGasLimits: word(op.verificationGasLimit, op.callGasLimit),
    preVerificationGas: op.preVerificationGas,
    gasFees: word(op.maxPriorityFeePerGas, op.maxFeePerGas),
    paymasterAndData: op.paymaster
      ? concatHex([op.paymaster, word(op.paymasterVerificationGasLimit, op.paymasterPostOpGasLimit), op.paymasterData])
      : '0x',
    signature: op.signature,
  }
}

const tail = (data: Hex, start: number): Hex => (size(data) > start ? slice(data, start) : '0x')
const halves = (packed: Hex) => [hexToBigInt(slice(packed, 0, 16)), hexToBigInt(slice(packed, 16, 32))] as const

/** The operation back from its packed form, as it stands in a transaction. */
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

/** The operation as JSON-RPC answers carry it. */
export function formatUserOperation(op: UserOperation) {
  return {
    sender: op.sender,
    nonce: numberToHex(op.nonce),
    ...(op.factory && { factory: op.factory, factoryData: op.factoryData }),
    callData: op.callData,
    callGasLimit: numberToHex(op.callGasLimit),
    verificationGasLimit: numberToHex(op.verificationGasLimit),
    preVerificationGas: numberToHex(op.preVerificationGas),
    maxFeePerGas: numberToHex(op.maxFeePerGas),
    maxPriorityFeePerGas: numberToHex(op.maxPriorityFeePerGas),
    ...(op.paymaster && {
      paymaster: op.paymaster,
      paymasterVerificationGasLimit: numberToHex(op.paymasterVerificationGasLimit),
      paymasterPostOpGasLimit: numberToHex(op.paymasterPostOpGasLimit),
      paymasterData: op.paymasterData,
    }),
    signature: op.signature,
  }
}
