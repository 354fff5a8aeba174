import type { Chains } from '../chains/createChains.ts'
import { isAccountAddress } from '../chains/isChainAddress.ts'
import type { ServerChain } from '../chains/serverChain.ts'
import { badParameter } from '../http/badParameter.ts'

/** The chain that a call names; an unknown one is the caller's error. */
export function requireChain(chains: Pick<Chains, 'get'>, chainId: string): ServerChain {
  const chain = chains.get(chainId)
  if (!chain) throw badParameter('chainId', `This server has no chain ${chainId}: see /v1/supported-chains.`)
  return chain
}

/** Rejects an address that is invalid on this chain before any provider is called. */
export function requireAddress(chain: Pick<ServerChain, 'id' | 'namespace' | 'name'>, address: string) {
  if (!isAccountAddress(chain, address)) throw badParameter('address', `This is not an address on ${chain.name}.`)
}

/** The chains of a call: the one it names, or all on which its address is valid. */
export function chainsOf(chains: Chains, chainId: string | undefined, address: string): readonly ServerChain[] {
  if (chainId !== undefined) {
    const chain = requireChain(chains, chainId)
    requireAddress(chain, address)
    return [chain]
  }
  const fitting = chains.list().filter((chain) => isAccountAddress(chain, address))
  if (fitting.length === 0) throw badParameter('address', 'This is not an address on any chain of this server.')
  return fitting
}
