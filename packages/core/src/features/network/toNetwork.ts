import { type CaipNetworkId, caipNetworkId, isNamespace, parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Network, NetworkInput } from '../../model/network.ts'

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
    throw new KitError('invalid_input', { message: `The network ${input.name} has an unknown namespace: ${namespace}` })
  return caipNetworkId(namespace, input.id)
}
