import * as z from 'zod/mini'

/**
 * Methods of an embedded wallet that need no approval: they read, or pass on signed data. AppKit's filters
 * (`eth_newFilter` …) are not among them: one node would have to keep them, and several answer.
 */
export const safeMethods = [
  'eth_accounts',
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getAccount',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_maxPriorityFeePerGas',
  'eth_sendRawTransaction',
  // Not in AppKit: before a swap, the kit simulates its calls in sequence.
  'eth_simulateV1',
  'eth_syncing',
  'wallet_getCapabilities',
  'wallet_getCallsStatus',
  'eth_getUserOperationReceipt',
  'eth_estimateUserOperationGas',
  'eth_getUserOperationByHash',
  'eth_supportedEntryPoints',
  'wallet_getAssets',
] as const

const hex = z.string().check(z.regex(/^0x[0-9a-fA-F]*$/), z.maxLength(400_000))
const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const quantity = z.union([
  z.string().check(z.regex(/^(0x[0-9a-fA-F]+|[0-9]+)$/), z.maxLength(80)),
  z.int().check(z.gte(0)),
])
const base58 = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]+$/), z.maxLength(4096))

/** An EVM transaction to sign and send. */
const frameTransaction = z.object({
  from: z.optional(address),
  /** Absent where a contract is created. */
  to: z.nullish(address),
  value: z.optional(quantity),
  data: z.optional(hex),
  input: z.optional(hex),
  gas: z.optional(quantity),
  gasLimit: z.optional(quantity),
  gasPrice: z.optional(quantity),
  maxFeePerGas: z.optional(quantity),
  maxPriorityFeePerGas: z.optional(quantity),
  nonce: z.optional(quantity),
  chainId: z.optional(quantity),
  type: z.optional(quantity),
})
export type FrameTransaction = z.infer<typeof frameTransaction>

const sendCalls = z.object({
  chainId: z.optional(quantity),
  from: z.optional(address),
  version: z.optional(z.string().check(z.maxLength(20))),
  id: z.optional(z.string().check(z.maxLength(8194))),
  atomicRequired: z.optional(z.boolean()),
  capabilities: z.optional(z.record(z.string(), z.unknown())),
  calls: z
    .array(z.object({ to: z.optional(address), data: z.optional(hex), value: z.optional(quantity) }))
    .check(z.minLength(1), z.maxLength(100)),
})

const commitment = z.enum(['processed', 'confirmed', 'finalized', 'recent', 'single', 'singleGossip', 'root', 'max'])
const solanaOptions = z.object({
  skipPreflight: z.optional(z.boolean()),
  preflightCommitment: z.optional(commitment),
  maxRetries: z.optional(z.int().check(z.gte(0))),
  minContextSlot: z.optional(z.int().check(z.gte(0))),
})

/** Methods of an embedded wallet that need the person's approval inside the frame, and the shape of each request. */
export const approvedMethods = {
  personal_sign: z.tuple([hex, address], z.unknown()),
  eth_signTypedData_v4: z.tuple([
    address,
    z.union([z.string().check(z.maxLength(200_000)), z.record(z.string(), z.unknown())]),
  ]),
  eth_sendTransaction: z.tuple([frameTransaction], z.unknown()),
  wallet_sendCalls: z.tuple([sendCalls]),
  wallet_grantPermissions: z.array(z.unknown()).check(z.maxLength(10)),
  wallet_revokePermissions: z.unknown(),
  eth_sendUserOperation: z.array(z.unknown()).check(z.maxLength(4)),
  solana_signMessage: z.object({ message: base58, pubkey: base58 }),
  solana_signTransaction: z.object({ transaction: base58 }),
  solana_signAllTransactions: z.object({ transactions: z.array(base58).check(z.minLength(1), z.maxLength(20)) }),
  solana_signAndSendTransaction: z.object({ transaction: base58, options: z.optional(solanaOptions) }),
} as const satisfies Record<string, z.ZodMiniType>

export type SafeMethod = (typeof safeMethods)[number]
export type ApprovedMethod = keyof typeof approvedMethods

/** How the frame treats a method: passed on, shown to its person first, or refused. */
export type Permission = 'safe' | 'needsApproval' | 'refused'

const safe: ReadonlySet<string> = new Set(safeMethods)

export function permissionOf(method: string): Permission {
  if (safe.has(method)) return 'safe'
  return Object.hasOwn(approvedMethods, method) ? 'needsApproval' : 'refused'
}

/** A JSON-RPC request to the frame. Whether its method is allowed is for `permissionOf` to say, by name. */
export const frameRpc = z.object({ method: z.string().check(z.maxLength(100)), params: z.optional(z.unknown()) }).check(
  z.refine(({ method, params }) => {
    const shape = Object.hasOwn(approvedMethods, method) && approvedMethods[method as ApprovedMethod]
    return shape ? z.safeParse(shape, params).success : params === undefined || typeof params === 'object'
  }, 'Its parameters are not those of the method'),
)
export type FrameRpc = z.infer<typeof frameRpc>
