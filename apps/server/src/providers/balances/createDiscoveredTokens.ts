import { type Kysely, sql } from 'kysely'
import { createMemo } from '../../caches/createMemo.ts'
import { lowerHex } from '../../chains/eip155/hex.ts'
import { type Reads, readsOf } from '../../db/createReads.ts'
import type { Schema } from '../../db/schema.ts'
import { createFollowing } from '../../indexer/createFollowing.ts'
import { toBytes } from '../../indexer/followedAddresses.ts'
import { type Hex, transferKinds } from '../../indexer/indexRows.ts'
import type { DiscoveredTokens } from './createChainBalances.ts'

/** How far back an account's doings are searched, and how many tokens are taken: bait comes by the thousand. */
const lastTransactions = 2_000
const maxTokens = 300
const rememberMs = 5_000

/**
 * The tokens that our index saw an account receive, the latest first. Starts indexing an account that is not indexed
 * yet.
 */
export function createDiscoveredTokens(
  db: Kysely<Schema>,
  following = createFollowing({ db }),
  reads: Reads = readsOf(db),
): DiscoveredTokens {
  const memo = createMemo<readonly string[]>({ ttlMs: rememberMs })
  const follow = createMemo<boolean>({ ttlMs: 600_000 })

  async function find(chainId: number, address: Hex): Promise<readonly string[]> {
    const owner = toBytes(address)
    const statement = sql<{ token: string }>`with doings as (
        select chain_id, block_number, tx_index, mined_at from index_activity
        where chain_id = ${chainId} and address = ${owner}
        order by mined_at desc, block_number desc, tx_index desc limit ${sql.lit(lastTransactions)})
      select '0x' || encode(token, 'hex') as token from doings
      join index_transfers using (chain_id, block_number, tx_index)
      where recipient = ${owner} and kind = ${sql.lit(transferKinds.erc20)} and token is not null
      group by token order by max(mined_at) desc limit ${sql.lit(maxTokens)}`
    const { rows } = await reads((from) => statement.execute(from))
    if (rows.length === 0) await follow(`${chainId} ${address}`, () => following(chainId, address))
    return rows.map(({ token }) => token)
  }

  return async (chainId, address) => {
    const [namespace, reference] = chainId.split(':')
    const owner = lowerHex(address as Hex)
    return namespace === 'eip155' ? memo(`${reference} ${owner}`, () => find(Number(reference), owner)) : []
  }
}
