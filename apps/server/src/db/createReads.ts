import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Log } from '../log/createLog.ts'
import { describeError } from '../log/describeError.ts'
import type { Schema } from './schema.ts'

/** Runs a query whose result may be some seconds old. */
export type Reads = <T>(query: (db: Kysely<Schema>) => Promise<T>) => Promise<T>

/** Reads from one database, which is never behind. */
export const readsOf =
  (db: Kysely<Schema>): Reads =>
  (query) =>
    query(db)

type Options = {
  primary: Kysely<Schema>
  replica: Kysely<Schema>
  /** Further behind, the replica is not read. */
  maxLagMs: number
  register: Registry
  log: Log
  everyMs?: number
  now?: () => number
}

/**
 * Reads from a replica while it is close behind the primary, and otherwise from the primary. Once a second it compares their positions in the
 * write-ahead log: a clock alone cannot tell a replica that stopped from a primary at rest. A query that fails there runs again on the primary.
 */
export function startReads({ primary, replica, maxLagMs, register, log, everyMs = 1_000, now = Date.now }: Options) {
  const lagGauge = new Gauge({
    name: 'db_replica_lag_seconds',
    help: 'Lag of the read replica; -1 if it does not respond',
    registers: [register],
  })
  /** Positions of the primary, the newest last. */
  let written: { at: number; position: string }[] = []
  let isUsable = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  async function measureLag(): Promise<number> {
    const at = now()
    const [current] = (await sql<{ position: string }>`select pg_current_wal_lsn()::text as position`.execute(primary))
      .rows
    written.push({ at, position: current!.position })
    const positions = written.map(({ position }) => position)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from unnest(${positions}::pg_lsn[]) as p
      where p <= pg_last_wal_replay_lsn()`.execute(replica)
    const replayed = rows[0]!.count
    const first = written[0]!
    // All of it is there up to the newest replayed position; the next one is missing.
    const lag = replayed === 0 ? now() - first.at : replayed < written.length ? now() - written[replayed]!.at : 0
    written = written.slice(Math.max(0, replayed - 1)).slice(-Math.ceil((2 * maxLagMs) / everyMs) - 1)
    return replayed === 0 ? Math.max(lag, maxLagMs + 1) : lag
  }

  async function look(): Promise<void> {
    const before = isUsable
    try {
      const lag = await measureLag()
      lagGauge.set(lag / 1_000)
      isUsable = lag <= maxLagMs
    } catch (e) {
      lagGauge.set(-1)
      isUsable = false
      if (before) log.warn({ error: describeError(e) }, 'read replica failed')
    }
    if (before !== isUsable) log.warn({ isUsable }, 'read replica changed')
    if (!isStopped) timer = setTimeout(() => void look(), everyMs).unref()
  }

  const reads: Reads = async (query) => {
    if (!isUsable) return query(primary)
    try {
      return await query(replica)
    } catch (e) {
      // SQLSTATE class 42 is a wrong statement, wherever it runs.
      if (/^42/.test(String((e as { code?: unknown }).code))) throw e
      isUsable = false
      return query(primary)
    }
  }
  const first = look()
  return {
    reads,
    isUsable: () => isUsable,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await first
    },
  }
}
