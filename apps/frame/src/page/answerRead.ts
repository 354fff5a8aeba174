import { KitError } from '@billfold/protocol/error'
import type { SafeMethod } from '@billfold/protocol/frame/frameRpc'
import type { Hex } from '../evm/signHash.ts'
import { callsStatus, readCallsId } from '../smart/callsStatus.ts'
import { capabilities } from '../smart/smartMethods.ts'
import type { Person } from '../wallet/wallet.ts'
import type { Node } from './createNode.ts'
import type { Smart } from './createSmart.ts'
import type { FrameNetwork } from './frameNetwork.ts'
import type { ReadAssets } from './readAssets.ts'

export type ReadingDeps = {
  node: Node
  smart: Smart
  assets: ReadAssets
  /** The logged-in person; null if there is none. */
  person(): Promise<Person | null>
  /** The active network of a family; undefined until one is chosen. */
  network(namespace: FrameNetwork['namespace']): FrameNetwork | undefined
}

/** Reads of ERC-4337 that only a bundler can answer. */
const operationReads: readonly SafeMethod[] = [
  'eth_getUserOperationReceipt',
  'eth_estimateUserOperationGas',
  'eth_getUserOperationByHash',
  'eth_supportedEntryPoints',
]

/** Answers a read: from the frame's own state, the bundler or the API, otherwise from the active network's node. */
export async function answerRead(
  { method, params }: { method: SafeMethod; params: unknown },
  { node, smart, assets, ...deps }: ReadingDeps,
  signal: AbortSignal,
): Promise<unknown> {
  const network = deps.network('eip155')
  if (method === 'eth_accounts') {
    const person = await deps.person()
    const account = person && network && (await smart.inUse(network, person.evmAddress))
    return person ? [account?.address ?? person.evmAddress] : []
  }
  if (!network) throw new KitError('chain_disconnected')
  const chainId = BigInt(network.id.slice('eip155:'.length))
  if (method === 'eth_chainId') return `0x${chainId.toString(16)}`
  const [first, second] = Array.isArray(params) ? (params as unknown[]) : []
  if (method === 'wallet_getCapabilities') {
    const person = await deps.person()
    const networks = person && typeof first === 'string' ? await smart.networksOf(first, person.evmAddress) : []
    return capabilities(networks, Array.isArray(second) ? second.filter(isHex) : undefined)
  }
  if (method === 'wallet_getCallsStatus')
    return await callsStatus(first as Hex, smart.bundlerOf(readCallsId(first).chainId))
  if (method === 'wallet_getAssets') return assets(params, network.id)
  if (operationReads.includes(method)) return smart.bundlerOf(chainId)(method, (params ?? []) as unknown[])
  return node(network.id, { method, params: params ?? [] }, signal)
}

const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^0x[0-9a-fA-F]{1,16}$/.test(value)
