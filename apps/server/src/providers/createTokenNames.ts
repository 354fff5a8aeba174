import type { ServerChain } from '../chains/serverChain.ts'
import type { Rpc } from '../rpc/createRpc.ts'
import { listedTokens } from '../tokens/listedTokens.ts'
import { createTokenFacts } from './balances/createTokenFacts.ts'
import { createReaders } from './createReaders.ts'

/** What a token calls itself, by address in lower case. */
export type TokenNames = (
  chain: ServerChain,
  addresses: readonly string[],
) => Promise<ReadonlyMap<string, { name: string; symbol: string; decimals: number; isListed: boolean }>>

/** What tokens are called: as the lists say, and for those on none as they say themselves. */
export function createTokenNames(rpc: Rpc): TokenNames {
  const readerOf = createReaders(rpc)
  const desks = new WeakMap<ServerChain, ReturnType<typeof createTokenFacts>>()
  const factsOf = (chain: ServerChain) => {
    const known = desks.get(chain)
    if (known) return known
    const facts = createTokenFacts(readerOf(chain))
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
