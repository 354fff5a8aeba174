import type { Assign, ChainFormatters, Prettify } from 'viem'
import type { CaipNetwork } from '../shapes/network.ts'

export {
  bitcoin,
  bitcoinSignet,
  bitcoinTestnet,
  solana,
  solanaDevnet,
  solanaTestnet,
} from '@billfold/react/networks'
export * from 'viem/chains'
export type { AppKitNetwork, ChainNamespace } from '../shapes/network.ts'

/** The families that a network can be of. */
export const AVAILABLE_NAMESPACES = ['eip155', 'solana', 'polkadot', 'bip122', 'cosmos', 'sui', 'stacks'] as const

/** A network of the site's own, with its family and its CAIP-2 id. */
export const defineChain = <formatters extends ChainFormatters, const chain extends CaipNetwork<formatters>>(
  chain: chain,
): Prettify<Assign<CaipNetwork<undefined>, chain>> => ({ ...chain }) as never
