import { type CaipNetworkId, caipNetworkId, isNamespace, parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Network } from './network.ts'

/** A network as sites write it: a viem chain, or the same with AppKit's additions. */
export type NetworkInput = {
  /** The chain's id: a number on EVM chains, the CAIP-2 reference elsewhere. */
  id: number | string
  /** The network's name, as visitors read it. */
  name: string
  /** The coin that fees are paid in. */
  nativeCurrency: { name: string; symbol: string; decimals: number }
  /** The network's own nodes; `customRpcUrls` and your API come first. */
  rpcUrls: { default: { http: readonly string[] } }
  /** Where links to transactions and accounts lead; without it there are none. */
  blockExplorers?: { default: { name: string; url: string } } | undefined
  /** Marks a test network; `false` by default. */
  testnet?: boolean | undefined
  /** Known contracts, as viem lists them. The kit reads none of them. */
  contracts?: { [name: string]: unknown } | undefined
  /** The network's family, `eip155` by default. */
  chainNamespace?: string | undefined
  /** The network's CAIP-2 id, such as `eip155:1`; by default made from the family and `id`. */
  caipNetworkId?: string | undefined
  /** The network's picture: an id that your API knows, or an address. */
  assets?: { imageId?: string | undefined; imageUrl?: string | undefined } | undefined
  /** The number that Polkadot's addresses begin with on this network (SS58). */
  addressPrefix?: number | undefined
}

/** Parses a network; throws one clear sentence if it is invalid. */
export function toNetwork(input: NetworkInput): Network {
  const label = typeof input === 'object' && input !== null ? (input.name ?? input.id) : input
  if (!label || typeof input.id === 'undefined')
    throw new KitError('invalid_input', {
      message: `Not a network: ${String(label)}. Pass viem chains or the kit's own`,
    })
  const networkId = idOf(input)
  const { name, symbol, decimals } = input.nativeCurrency ?? {}
  if (!symbol || !Number.isInteger(decimals))
    throw new KitError('invalid_input', { message: `The network ${label} has no native currency` })
  const explorer = input.blockExplorers?.default
  return {
    id: input.id,
    namespace: parseCaipNetworkId(networkId).namespace,
    networkId,
    name: String(input.name ?? networkId),
    nativeCurrency: { name: name ?? symbol, symbol, decimals },
    rpcUrls: [...(input.rpcUrls?.default?.http ?? [])],
    ...(explorer ? { explorer: { name: explorer.name, url: explorer.url } } : {}),
    ...(input.assets?.imageId ? { imageId: input.assets.imageId } : {}),
    ...(input.assets?.imageUrl ? { imageUrl: input.assets.imageUrl } : {}),
    ...(input.testnet ? { testnet: true } : {}),
    ...(input.addressPrefix === undefined ? {} : { addressPrefix: input.addressPrefix }),
    ...nameRegistryOf(input, networkId),
  }
}

/** From viem's chain; built in for Ethereum. */
function nameRegistryOf({ contracts }: NetworkInput, networkId: CaipNetworkId): { nameRegistry?: string } {
  const { address } = (contracts?.ensRegistry ?? {}) as { address?: unknown }
  if (typeof address === 'string') return { nameRegistry: address }
  return networkId === 'eip155:1' ? { nameRegistry: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e' } : {}
}

function idOf(input: NetworkInput): CaipNetworkId {
  const text = input.caipNetworkId ?? (String(input.id).includes(':') ? String(input.id) : undefined)
  if (text !== undefined) {
    const { namespace, reference } = parseCaipNetworkId(text)
    return caipNetworkId(namespace, reference)
  }
  const namespace = input.chainNamespace ?? 'eip155'
  if (!isNamespace(namespace))
    throw new KitError('invalid_input', { message: `The network ${input.name} is of an unknown family: ${namespace}` })
  return caipNetworkId(namespace, input.id)
}
