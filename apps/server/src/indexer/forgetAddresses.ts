import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { type Failed, fading, restingOf, toBytes } from './followedAddresses.ts'
import type { Hex } from './indexRows.ts'

/** Entries deleted in one step: some addresses have more than a statement's time allows. */
const entriesPerStep = 200

/** The address unrequested for `days`, the longest first; failed ones come after the others, once due. */
export async function nextToForget(
  db: Kysely<Schema>,
  chainId: number,
  days: number,
  failed: readonly Failed[] = [],
): Promise<Hex | undefined> {
  const { rows } = await sql<{ address: Hex }>`select '0x' || encode(address, 'hex') as address from index_addresses
    where chain_id = ${chainId} and wanted_at < now() - make_interval(days => ${days})
      and not '0x' || encode(address, 'hex') = any (${restingOf(failed)}::text[])
    order by '0x' || encode(address, 'hex') = any (${failed.map(({ address }) => address)}::text[]), wanted_at limit 1`.execute(
    db,
  )
  return rows[0]?.address
}

/**
 * Deletes a part of the data stored for one address alone, and with the last part the address. `wanted` means that it
 * was requested meanwhile. Call it within a transaction. A chain that is indexed whole keeps everything.
 */
export async function forgetStep(
  tx: Kysely<Schema>,
  chainId: number,
  address: Hex,
  days: number,
  most = entriesPerStep,
): Promise<'forgotten' | 'more' | 'wanted'> {
  const bytes = toBytes(address)
  // From here on it counts as deleted: a new request starts over.
  const { numAffectedRows } = await sql`update index_addresses set wanted_at = ${fading}
      where chain_id = ${chainId} and address = ${bytes}
        and wanted_at < now() - make_interval(days => ${days})`.execute(tx)
  if (numAffectedRows === 0n) return 'wanted'
  const { rows: places } = await sql<{ block: string; index: number }>`delete from index_activity
      where ctid = any (array(select ctid from index_activity where chain_id = ${chainId} and address = ${bytes}
        limit ${most}))
      returning block_number as block, tx_index as index`.execute(tx)
  const [blocks, indexes] = [places.map(({ block }) => block), places.map(({ index }) => index)]
  for (const table of ['transfers', 'approvals', 'swaps', 'transactions'])
    await sql`delete from ${sql.table(`index_${table}`)} t
        using (select distinct * from unnest(${blocks}::bigint[], ${indexes}::int[]) as p (block, index)) as place
        where t.chain_id = ${chainId} and t.block_number = place.block and t.tx_index = place.index
          and not exists (select from index_activity a where a.chain_id = ${chainId}
            and a.block_number = place.block and a.tx_index = place.index)`.execute(tx)
  if (places.length === most) return 'more'
  await sql`delete from index_addresses where chain_id = ${chainId} and address = ${bytes}`.execute(tx)
  return 'forgotten'
}
