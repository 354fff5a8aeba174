import { keccak_256 } from '@noble/hashes/sha3.js'
import * as z from 'zod/mini'
import { bytesOfHex, hexOf, joinBytes } from '../bytes.ts'
import { type Hex, smartAccountContracts } from './smartAccount.ts'

const hex = (pattern: RegExp, what: string) =>
  z.string(what).check(z.regex(pattern, what), z.maxLength(400_000, 'too long')) as unknown as z.ZodMiniType<Hex>
const address = hex(/^0x[0-9a-fA-F]{40}$/, 'must be an address')
const bytes = hex(/^0x([0-9a-fA-F]{2})*$/, 'must be bytes in hex')
/** A hex number of at most `bits` bits, parsed. */
const quantity = (bits: number) =>
  z.pipe(
    hex(new RegExp(`^0x[0-9a-fA-F]{1,${bits / 4}}$`), `must be a hex number of at most ${bits} bits`),
    z.transform((value: Hex) => BigInt(value)),
  )
const maybe = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema))
const gas = quantity(128)

const authorization = z.object(
  {
    chainId: quantity(64),
    address,
    nonce: quantity(64),
    yParity: quantity(8),
    r: quantity(256),
    s: quantity(256),
  },
  'must be an object',
)

const common = {
  sender: address,
  nonce: quantity(256),
  factory: maybe(hex(/^0x(7702|[0-9a-fA-F]{40})$/, 'must be an address or 0x7702')),
  factoryData: maybe(bytes),
  callData: bytes,
  paymaster: maybe(address),
  paymasterVerificationGasLimit: maybe(gas),
  paymasterPostOpGasLimit: maybe(gas),
  paymasterData: maybe(bytes),
  signature: z._default(bytes, '0x'),
  eip7702Auth: maybe(authorization),
}

/** A finished operation, as `eth_sendUserOperation` takes it. */
export const fullUserOperation = z.object(
  {
    ...common,
    callGasLimit: gas,
    verificationGasLimit: gas,
    preVerificationGas: gas,
    maxFeePerGas: gas,
    maxPriorityFeePerGas: gas,
  },
  'must be an object',
)
/** An operation whose gas is still unknown, as it comes to be estimated or sponsored. */
export const draftUserOperation = z.object(
  {
    ...common,
    callGasLimit: maybe(gas),
    verificationGasLimit: maybe(gas),
    preVerificationGas: maybe(gas),
    maxFeePerGas: maybe(gas),
    maxPriorityFeePerGas: maybe(gas),
  },
  'must be an object',
)
export const operationAddress = address
export const operationHash = hex(/^0x[0-9a-fA-F]{64}$/, 'must be a hash of 32 bytes')
export const operationQuantity = quantity(64)

/** Leave to run an implementation as the key's own code (EIP-7702), signed by the key. */
export type Authorization = z.infer<typeof authorization>

/** An ERC-4337 operation (v0.8) with every number read. */
export type UserOperation = {
  sender: Hex
  nonce: bigint
  /** A factory, or `0x7702`: the sender's code must be the implementation that is part of the hash. */
  factory?: Hex | undefined
  factoryData: Hex
  callData: Hex
  callGasLimit: bigint
  verificationGasLimit: bigint
  preVerificationGas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  paymaster?: Hex | undefined
  paymasterVerificationGasLimit: bigint
  paymasterPostOpGasLimit: bigint
  paymasterData: Hex
  signature: Hex
  eip7702Auth?: Authorization | undefined
}

/** The operation with nothing left open: what a draft does not say is zero or empty. */
export function toUserOperation(draft: z.infer<typeof draftUserOperation>): UserOperation {
  return {
    sender: draft.sender,
    nonce: draft.nonce,
    factory: draft.factory ?? undefined,
    factoryData: draft.factoryData ?? '0x',
    callData: draft.callData,
    callGasLimit: draft.callGasLimit ?? 0n,
    verificationGasLimit: draft.verificationGasLimit ?? 0n,
    preVerificationGas: draft.preVerificationGas ?? 0n,
    maxFeePerGas: draft.maxFeePerGas ?? 0n,
    maxPriorityFeePerGas: draft.maxPriorityFeePerGas ?? 0n,
    paymaster: draft.paymaster ?? undefined,
    paymasterVerificationGasLimit: draft.paymasterVerificationGasLimit ?? 0n,
    paymasterPostOpGasLimit: draft.paymasterPostOpGasLimit ?? 0n,
    paymasterData: draft.paymasterData ?? '0x',
    signature: draft.signature,
    eip7702Auth: draft.eip7702Auth ?? undefined,
  }
}

