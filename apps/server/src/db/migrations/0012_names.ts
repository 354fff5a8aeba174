import { type Kysely, sql } from 'kysely'

/** Names that people took under the operator's own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table names (
    parent text not null,
    label text not null check (label ~ '^[a-z0-9-]{4,63}$'),
    -- What the label looks like: no two names may look alike.
    skeleton text not null,
    owner bytea not null check (length(owner) = 20),
    -- ENSIP-11's numbers of the coins whose address the owner's is.
    coin_types bigint[] not null,
    attributes jsonb not null,
    registered_at timestamptz not null,
    updated_at timestamptz not null,
    -- Given up: for a while only its last owner may have it again, so that nobody is paid in their place.
    released_at timestamptz,
    primary key (parent, label)
  )`.execute(db)
  await sql`create unique index names_by_look on names (parent, skeleton)`.execute(db)
  await sql`create unique index names_by_owner on names (parent, owner) where released_at is null`.execute(db)
}
