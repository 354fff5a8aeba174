import { type Kysely, sql } from 'kysely'
import { deferFlush } from '../db/deferFlush.ts'
import type { Schema } from '../db/schema.ts'
import type { Hex } from './indexRows.ts'

type Db = Kysely<Schema>

/** Beyond this it is better to index the whole chain, from a start block. */
const maxAddresses = 200_000

/** Marks an address that is being deleted, part by part. */
export const fading = sql`'-infinity'::timestamptz`

/**
 * Requests that an address be followed; false if there are too many. Cheap to repeat. One that is being deleted starts
 * over: part of its past is gone. `hasRoom` spares counting the others.
 */
export async function requestFollowing(
  db: Db,
  chainId: number,
  address: Hex,
  askedBy: number | null = null,
  hasRoom = false,
): Promise<boolean> {
  const bytes = toBytes(address)
  const { rows } = await sql<{ known: boolean }>`with room as (
      select ${hasRoom} or (select count(*) from (select 1 from index_addresses where chain_id = ${chainId}
        limit ${sql.lit(maxAddresses)}) as known) < ${sql.lit(maxAddresses)} as is_left),
    added as (insert into index_addresses (chain_id, address, asked_by) select ${chainId}, ${bytes}, ${askedBy}::smallint from room where is_left
      on conflict (chain_id, address) do nothing returning 1),
    wanted as (update index_addresses set wanted_at = now(), asked_by = ${askedBy}::smallint,
        followed_from = case when wanted_at > ${fading} then followed_from end,
        backfilled_to = case when wanted_at > ${fading} then backfilled_to end,
        backfill_read = case when wanted_at > ${fading} then backfill_read else 0 end
      where chain_id = ${chainId} and address = ${bytes}
      and wanted_at < now() - interval '1 day')
    select exists (select from added)
      or exists (select from index_addresses where chain_id = ${chainId} and address = ${bytes}) as known, ${deferFlush}`.execute(
    db,
  )
  return rows[0]?.known ?? false
}

/**
 * Registers new addresses: the follower includes them from block `from` on, and the past before it is to be searched,
 * `back` blocks of it or, with 0, all.
 */
export async function noteAddresses(db: Db, chainId: number, from: number, back = 0): Promise<Hex[]> {
  const floor = back === 0 ? 0 : Math.max(0, from - back)
  const { rows } = await sql<{
    address: Hex
  }>`update index_addresses set followed_from = ${from}, backfilled_to = ${from},
      backfill_floor = ${floor}
    where chain_id = ${chainId} and followed_from is null and wanted_at > ${fading} returning '0x' || encode(address, 'hex') as address`.execute(
    db,
  )
  return rows.map(({ address }) => address)
}

/** Every registered address of a chain. */
export async function notedAddresses(db: Db, chainId: number): Promise<Set<Hex>> {
  const { rows } = await sql<{ address: Hex }>`select '0x' || encode(address, 'hex') as address from index_addresses
    where chain_id = ${chainId} and followed_from is not null and wanted_at > ${fading}`.execute(db)
  return new Set(rows.map(({ address }) => address))
}

/** An address whose past is pending: it is read from below `before` down to `floor`. */
export type Waiting = { address: Hex; before: number; floor: number }

/** An address for which a task failed; one that is resting is not due yet. */
export type Failed = { address: string; isResting: boolean }

/** Requesters by their turns on a chain: the most recent last. */
export type Turns = Map<number | null, true>

/**
 * An address whose past is pending, of the requester with the oldest turn; among a requester's own, a random one, so
 * that a long one does not block the rest. A failed one is skipped until it is due.
 */
export async function nextToBackfill(
  db: Db,
  chainId: number,
  turns: Turns = new Map(),
  failed: readonly Failed[] = [],
): Promise<Waiting | undefined> {
  const { rows } = await sql<{
    address: Hex
    before: string
    floor: string
    asked_by: number | null
  }>`select distinct on (asked_by) asked_by, '0x' || encode(address, 'hex') as address,
      backfilled_to as before, backfill_floor as floor from index_addresses
    where chain_id = ${chainId} and backfilled_to > backfill_floor and wanted_at > ${fading}
      and not '0x' || encode(address, 'hex') = any (${restingOf(failed)}::text[])
    order by asked_by, random()`.execute(db)
  const waiting = new Map(rows.map((row) => [row.asked_by, row]))
  for (const requester of [...turns.keys()]) if (!waiting.has(requester)) turns.delete(requester)
  const newcomers = [...waiting.keys()].filter((requester) => !turns.has(requester))
  // A random newcomer: the order of the rows would always prefer the same.
  const next = newcomers.length > 0 ? newcomers[Math.floor(Math.random() * newcomers.length)] : [...turns.keys()][0]
  const row = next === undefined ? undefined : waiting.get(next)
  if (!row) return undefined
  turns.delete(row.asked_by)
  turns.set(row.asked_by, true)
  return { address: row.address, before: Number(row.before), floor: Number(row.floor) }
}

export const restingOf = (failed: readonly Failed[]): string[] =>
  failed.flatMap(({ address, isResting }) => (isResting ? address : []))

export const toBytes = (hex: Hex): Buffer => Buffer.from(hex.slice(2), 'hex')
