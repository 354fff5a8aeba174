import type { ServerChain } from '../chains/serverChain.ts'
import type { Rpc } from '../rpc/createRpc.ts'
import { listedTokens } from '../tokens/listedTokens.ts'
import { createTokenFacts, type TokenFacts } from './balances/createTokenFacts.ts'
import { createReaders } from './createReaders.ts'
import { createMintNames } from './solana/createMintNames.ts'

/** Tokens' names, by `addressKey`. */
export type TokenNames = (
  chain: ServerChain,
  addresses: readonly string[],
) => Promise<ReadonlyMap<string, { name: string; symbol: string; decimals: number; isListed: boolean }>>

/** Finds tokens' names: from the lists, and for unlisted ones from the tokens themselves. */
export function createTokenNames(rpc: Rpc): TokenNames {
  const readerOf = createReaders(rpc)
  const mintNames = createMintNames(rpc)
  const desks = new WeakMap<ServerChain, ReturnType<typeof createTokenFacts>>()
  const factsOf = (chain: ServerChain) => {
    const known = desks.get(chain)
    if (known) return known
    const facts = createTokenFacts(readerOf(chain))
    desks.set(chain, facts)
    return facts
  }
  /** Names from the tokens themselves, in the families that have them. */
  async function readOwnFacts(
    chain: ServerChain,
    addresses: readonly string[],
  ): Promise<ReadonlyMap<string, TokenFacts>> {
    if (chain.namespace === 'eip155') return factsOf(chain)(addresses)
    return chain.namespace === 'solana' ? mintNames(chain, addresses) : new Map()
  }
  return async (chain, addresses) => {
    const listed = listedTokens(chain)
    const names = new Map<string, { name: string; symbol: string; decimals: number; isListed: boolean }>()
    for (const key of addresses) {
      const token = listed.get(key)
      if (token) names.set(key, { name: token.name, symbol: token.symbol, decimals: token.decimals, isListed: true })
    }
    const others = addresses.filter((key) => !names.has(key))
    for (const [key, facts] of others.length > 0 ? await readOwnFacts(chain, others) : [])
      names.set(key, { ...facts, isListed: false })
    return names
  }
}
