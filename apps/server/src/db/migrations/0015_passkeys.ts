import { type Kysely, sql } from 'kysely'

/** The passkeys that people log in with: what a signature is checked against, by the person's name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table embedded_passkeys (
    name_index bytea primary key references embedded_identities on delete cascade,
    -- As DER, whichever of the kinds that are accepted.
    public_key bytea not null check (octet_length(public_key) <= 800),
    -- How often the authenticator says it has signed; most that sync say 0, always.
    sign_count bigint not null,
    created_at timestamptz not null)`.execute(db)
}
