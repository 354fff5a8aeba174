import * as z from 'zod/mini'
import { chainIdText } from './caipText.ts'
import { caller } from './caller.ts'

/** Where a chain's JSON-RPC is asked for; with and without the slash, over HTTP and WebSocket. */
export const rpcPaths = ['/v1', '/v1/'] as const
/** Where ERC-4337 JSON-RPC is asked for. */
export const bundlerPath = '/v1/bundler'
/** Where ERC-7677 JSON-RPC is asked for: who pays for operations. */
export const paymasterPath = '/v1/paymaster'

/** What the query of a JSON-RPC call names; the body is JSON-RPC and nothing else. */
export const rpcQuery = z.object({ ...caller, chainId: chainIdText })
/** `bundler` names one where a wallet has said which; here the operator's answers to the name that stock clients know. */
export const bundlerQuery = z.object({
  ...caller,
  chainId: chainIdText,
  bundler: z.optional(z.enum(['pimlico', 'billfold'])),
})

/** A call's id, as the caller chose it. */
export const rpcId = z.union([z.string().check(z.maxLength(200)), z.number(), z.null()])

/** One JSON-RPC 2.0 call. Params may be named for chains other than EVM ones. */
export const rpcRequest = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.optional(rpcId),
  method: z.string().check(z.minLength(1), z.maxLength(100)),
  params: z.optional(z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())])),
})
export type RpcRequest = z.infer<typeof rpcRequest>

/** What a node says instead of a result. */
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
