import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { lowerHex } from '../../chains/eip155/hex.ts'
import type { ServerChain } from '../../chains/serverChain.ts'
import type { Schema } from '../../db/schema.ts'
import { createFollowing, type Following } from '../../indexer/createFollowing.ts'
import { toBytes } from '../../indexer/followedAddresses.ts'
import type { Hex } from '../../indexer/indexRows.ts'
import type { HistorySource } from '../source.ts'
import { createChecksums } from './createChecksums.ts'
import { readCursor, writeCursor } from './historyCursor.ts'
import { readPage } from './readPage.ts'
import { readPaid } from './readPaid.ts'
import { createTokenLore } from './tokenLore.ts'
import { toTransaction } from './toTransaction.ts'

export type IndexedHistoryOptions = {
  db: Kysely<Schema>
  /** Follows who is asked for. */
  follow?: Following | undefined
  /** How long a first question waits for the address's past to be looked up. */
  patienceMs?: number
  /** Whether to answer from what is there already when that is not all; otherwise the next source is asked meanwhile. */
  answersPartly: (chain: ServerChain) => boolean
}

/** History from our own index. An address that nobody asked for before is followed from then on. */
export function createIndexedHistory(options: IndexedHistoryOptions): HistorySource {
  const { db, patienceMs = 2_000, answersPartly, follow = createFollowing({ db }) } = options
  const loreOf = createTokenLore()
  return {
    id: 'index',
    supports: ({ namespace }) => namespace === 'eip155',
    // Whoever's past is asked for is followed, which nobody need be for this.
    probe: (chain) => sql`select 1 from index_chains where chain_id = ${Number(chain.reference)}`.execute(db),
    async paid({ chain, address: written, limit }) {
      if (!/^0x[0-9a-fA-F]{40}$/.test(written)) return undefined
      const chainId = Number(chain.reference)
      const address = lowerHex(written as Hex)
      // Whose history is asked for is followed; this asks for nothing more.
      const { isWhole } = await readCoverage(db, chainId, address)
      if (!isWhole && !answersPartly(chain)) return undefined
      const found = await readPaid(db, { chainId, address, limit: limit + 1 })
      const checksum = createChecksums()
      return { data: found.slice(0, limit).map(checksum), isWhole: isWhole && found.length <= limit }
    },
    async history({ chain, address: written, cursor, limit }, signal) {
      if (!/^0x[0-9a-fA-F]{40}$/.test(written)) return undefined
      const chainId = Number(chain.reference)
      const address = lowerHex(written as Hex)
      const after = cursor ? readCursor(cursor) : undefined
      if (cursor && !after) return undefined
      const isWhole = await untilWhole({ db, follow }, chainId, address, patienceMs, signal)
      if (!isWhole && !answersPartly(chain)) return undefined
      const found = await readPage(db, { chainId, address, after, limit: limit + 1 })
      const shown = found.slice(0, limit)
      const last = shown.at(-1)
      const view = { address, chain, lore: loreOf(chain), checksum: createChecksums() }
      return {
        data: shown.map((stored) => toTransaction(stored, view)),
        next:
          last && found.length > limit
            ? writeCursor({
                minedAt: Number(last.mined_at),
                block: Number(last.block_number),
                txIndex: last.tx_index,
              })
            : null,
      }
    },
  }
}

/** Whether everything is there; who asks for the first time waits a while for it, and nobody else does. */
async function untilWhole(
  { db, follow }: { db: Kysely<Schema>; follow: Following },
  chainId: number,
  address: Hex,
  patienceMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const until = Date.now() + patienceMs
  for (;;) {
    const { isWhole, isChainWhole, asked, fades } = await readCoverage(db, chainId, address)
    if (fades) await follow(chainId, address)
    if (isWhole) return true
    if (isChainWhole || asked === 'before') return false
    if (asked === 'never' && !(await follow(chainId, address))) return false
    if (Date.now() >= until) return false
    await sleep(100, undefined, { signal })
  }
}

async function readCoverage(db: Kysely<Schema>, chainId: number, address: Hex) {
  const { rows } = await sql<{
    isWhole: boolean
    isChainWhole: boolean
    asked: 'never' | 'now' | 'before'
    fades: boolean
  }>`with chain as (
      select next_block > head_block as is_at_head, whole_from = 0 as is_whole from index_chains where chain_id = ${chainId}),
    followed as (
      select backfilled_to <= backfill_floor as is_backfilled, asked_at > now() - interval '10 seconds' as is_new,
        wanted_at < now() - interval '1 day' as fades
      from index_addresses where chain_id = ${chainId} and address = ${toBytes(address)})
    select coalesce(is_at_head and (is_whole or is_backfilled), false) as "isWhole",
      coalesce(is_whole, false) as "isChainWhole",
      case when is_new is null then 'never' when is_new then 'now' else 'before' end as asked,
      coalesce(fades, false) as fades
    from (values (1)) as one left join chain on true left join followed on true`.execute(db)
  return rows[0] ?? { isWhole: false, isChainWhole: false, asked: 'never' as const, fades: false }
}
