import { type Address, type Hex, hexToBigInt } from 'viem'
import * as z from 'zod/mini'
import { RpcError } from '../../rpcError.ts'

const hex = (pattern: RegExp, what: string) =>
  z.string(what).check(z.regex(pattern, what)) as unknown as z.ZodMiniType<Hex>
const address = hex(/^0x[0-9a-fA-F]{40}$/, 'must be an address')
const bytes = hex(/^0x([0-9a-fA-F]{2})*$/, 'must be bytes in hex')
/** A hex number of at most so many bits, read. */
export const quantity = (bits: number) =>
  z.pipe(
    hex(new RegExp(`^0x[0-9a-fA-F]{1,${bits / 4}}$`), `must be a hex number of at most ${bits} bits`),
    z.transform((value: Hex) => hexToBigInt(value)),
  )

const authorization = z.object(
  {
    chainId: quantity(64),
    address,
    nonce: quantity(64),
    yParity: quantity(256),
    r: quantity(256),
    s: quantity(256),
  },
  'must be an object',
)

const common = {
  sender: address,
  nonce: quantity(256),
  factory: z.optional(z.nullable(hex(/^0x(7702|[0-9a-fA-F]{40})$/, 'must be an address or 0x7702'))),
  factoryData: z.optional(z.nullable(bytes)),
  callData: bytes,
  paymaster: z.optional(z.nullable(address)),
  paymasterVerificationGasLimit: z.optional(z.nullable(quantity(128))),
  paymasterPostOpGasLimit: z.optional(z.nullable(quantity(128))),
  paymasterData: z.optional(z.nullable(bytes)),
  signature: bytes,
  eip7702Auth: z.optional(z.nullable(authorization)),
}
const gas = quantity(128)

/** A finished operation, as `eth_sendUserOperation` takes it. */
export const fullUserOperation = z.object(
  {
    ...common,
    callGasLimit: gas,
    verificationGasLimit: gas,
    preVerificationGas: quantity(256),
    maxFeePerGas: gas,
    maxPriorityFeePerGas: gas,
  },
  'must be an object',
)

/** An operation whose gas is still unknown, as it comes to be estimated or sponsored. */
export const draftUserOperation = z.object(
  {
    ...common,
    signature: z._default(bytes, '0x'),
    callGasLimit: z.optional(z.nullable(gas)),
    verificationGasLimit: z.optional(z.nullable(gas)),
    preVerificationGas: z.optional(z.nullable(quantity(256))),
    maxFeePerGas: z.optional(z.nullable(gas)),
    maxPriorityFeePerGas: z.optional(z.nullable(gas)),
  },
  'must be an object',
)

export const addressParam = address
export const hashParam = z.pipe(
  hex(/^0x[0-9a-fA-F]{64}$/, 'must be a hash of 32 bytes'),
  z.transform((hash: Hex) => hash.toLowerCase() as Hex),
)

export type Authorization = z.infer<typeof authorization>

/** An ERC-4337 operation (v0.7 and later) with every number read. */
export type UserOperation = {
  sender: Address
  nonce: bigint
  factory?: Hex | undefined
  factoryData: Hex
  callData: Hex
  callGasLimit: bigint
  verificationGasLimit: bigint
  preVerificationGas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  paymaster?: Address | undefined
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

/** Checks a call's params, or says in one sentence which of them is wrong. */
export function parseParams<T extends z.ZodMiniType>(schema: T, params: unknown, names: readonly string[]): z.infer<T> {
  const refuse = (sentence: string) => new RpcError(-32602, `Invalid params: ${sentence}.`)
  if (!Array.isArray(params)) throw refuse('a list is expected')
  if (params.length > names.length) throw refuse(`at most ${names.length} are expected`)
  const result = z.safeParse(
    schema,
    Array.from(names, (_, index) => params[index] as unknown),
  )
  if (result.success) return result.data
  const [issue] = result.error.issues
  const [index, ...rest] = issue?.path ?? []
  throw refuse(`${[names[Number(index)], ...rest].join('.')} ${issue?.message}`)
}
