import { type Kysely, sql } from 'kysely'

/**
 * Sign-in with a wallet: the keys that sign its tokens, nonces that were given out, and who is signed in. Accounts are sealed or a
 * keyed hash (`apps/server/src/auth/createAuthKeyring.ts`), private keys are sealed, tokens and nonces are hashed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table auth_keys (
    kid text primary key,
    public_key jsonb not null,
    private_key bytea not null,
    made_at timestamptz not null,
    -- Published before, so that everyone who keeps a copy of the list has it by then.
    signs_at timestamptz not null,
    -- When the last of its tokens has ended; null while no other key has taken over.
    ends_at timestamptz)`.execute(db)

  await sql`create table auth_nonces (
    hash bytea primary key check (octet_length(hash) = 32),
    project_id text not null references projects (id) on delete cascade,
    origin text not null,
    -- Null: anybody, anywhere.
    address bytea,
    chain_id text,
    ends_at timestamptz not null)`.execute(db)
  await sql`create index auth_nonces_ends_at on auth_nonces (ends_at)`.execute(db)

  await sql`create table auth_sign_ins (
    id uuid primary key,
    project_id text not null references projects (id) on delete cascade,
    -- Of an address on whatever chain, to erase all that is kept of it.
    address_index bytea not null check (octet_length(address_index) = 32),
    account bytea not null,
    origin text not null,
    signed_in_at timestamptz not null,
    last_used_at timestamptz not null,
    ends_at timestamptz not null)`.execute(db)
  await sql`create index auth_sign_ins_address on auth_sign_ins (address_index)`.execute(db)
  await sql`create index auth_sign_ins_ends_at on auth_sign_ins (ends_at)`.execute(db)

  await sql`create table auth_refresh_tokens (
    hash bytea primary key check (octet_length(hash) = 32),
    sign_in_id uuid not null references auth_sign_ins on delete cascade,
    made_at timestamptz not null,
    used_at timestamptz,
    -- The next one, sealed under this one: for who asks again because the answer was lost.
    successor bytea)`.execute(db)
  await sql`create index auth_refresh_tokens_sign_in_id on auth_refresh_tokens (sign_in_id)`.execute(db)
  await sql`create index auth_refresh_tokens_used_at on auth_refresh_tokens (used_at)`.execute(db)

  await sql`create table auth_metadata (
    project_id text not null references projects (id) on delete cascade,
    account_index bytea not null check (octet_length(account_index) = 32),
    address_index bytea not null check (octet_length(address_index) = 32),
    metadata bytea not null,
    changed_at timestamptz not null,
    primary key (project_id, account_index))`.execute(db)
  await sql`create index auth_metadata_address on auth_metadata (address_index)`.execute(db)
}
