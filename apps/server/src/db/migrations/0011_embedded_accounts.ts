import { type Kysely, sql } from 'kysely'

/** Embedded accounts: deletion in a week, a change of address that can be undone, and one recovery code a wallet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table embedded_users add column delete_at timestamptz`.execute(db)
  await sql`create index embedded_users_delete_at on embedded_users (delete_at) where delete_at is not null`.execute(db)
  // The public key of the code that counts; null where none was made since this column is here.
  await sql`alter table embedded_wallets add column code_key bytea check (octet_length(code_key) = 65)`.execute(db)
  await sql`alter table embedded_grants add column purpose text not null default 'export'`.execute(db)
  await sql`create table embedded_reverts (
    hash bytea primary key check (octet_length(hash) = 32),
    user_id uuid not null references embedded_users on delete cascade,
    -- Of the old address, which is nobody else's until the end; null where the address was no name.
    name_index bytea,
    -- The old address and the shares of then, sealed.
    kept bytea not null,
    made_at timestamptz not null,
    ends_at timestamptz not null)`.execute(db)
  await sql`create index embedded_reverts_user_id on embedded_reverts (user_id)`.execute(db)
  await sql`create index embedded_reverts_name_index on embedded_reverts (name_index)`.execute(db)
}
