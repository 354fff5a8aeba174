import { lowerHex } from '../../chains/eip155/hex.ts'
import type { ListedToken, ServerChain } from '../../chains/serverChain.ts'
import { symbolsOf } from '../balances/isImpersonator.ts'

/** A chain's listed tokens by address in lower case, and the symbols that others must not imitate. */
export type TokenLore = { listed: ReadonlyMap<string, ListedToken>; symbols: ReadonlySet<string> }

/** Gathers what is vouched for once a chain: lists have thousands of tokens, and a page asks for each transfer. */
export function createTokenLore() {
  const known = new WeakMap<ServerChain, TokenLore>()
  return (chain: ServerChain): TokenLore => {
    const cached = known.get(chain)
    if (cached) return cached
    const made = {
      listed: new Map(chain.tokens.map((token) => [lowerHex(token.address), token])),
      symbols: symbolsOf([chain.nativeCurrency.symbol, ...chain.tokens.map(({ symbol }) => symbol)]),
    }
    known.set(chain, made)
    return made
  }
}
