import type { TokenNames } from '../api/prices.ts'
import type { ServerChain } from '../chains.ts'
import type { Rpc } from '../rpc/createRpc.ts'
import { listedTokens } from '../tokens/listedTokens.ts'
import { createTokenFacts } from './balances/createTokenFacts.ts'
import { createReadContracts } from './readContracts.ts'

/** What tokens are called: as the lists say, and for those on none as they say themselves. */
export function createTokenNames(rpc: Rpc): TokenNames {
  const desks = new WeakMap<ServerChain, ReturnType<typeof createTokenFacts>>()
  const factsOf = (chain: ServerChain) => {
    const known = desks.get(chain)
    if (known) return known
    const read = createReadContracts(rpc(chain.id), { multicall: chain.contracts.multicall3 })
    const facts = createTokenFacts(read)
    desks.set(chain, facts)
    return facts
  }
  return async (chain, addresses) => {
    const listed = listedTokens(chain)
    const names = new Map<string, { name: string; symbol: string; decimals: number; isListed: boolean }>()
    for (const key of addresses) {
      const token = listed.get(key)
      if (token) names.set(key, { name: token.name, symbol: token.symbol, decimals: token.decimals, isListed: true })
    }
    const others = addresses.filter((key) => !names.has(key))
    if (others.length === 0 || chain.namespace !== 'eip155') return names
    for (const [key, facts] of await factsOf(chain)(others)) names.set(key, { ...facts, isListed: false })
    return names
  }
}
