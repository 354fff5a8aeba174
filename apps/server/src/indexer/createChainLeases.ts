import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { deferFlush } from '../db/deferFlush.ts'
import type { Schema } from '../db/schema.ts'
import { divideChains } from './divideChains.ts'

/** A process's right to index one chain, until another one takes over: its generation is then higher. */
export type Lease = { chainId: number; generation: string }
/** Runs a task in a transaction, which commits only if the lease still holds. */
export type LeasedWrite = <T>(task: (tx: Kysely<Schema>) => Promise<T>) => Promise<T>

/** Another process indexes the chain: nothing was written. */
export class LeaseLostError extends Error {}

export type ChainLeases = ReturnType<typeof createChainLeases>

/**
 * Leases of chains in the database, so that any number of processes divide any number of chains, and each chain has one at a time. It
 * takes no lock that outlives a transaction, and so works behind a transaction pooler. Times are the database's.
 */
export function createChainLeases({ db, leaseMs, id = randomUUID() }: Options) {
  const end = sql`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`

  /** Announces this process and the chains it can index, and prolongs its leases; those that a transaction holds prolong themselves. */
  async function announce(chains: readonly number[]): Promise<void> {
    await sql`with renewed as (
        update index_leases l set until = ${end} from (
          select chain_id from index_leases where holder = ${id} and until > '-infinity' for update skip locked) as own
        where l.chain_id = own.chain_id),
      gone as (delete from index_workers where until < now() - interval '1 hour')
      insert into index_workers (id, chains, until) values (${id}, ${chains}::bigint[], ${end})
      on conflict (id) do update set chains = excluded.chains, until = excluded.until`.execute(db)
  }

  async function readState() {
    const workers = await sql<{ id: string; chains: string[] }>`select id, chains from index_workers
      where until > clock_timestamp() order by id`.execute(db)
    const leases = await sql<{ chain: string; holder: string; generation: string; isOver: boolean }>`
      select chain_id as chain, holder, generation, until <= clock_timestamp() as "isOver" from index_leases`.execute(
      db,
    )
    return {
      workers: workers.rows.map((row) => ({ id: row.id, chains: row.chains.map(Number) })),
      leases: leases.rows.map(({ chain, ...row }) => ({ chainId: Number(chain), ...row })),
    }
  }

  async function take(chains: readonly number[]): Promise<void> {
    if (chains.length === 0) return
    await sql`with free as (
        select chain_id from index_leases where chain_id = any (${chains}::bigint[]) and until <= clock_timestamp()
        for update skip locked),
      taken as (update index_leases l set holder = ${id}, generation = l.generation + 1, until = ${end}
        from free where l.chain_id = free.chain_id)
      insert into index_leases (chain_id, holder, generation, until)
        select chain, ${id}, 1, ${end} from unnest(${chains}::bigint[]) as chain
        where not exists (select from index_leases known where known.chain_id = chain)
      on conflict (chain_id) do nothing`.execute(db)
  }

  return {
    id,
    /**
     * Prolongs this process's leases, and takes its part of the free chains among those that it can index. Returns all leases it has,
     * and the chain that it should give up because another process has far fewer.
     */
    async update(chains: readonly number[]): Promise<{ leases: Lease[]; surplus: number | undefined }> {
      await announce(chains)
      const before = await readState()
      const { free, surplus } = divideChains(id, before)
      await take(free)
      const { leases } = free.length > 0 ? await readState() : before
      return { leases: leases.filter(({ holder, isOver }) => holder === id && !isOver), surplus }
    },

    /** Lets others take the chain at once. */
    async release({ chainId, generation }: Lease): Promise<void> {
      await sql`update index_leases set until = '-infinity'
        where chain_id = ${chainId} and holder = ${id} and generation = ${generation}`.execute(db)
    },

    /** Ends this process's part: others divide its chains. */
    async leave(): Promise<void> {
      await sql`delete from index_workers where id = ${id}`.execute(db)
    },

    /** Writes for a lease, over the given connections. What a crash takes is read from the chain again. */
    writeOn:
      (pool: Kysely<Schema>, { chainId, generation }: Lease): LeasedWrite =>
      (task) =>
        pool.transaction().execute(async (tx) => {
          // The row stays locked until the end: no one takes over in between. Versions before leases had an advisory lock for a chain.
          const { rows } = await sql`update index_leases set until = ${end}
            where chain_id = ${chainId} and holder = ${id} and generation = ${generation}
              and pg_try_advisory_xact_lock(hashtextextended(${`billfold indexer eip155:${chainId}`}, 0))
            returning ${deferFlush}`.execute(tx)
          if (rows.length === 0) throw new LeaseLostError('Another process indexes this chain.')
          return task(tx)
        }),
  }
}

type Options = {
  db: Kysely<Schema>
  /** After this long without a sign of life, others take over. */
  leaseMs: number
  id?: string
}
