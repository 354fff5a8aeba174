import type { ListedToken, ServerChain } from '../chains.ts'
import { publicTokens } from './publicTokens.ts'

const known = new WeakMap<ServerChain, ReadonlyMap<string, ListedToken>>()

/** The tokens somebody vouches for on a chain, by address in lower case: the chain's own list first, then ours. */
export function listedTokens(chain: ServerChain): ReadonlyMap<string, ListedToken> {
  const found = known.get(chain)
  if (found) return found
  const own = chain.namespace === 'eip155' && !chain.isLocal ? (publicTokens[chain.reference] ?? []) : []
  const tokens = new Map<string, ListedToken>()
  for (const token of [...chain.tokens, ...own]) {
    const key = token.address.toLowerCase()
    if (!tokens.has(key)) tokens.set(key, token)
  }
  known.set(chain, tokens)
  return tokens
}
