import { sql } from 'kysely'
import { createRecentMap } from '../../caches/createRecentMap.ts'
import type { Reads } from '../../db/createReads.ts'
import { toBytes } from '../../indexer/followedAddresses.ts'
import type { Hex } from '../../indexer/indexRows.ts'

/** A token's facts by its own contract. */
export type TokenFacts = { name: string | null; symbol: string | null; decimals: number | null }
type Token = { chainId: number; token: Hex }
type Row = TokenFacts & { chain_id: string; address: Hex }

export const unnamed: TokenFacts = { name: null, symbol: null, decimals: null }
/** Tokens that are kept in memory. */
const maxTokens = 10_000

/** Reads tokens' names from the index, all at once. Once a token has one it never changes, and is read no more. */
export function createTokenFacts(reads: Reads) {
  const named = createRecentMap<TokenFacts>(maxTokens)
  const keyOf = (chainId: number | string, token: Hex) => `${chainId} ${token}`

  return async (tokens: readonly Token[]): Promise<(chainId: number, token: Hex) => TokenFacts> => {
    const facts = new Map<string, TokenFacts>()
    const missing = new Map<string, Token>()
    for (const each of tokens) {
      const key = keyOf(each.chainId, each.token)
      if (facts.has(key) || missing.has(key)) continue
      const known = named.get(key)
      if (known) facts.set(key, known)
      else missing.set(key, each)
    }
    if (missing.size > 0) {
      const list = [...missing.values()]
      const statement = sql<Row>`select k.chain_id, '0x' || encode(k.address, 'hex') as address, k.name, k.symbol, k.decimals
        from unnest(${list.map(({ chainId }) => chainId)}::bigint[], ${list.map(({ token }) => toBytes(token))}::bytea[]) as t (chain_id, address)
        cross join lateral (select * from index_tokens k where k.chain_id = t.chain_id and k.address = t.address limit 1) k`
      const { rows } = await reads((db) => statement.execute(db))
      for (const { chain_id, address, name, symbol, decimals } of rows) {
        const own = { name, symbol, decimals }
        facts.set(keyOf(chain_id, address), own)
        if (name !== null) named.set(keyOf(chain_id, address), own)
      }
    }
    return (chainId, token) => facts.get(keyOf(chainId, token)) ?? unnamed
  }
}
