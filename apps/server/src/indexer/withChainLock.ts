import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'

/**
 * Does `work` on a chain while no other server does. The lock belongs to the connection that `work` is given, so nothing can be written
 * by a server that has lost it: a connection that breaks takes both away, and another server goes on. False when another has it.
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
      // A machine that vanishes without a word must not keep the chain for hours, as a connection without traffic could.
      await sql`set tcp_keepalives_idle = 10`.execute(own)
      await sql`set tcp_keepalives_interval = 5`.execute(own)
      await sql`set tcp_keepalives_count = 3`.execute(own)
      await sql`set idle_session_timeout = '120s'`.execute(own)
      await work(own)
    } finally {
      // Where the connection is gone, so is the lock.
      await sql`select pg_advisory_unlock(${key})`.execute(own).catch(() => {})
      await sql`reset idle_session_timeout`.execute(own).catch(() => {})
    }
    return true
  })
}
