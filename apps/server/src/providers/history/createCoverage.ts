import { sql } from 'kysely'
import { createBatcher } from '../../caches/createBatcher.ts'
import type { Reads } from '../../db/createReads.ts'
import { fading, toBytes } from '../../indexer/followedAddresses.ts'
import type { Hex } from '../../indexer/indexRows.ts'
import { runAsServer } from '../../limits/visitor.ts'

/** How much of an address's past the index has. */
export type Coverage = {
  isWhole: boolean
  isChainWhole: boolean
  asked: 'never' | 'now' | 'before'
  /** No one has asked for it for a day. */
  fades: boolean
  /** Changes whenever the index has written anything that could concern the address; null if it does not index it. */
  version: string | null
}
type CoverageQuery = { chainId: number; address: Hex }

const unknown: Coverage = { isWhole: false, isChainWhole: false, asked: 'never', fades: false, version: null }

/** Reads how much the index has, in one statement for all who ask at once. */
export function createCoverage(reads: Reads) {
  const read = createBatcher((queries: readonly CoverageQuery[]) => runAsServer(() => readTogether(reads, queries)))
  return (chainId: number, address: Hex): Promise<Coverage> => read({ chainId, address })
}

async function readTogether(reads: Reads, queries: readonly CoverageQuery[]): Promise<Coverage[]> {
  const statement = sql<Coverage & { at: string }>`select at,
        coalesce(c.next_block > c.head_block and (c.whole_from = 0
          or a.backfilled_to <= a.backfill_floor and a.wanted_at > ${fading}), false) as "isWhole",
        coalesce(c.whole_from = 0, false) as "isChainWhole",
        case when a.asked_at is null then 'never' when a.asked_at > now() - interval '10 seconds' then 'now' else 'before' end as asked,
        coalesce(a.wanted_at < now() - interval '1 day', false) as fades,
        extract(epoch from c.updated_at)::text || ' ' || c.next_block || ' ' || coalesce(a.backfilled_to::text, '') as version
      from unnest(${queries.map(({ chainId }) => chainId)}::bigint[], ${queries.map(({ address }) => toBytes(address))}::bytea[])
        with ordinality as t (chain_id, address, at)
      left join index_chains c on c.chain_id = t.chain_id
      left join index_addresses a on a.chain_id = t.chain_id and a.address = t.address`
  const { rows } = await reads((db) => statement.execute(db))
  const rowsByIndex = new Map(rows.map(({ at, ...row }) => [Number(at), row]))
  return queries.map((_, index) => rowsByIndex.get(index + 1) ?? unknown)
}
