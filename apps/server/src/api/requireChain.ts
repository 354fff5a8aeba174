import type { Chains } from '../chains/createChains.ts'
import type { ServerChain } from '../chains/serverChain.ts'
import { badParameter } from '../http/badParameter.ts'

const shapes: Partial<Record<ServerChain['namespace'], RegExp>> = {
  eip155: /^0x[0-9a-fA-F]{40}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  polkadot: /^[1-9A-HJ-NP-Za-km-z]{46,50}$/,
}

/** The chain a call names; a chain that this server does not have is the caller's mistake. */
export function requireChain(chains: Pick<Chains, 'get'>, chainId: string): ServerChain {
  const chain = chains.get(chainId)
  if (!chain) throw badParameter('chainId', `This server has no chain ${chainId}: see /v1/supported-chains.`)
  return chain
}

/** Refuses an address that is none on this chain, before anybody is asked about it. */
export function requireAddress(chain: Pick<ServerChain, 'namespace' | 'name'>, address: string) {
  if (!fits(chain, address)) throw badParameter('address', `This is not an address on ${chain.name}.`)
}

/** Whether an address could be one on a chain. */
export function fits({ namespace }: Pick<ServerChain, 'namespace'>, address: string): boolean {
  return shapes[namespace]?.test(address) ?? true
}

/** The chains that a call is about: the one it names, or all those on which its address could be one. */
export function chainsOf(chains: Chains, chainId: string | undefined, address: string): readonly ServerChain[] {
  if (chainId !== undefined) {
    const chain = requireChain(chains, chainId)
    requireAddress(chain, address)
    return [chain]
  }
  const fitting = chains.list().filter((chain) => shapes[chain.namespace]?.test(address))
  if (fitting.length === 0) throw badParameter('address', 'This is not an address on any chain of this server.')
  return fitting
}
