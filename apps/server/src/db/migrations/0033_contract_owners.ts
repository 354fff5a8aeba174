import { type Kysely, sql } from 'kysely'

/** Contracts own names and sign-ins on their own chain only, and names are compared by a skeleton that no order of reading changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The chain of a contract; null for a key, whose address is its own on every chain.
  await sql`alter table names add column owner_chain bigint`.execute(db)
  // A key that registered on Ethereum cannot be told from a contract there. It loses nothing by this: no contract has a key's address
  // unless the key says so, and a key's signature counts on every chain.
  await sql`update names set owner_chain = case when coin_types[1] = 60 then 1 else coin_types[1] - 2147483648 end
    where cardinality(coin_types) = 1`.execute(db)
  await sql`drop index names_by_owner`.execute(db)
  await sql`create unique index names_by_owner on names (parent, owner, coalesce(owner_chain, 0)) where released_at is null`.execute(
    db,
  )

  // As skeletonOf (apps/server/src/names/nameRules.ts) writes it. Names that were registered may look alike by now: they stay.
  await sql`drop index names_by_look`.execute(db)
  await sql`update names set skeleton = replace(replace(replace(translate(label, '012345679iq-', 'olzeasbtglg'), 'm', 'rn'), 'w', 'vv'), 'd', 'cl')`.execute(
    db,
  )
  await sql`create index names_by_look on names (parent, skeleton)`.execute(db)

  // The account that a sign-in belongs to: a key on every chain, a contract on its own. Null for sign-ins from before, which end within 30 days.
  await sql`alter table auth_sign_ins add column owner_index bytea check (octet_length(owner_index) = 32)`.execute(db)
  await sql`create index auth_sign_ins_owner on auth_sign_ins (owner_index)`.execute(db)
}
