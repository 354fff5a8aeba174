import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Hex } from './indexRows.ts'

type Db = Kysely<Schema>

/** Beyond this a chain is better read whole, from a start block. */
const mostAddresses = 200_000

/** Asks that an address be followed; false when there are too many already. Cheap to repeat. */
export async function askToFollow(db: Db, chainId: number, address: Hex): Promise<boolean> {
  const bytes = toBytes(address)
  const { rows } = await sql<{ known: boolean }>`with room as (
      select (select count(*) from (select 1 from index_addresses where chain_id = ${chainId}
        limit ${sql.lit(mostAddresses)}) as known) < ${sql.lit(mostAddresses)} as is_left),
    added as (insert into index_addresses (chain_id, address) select ${chainId}, ${bytes} from room where is_left
      on conflict (chain_id, address) do nothing returning 1),
    wanted as (update index_addresses set wanted_at = now() where chain_id = ${chainId} and address = ${bytes}
      and wanted_at < now() - interval '1 day')
    select exists (select from added)
      or exists (select from index_addresses where chain_id = ${chainId} and address = ${bytes}) as known`.execute(db)
  return rows[0]?.known ?? false
}

/**
 * Takes note of new addresses: the follower sees them from block `from` on, and what is before it is to be looked up, `back` blocks of it or, with
 * 0, all.
 */
export async function noteAddresses(db: Db, chainId: number, from: number, back = 0): Promise<Hex[]> {
  const floor = back === 0 ? 0 : Math.max(0, from - back)
  const { rows } = await sql<{
    address: Hex
  }>`update index_addresses set followed_from = ${from}, backfilled_to = ${from},
      backfill_floor = ${floor}
    where chain_id = ${chainId} and followed_from is null returning '0x' || encode(address, 'hex') as address`.execute(
    db,
  )
  return rows.map(({ address }) => address)
}

/** Every address of a chain that the follower has taken note of. */
export async function notedAddresses(db: Db, chainId: number): Promise<Set<Hex>> {
  const { rows } = await sql<{ address: Hex }>`select '0x' || encode(address, 'hex') as address from index_addresses
    where chain_id = ${chainId} and followed_from is not null`.execute(db)
  return new Set(rows.map(({ address }) => address))
}

/** Whose past is to be looked up, from below which block, down to which. */
export type Waiting = { address: Hex; before: number; floor: number }

/** Some address whose past is not looked up yet. By lot: none waits for another that has a long one. */
export async function nextToBackfill(db: Db, chainId: number): Promise<Waiting | undefined> {
  const { rows } = await sql<{
    address: Hex
    before: string
    floor: string
  }>`select '0x' || encode(address, 'hex') as address,
      backfilled_to as before, backfill_floor as floor from index_addresses
    where chain_id = ${chainId} and backfilled_to > backfill_floor order by random() limit 1`.execute(db)
  const [row] = rows
  return row && { address: row.address, before: Number(row.before), floor: Number(row.floor) }
}

export const toBytes = (hex: Hex): Buffer => Buffer.from(hex.slice(2), 'hex')
