import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'

/** At a time: an address may have a long past to delete. */
const most = 50

/**
 * Stops following addresses that no one asked for in so many days, and deletes what is kept for their sake alone. Tells how many; a chain that
 * is read whole keeps everything.
 */
export async function forgetAddresses(db: Kysely<Schema>, chainId: number, days: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      address: Buffer
    }>`delete from index_addresses where chain_id = ${chainId} and address in (
        select address from index_addresses where chain_id = ${chainId}
          and wanted_at < now() - make_interval(days => ${days}) limit ${sql.lit(most)})
      returning address`.execute(tx)
    if (rows.length === 0) return 0
    const gone = rows.map(({ address }) => address)
    const { rows: places } = await sql<{ block: string; index: number }>`delete from index_activity
      where chain_id = ${chainId} and address = any (${gone}::bytea[])
      returning block_number as block, tx_index as index`.execute(tx)
    const [blocks, indexes] = [places.map(({ block }) => block), places.map(({ index }) => index)]
    for (const table of ['transfers', 'approvals', 'swaps', 'transactions'])
      await sql`delete from ${sql.table(`index_${table}`)} t
        using (select distinct * from unnest(${blocks}::bigint[], ${indexes}::int[]) as p (block, index)) as place
        where t.chain_id = ${chainId} and t.block_number = place.block and t.tx_index = place.index
          and not exists (select from index_activity a where a.chain_id = ${chainId}
            and a.block_number = place.block and a.tx_index = place.index)`.execute(tx)
    return rows.length
  })
}
