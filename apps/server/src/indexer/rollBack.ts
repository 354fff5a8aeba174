import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'

/** Deletes every block above `fork`, and resumes reading after it, atomically. */
export async function rollBack(db: Kysely<Schema>, chainId: number, fork: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const above = sql`chain_id = ${chainId} and block_number > ${fork}`
    for (const table of ['activity', 'swaps', 'approvals', 'transfers', 'transactions'])
      await sql`delete from ${sql.table(`index_${table}`)} where ${above}`.execute(tx)
    await sql`delete from index_blocks where chain_id = ${chainId} and number > ${fork}`.execute(tx)
    await sql`update index_chains set next_block = ${fork + 1}, updated_at = now(),
      whole_from = case when whole_from > ${fork + 1} then ${fork + 1} else whole_from end
      where chain_id = ${chainId}`.execute(tx)
    // Anyone who was followed from a block that is gone is followed from the first one that comes instead.
    await sql`update index_addresses set followed_from = least(followed_from, ${fork + 1}),
      backfilled_to = least(backfilled_to, ${fork + 1})
      where chain_id = ${chainId} and followed_from > ${fork + 1}`.execute(tx)
  })
}
