import type { Namespace } from '@billfold/protocol/caip'
import { subscriptionWords } from './subscriptionWords.ts'

/** Families of EVM methods that only read, or carry what is already signed. */
const evmFamilies = /^(?:eth|net|web3|zks|zkevm|linea|optimism|rollup|arb|bor|klay|kaia|sei)_[a-zA-Z0-9]+$/
/** What within those families asks a node for its own keys, its miner, or the state of all its callers. */
const evmRefused = new Set([
  'eth_accounts',
  'eth_requestAccounts',
  'eth_coinbase',
  'eth_sign',
  'eth_signTransaction',
  'eth_signTypedData',
  'eth_signTypedData_v3',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'eth_mining',
  'eth_hashrate',
  'eth_getWork',
  'eth_submitWork',
  'eth_submitHashrate',
  'net_peerCount',
])
/** A filter lives in one node, and the next call may reach another. Clients fall back to eth_getLogs. */
const evmFilters = /^eth_(?:new\w*Filter|getFilter\w+|uninstallFilter)$/

/** What Solana's nodes tell of the chain, and what carries signed transactions to it. */
const solanaAllowed = /^(?:get[A-Z]\w*|simulateTransaction|sendTransaction|isBlockhashValid|minimumLedgerSlot)$/
/** What is about the node itself, or goes through every account for whoever asks. */
const solanaRefused = new Set(['getIdentity', 'getClusterNodes', 'getLargestAccounts', 'getSupply'])

const substrateRefused =
  /^(?:author_(?:insertKey|rotateKeys|hasKey|hasSessionKeys|removeExtrinsic)|system_(?:add|remove)\w+|offchain_\w+|sudo_\w+)$/
const bitcoinAllowed =
  /^(?:getbestblockhash|getblock\w*|getrawtransaction|gettxout|getmempoolentry|getmempoolinfo|getnetworkinfo|estimatesmartfee|sendrawtransaction|testmempoolaccept|decoderawtransaction|validateaddress)$/

/** Why this server does not pass a method on to a node; undefined when it does. Subscriptions need a WebSocket. */
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
  // The wording is the one by which libraries know that a method is missing.
  return /^\w{1,60}$/.test(method) && allowed[namespace](method) ? undefined : missing(method)
}

/** A trace of one call on top of the chain, by the tracer that every node has: others run code of the asker's, or tell all that a node holds. */
const isPlainTrace = (params: unknown): boolean => {
  const [call, block, options, ...rest] = Array.isArray(params) ? (params as unknown[]) : []
  const isPlain = JSON.stringify(options) === '{"tracer":"callTracer","tracerConfig":{"withLog":true}}'
  return isPlain && typeof call === 'object' && call !== null && block === 'latest' && rest.length === 0
}

/** What may be asked of a family's nodes. */
const allowed: Readonly<Record<Namespace, (method: string) => boolean>> = {
  eip155: (method) => evmFamilies.test(method) && !evmRefused.has(method),
  solana: (method) => solanaAllowed.test(method) && !solanaRefused.has(method),
  polkadot: (method) => !substrateRefused.test(method),
  bip122: (method) => bitcoinAllowed.test(method),
}

/** What a bundler is asked for; the same rule as for nodes. */
export function refuseBundlerMethod(method: string): string | undefined {
  return bundlerMethods.has(method) ? undefined : missing(method)
}

/** What a paymaster is asked for (ERC-7677). */
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
