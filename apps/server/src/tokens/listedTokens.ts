import { addressKey } from '@billfold/protocol/sameAddress'
import type { ListedToken, ServerChain } from '../chains/serverChain.ts'

const known = new WeakMap<ServerChain, ReadonlyMap<string, ListedToken>>()

/** The tokens someone vouches for on a chain, by `addressKey`: gathered once, since lists are long and often asked. */
export function listedTokens(chain: ServerChain): ReadonlyMap<string, ListedToken> {
  const cached = known.get(chain)
  if (cached) return cached
  const tokens = new Map(chain.tokens.map((token) => [addressKey(chain.id, token.address), token]))
  known.set(chain, tokens)
  return tokens
}
