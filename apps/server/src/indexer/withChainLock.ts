import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'

/**
 * Runs `work` on a chain while no other server does. The lock belongs to the connection that `work` gets, so a server
 * that lost it can write nothing: a broken connection ends both, and another server takes over. False if another server
 * holds it.
 */
export async function withChainLock(
  db: Kysely<Schema>,
  chainId: number,
  work: (db: Kysely<Schema>) => Promise<void>,
): Promise<boolean> {
  return db.connection().execute(async (own) => {
    const key = sql`hashtextextended(${`billfold indexer eip155:${chainId}`}, 0)`
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${key}) as mine`.execute(own)
    if (!rows[0]?.mine) return false
    try {
      // A machine that vanishes must not keep the chain for hours, as an idle connection could.
      await sql`set tcp_keepalives_idle = 10`.execute(own)
      await sql`set tcp_keepalives_interval = 5`.execute(own)
      await sql`set tcp_keepalives_count = 3`.execute(own)
      await sql`set idle_session_timeout = '120s'`.execute(own)
      await work(own)
    } finally {
      // Without the connection, the lock is gone as well.
      await sql`select pg_advisory_unlock(${key})`.execute(own).catch(() => {})
      await sql`reset idle_session_timeout`.execute(own).catch(() => {})
    }
    return true
  })
}
