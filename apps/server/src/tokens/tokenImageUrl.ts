import { addressKey } from '@billfold/protocol/sameAddress'
import { iconOf } from '../api/iconOf.ts'
import type { ServerChain } from '../chains/serverChain.ts'

const firstOf = new WeakMap<ServerChain, ReadonlyMap<string, string>>()

/** The key of the token that owns a symbol on a chain: the native coin, or the first token of the list. */
function symbolOwners(chain: ServerChain): ReadonlyMap<string, string> {
  const known = firstOf.get(chain)
  if (known) return known
  const owners = new Map<string, string>()
  for (const { symbol, address } of [{ ...chain.nativeCurrency, address: undefined }, ...chain.tokens]) {
    const name = symbol.toUpperCase()
    if (!owners.has(name)) owners.set(name, address ? addressKey(chain.id, address) : '')
  }
  firstOf.set(chain, owners)
  return owners
}

/** Image URL of a listed token. Only one token of a chain gets its symbol's image; others get one of their own address. */
export function tokenImageUrl(
  baseUrl: string,
  chain: ServerChain,
  token: { symbol: string; address?: string | undefined },
) {
  const url = iconOf(baseUrl, token.symbol)
  const key = token.address ? addressKey(chain.id, token.address) : ''
  const owner = symbolOwners(chain).get(token.symbol.toUpperCase()) ?? key
  return key === '' || owner === key ? url : `${url}@${chain.id}:${key}`
}
