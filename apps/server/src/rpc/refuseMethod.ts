import type { Namespace } from '@billfold/protocol/caip'
import { methodCost } from './rpcMethods.ts'
import { subscriptionWords } from './subscriptionWords.ts'

/** A filter lives in one node, and the next call may reach another. Clients fall back to eth_getLogs. */
const evmFilters = /^eth_(?:new\w*Filter|getFilter\w+|uninstallFilter)$/

/** Why a method is not forwarded to a node; undefined if it is. Subscriptions need a WebSocket. */
export function refuseMethod(
  namespace: Namespace,
  method: string,
  { isSocket = false, params }: { isSocket?: boolean; params?: unknown } = {},
): string | undefined {
  if (namespace === 'eip155' && method === 'debug_traceCall') return isPlainTrace(params) ? undefined : missing(method)
  if (/^\w{1,60}$/.test(method) && subscriptionWords[namespace]?.verb(method))
    return isSocket
      ? undefined
      : `The method ${method} does not exist over HTTP: connect to the same address over a WebSocket.`
  if (namespace === 'eip155' && evmFilters.test(method))
    return `The method ${method} does not exist here: ask with eth_getLogs, or subscribe over a WebSocket.`
  // Libraries recognize a missing method by this wording.
  return methodCost(namespace, { method }) ? undefined : missing(method)
}

/**
 * A trace of one call on the latest state, by the standard tracer: others run the caller's code, or return everything
 * that a node holds.
 */
const isPlainTrace = (params: unknown): boolean => {
  const [call, block, options, ...rest] = Array.isArray(params) ? (params as unknown[]) : []
  const isPlain = JSON.stringify(options) === '{"tracer":"callTracer","tracerConfig":{"withLog":true}}'
  return isPlain && typeof call === 'object' && call !== null && block === 'latest' && rest.length === 0
}

/** Methods of a bundler; the same rule as for nodes. */
export function refuseBundlerMethod(method: string): string | undefined {
  return bundlerMethods.has(method) ? undefined : missing(method)
}

/** Methods of a paymaster (ERC-7677). */
export function refusePaymasterMethod(method: string): string | undefined {
  return paymasterMethods.has(method) ? undefined : missing(method)
}

const paymasterMethods = new Set(['eth_chainId', 'pm_getPaymasterStubData', 'pm_getPaymasterData'])
const bundlerMethods = new Set([
  'eth_chainId',
  'eth_supportedEntryPoints',
  'eth_sendUserOperation',
  'eth_estimateUserOperationGas',
  'eth_getUserOperationByHash',
  'eth_getUserOperationReceipt',
])

const missing = (method: string) =>
  `The method ${/^\w{1,60}$/.test(method) ? method : 'asked for'} does not exist here.`