const number = (value: bigint): Hex => `0x${value.toString(16)}`

/** The operation as JSON-RPC carries it. */
export function writeUserOperation(op: UserOperation) {
  const { eip7702Auth: auth } = op
  return {
    sender: op.sender,
    nonce: number(op.nonce),
    ...(op.factory && { factory: op.factory, factoryData: op.factoryData }),
    callData: op.callData,
    callGasLimit: number(op.callGasLimit),
    verificationGasLimit: number(op.verificationGasLimit),
    preVerificationGas: number(op.preVerificationGas),
    maxFeePerGas: number(op.maxFeePerGas),
    maxPriorityFeePerGas: number(op.maxPriorityFeePerGas),
    ...(op.paymaster && {
      paymaster: op.paymaster,
      paymasterVerificationGasLimit: number(op.paymasterVerificationGasLimit),
      paymasterPostOpGasLimit: number(op.paymasterPostOpGasLimit),
      paymasterData: op.paymasterData,
    }),
    signature: op.signature,
    ...(auth && {
      eip7702Auth: {
        chainId: number(auth.chainId),
        address: auth.address,
        nonce: number(auth.nonce),
        yParity: number(auth.yParity),
        r: number(auth.r),
        s: number(auth.s),
      },
    }),
  }
}

/** An operation as the entry point takes it: two numbers to a word. */
export type PackedUserOperation = {
  sender: Hex
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
const marker7702: Hex = '0x7702000000000000000000000000000000000000'
export const is7702Factory = (factory: Hex | undefined): boolean => factory === '0x7702' || factory === marker7702

const half = (value: bigint) => value.toString(16).padStart(32, '0')

/** Packs an operation for `handleOps`. */
export function packUserOperation(op: UserOperation): PackedUserOperation {
  const factory = is7702Factory(op.factory) ? marker7702 : op.factory
  const paymasterGas = `${half(op.paymasterVerificationGasLimit)}${half(op.paymasterPostOpGasLimit)}`
  return {
    sender: op.sender,
    nonce: op.nonce,
    initCode: factory ? `${factory}${op.factoryData.slice(2)}` : '0x',
    callData: op.callData,
    accountGasLimits: `0x${half(op.verificationGasLimit)}${half(op.callGasLimit)}`,
    preVerificationGas: op.preVerificationGas,
    gasFees: `0x${half(op.maxPriorityFeePerGas)}${half(op.maxFeePerGas)}`,
    paymasterAndData: op.paymaster ? `${op.paymaster}${paymasterGas}${op.paymasterData.slice(2)}` : '0x',
    signature: op.signature,
  }
}

const text = (value: string) => keccak_256(new TextEncoder().encode(value))
const word = (value: bigint) => bytesOfHex(value.toString(16).padStart(64, '0'))
const hashed = (value: Hex) => keccak_256(bytesOfHex(value.slice(2)))
const domainType = text('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)')
const operationType = text(
  'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)',
)

/**
 * The hash that an account's key signs (EIP-712, entry point 0.8). With `0x7702` for a factory the pinned implementation is part of
 * it: the signature is worth nothing at an address that runs any other code.
 */
export function hashUserOperation(op: UserOperation, chainId: bigint): Uint8Array {
  const packed = packUserOperation(op)
  const initCode: Hex = is7702Factory(op.factory)
    ? `${smartAccountContracts.implementation7702}${op.factoryData.slice(2)}`
    : packed.initCode
  const domain = keccak_256(
    joinBytes(domainType, text('ERC4337'), text('1'), word(chainId), word(BigInt(smartAccountContracts.entryPoint))),
  )
  const operation = keccak_256(
    joinBytes(
      operationType,
      word(BigInt(op.sender)),
      word(op.nonce),
      hashed(initCode),
      hashed(op.callData),
      bytesOfHex(packed.accountGasLimits.slice(2)),
      word(op.preVerificationGas),
      bytesOfHex(packed.gasFees.slice(2)),
      hashed(packed.paymasterAndData),
    ),
  )
  return keccak_256(joinBytes(Uint8Array.of(0x19, 0x01), domain, operation))
}

/** The most that an operation can cost anyone who pays for it, in the chain's smallest unit. */
export function maxCostOf(op: UserOperation): bigint {
  const all =
    op.callGasLimit +
    op.verificationGasLimit +
    op.preVerificationGas +
    op.paymasterVerificationGasLimit +
    op.paymasterPostOpGasLimit
  return all * op.maxFeePerGas
}

export const operationHashText = (op: UserOperation, chainId: bigint): Hex =>
  `0x${hexOf(hashUserOperation(op, chainId))}`
