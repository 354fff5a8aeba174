import * as z from 'zod/mini'
import { chainIdText } from './caipText.ts'
import { caller } from './caller.ts'

/** The paths of a chain's JSON-RPC; with and without the slash, over HTTP and WebSocket. */
export const rpcPaths = ['/v1', '/v1/'] as const
/** The path of ERC-4337 JSON-RPC. */
export const bundlerPath = '/v1/bundler'
/** The path of ERC-7677 JSON-RPC, for sponsored operations. */
export const paymasterPath = '/v1/paymaster'

/** The query of a JSON-RPC call; the body is JSON-RPC and nothing else. */
export const rpcQuery = z.object({ ...caller, chainId: chainIdText })
/** `bundler` names one if a wallet chose it; here the operator's answers to the name that stock clients know. */
export const bundlerQuery = z.object({
  ...caller,
  chainId: chainIdText,
  bundler: z.optional(z.enum(['pimlico', 'billfold'])),
})

/** A call's id, as the caller chose it. */
export const rpcId = z.union([z.string().check(z.maxLength(200)), z.number(), z.null()])

/** One JSON-RPC 2.0 call. Non-EVM chains may name their params. */
export const rpcRequest = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.optional(rpcId),
  method: z.string().check(z.minLength(1), z.maxLength(100)),
  params: z.optional(z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())])),
})
export type RpcRequest = z.infer<typeof rpcRequest>

/** A node's error. */
export const rpcErrorBody = z.object({
  code: z.int(),
  message: z.string(),
  data: z.optional(z.unknown()),
})
export type RpcErrorBody = z.infer<typeof rpcErrorBody>

/** The answer to one call: a result or an error. */
export type RpcReply =
  | { jsonrpc: '2.0'; id: z.infer<typeof rpcId>; result: unknown }
  | { jsonrpc: '2.0'; id: z.infer<typeof rpcId>; error: RpcErrorBody }

/** How many calls one batch may hold; viem's default size fits. */
export const batchLimit = 1_000
