import { type Kysely, sql } from 'kysely'

/**
 * Embedded wallets: who somebody is, on which devices, with which shares. What names a person or opens a wallet is sealed
 * (`apps/server/src/embedded/sealing.ts`) or a keyed hash; no column holds a share, a code, a token or an address that can be read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...persons, ...logins, ...records]) await statement.execute(db)
}

const persons = [
  sql`create table embedded_users (
    id uuid primary key,
    key bytea not null,
    created_at timestamptz not null)`,
  sql`create table embedded_identities (
    name_index bytea primary key check (octet_length(name_index) = 32),
    user_id uuid not null references embedded_users on delete cascade,
    kind text not null,
    subject bytea not null,
    email bytea,
    created_at timestamptz not null,
    unique (user_id, kind))`,
  sql`create table embedded_devices (
    id uuid primary key,
    user_id uuid not null references embedded_users on delete cascade,
    thumbprint text not null,
    seal_key bytea not null check (octet_length(seal_key) = 65),
    label text not null,
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    unique (user_id, thumbprint))`,
  sql`create table embedded_wallets (
    id uuid primary key,
    user_id uuid not null unique references embedded_users on delete cascade,
    evm_address text not null,
    solana_address text not null,
    generation integer not null,
    created_at timestamptz not null)`,
  sql`create table embedded_shares (
    device_id uuid primary key references embedded_devices on delete cascade,
    wallet_id uuid not null references embedded_wallets on delete cascade,
    generation integer not null,
    auth_share bytea not null,
    identity bytea not null,
    made_at timestamptz not null)`,
  sql`create index embedded_shares_wallet_id on embedded_shares (wallet_id)`,
  sql`create table embedded_recoveries (
    device_id uuid not null references embedded_shares on delete cascade,
    place smallint not null,
    kind text not null,
    public_key bytea not null check (octet_length(public_key) = 65),
    proof bytea,
    credential_id text,
    label text,
    sealed bytea not null,
    primary key (device_id, place))`,
]

const logins = [
  sql`create table embedded_sessions (
    id uuid primary key,
    device_id uuid not null references embedded_devices on delete cascade,
    created_at timestamptz not null,
    last_used_at timestamptz not null,
    ends_at timestamptz not null)`,
  sql`create index embedded_sessions_device_id on embedded_sessions (device_id)`,
  sql`create table embedded_refresh_tokens (
    hash bytea primary key check (octet_length(hash) = 32),
    session_id uuid not null references embedded_sessions on delete cascade,
    made_at timestamptz not null,
    used_at timestamptz,
    successor bytea)`,
  sql`create index embedded_refresh_tokens_session_id on embedded_refresh_tokens (session_id)`,
  // One live code for each purpose, address and device key.
  sql`create table embedded_challenges (
    id uuid primary key,
    purpose text not null,
    name_index bytea not null,
    thumbprint text not null,
    email bytea not null,
    details bytea not null,
    session_id uuid references embedded_sessions on delete cascade,
    code_hash bytea not null,
    tries smallint not null default 0,
    ends_at timestamptz not null,
    unique (purpose, name_index, thumbprint))`,
  sql`create index embedded_challenges_ends_at on embedded_challenges (ends_at)`,
  sql`create table embedded_social_flows (
    id uuid primary key,
    provider text not null,
    state_hash bytea not null unique,
    thumbprint text not null,
    secrets bytea not null,
    code_hash bytea,
    outcome bytea,
    ends_at timestamptz not null)`,
  sql`create table embedded_grants (
    hash bytea primary key,
    session_id uuid not null references embedded_sessions on delete cascade,
    ends_at timestamptz not null)`,
  sql`create table embedded_proofs (hash bytea primary key, ends_at timestamptz not null)`,
  sql`create index embedded_proofs_ends_at on embedded_proofs (ends_at)`,
  sql`create table embedded_attempts (kind text not null, subject bytea not null, at timestamptz not null)`,
  sql`create index embedded_attempts_subject on embedded_attempts (kind, subject, at)`,
]

const records = [
  sql`create table embedded_notices (
    id uuid primary key,
    kind text not null,
    email bytea not null,
    details text not null,
    made_at timestamptz not null,
    tries smallint not null default 0,
    next_at timestamptz not null)`,
  sql`create table embedded_audit (
    seq bigint generated always as identity primary key,
    at timestamptz not null,
    event text not null,
    user_id uuid,
    details text not null,
    previous bytea not null,
    hash bytea not null unique)`,
  sql`create function embedded_audit_is_kept() returns trigger language plpgsql as
    $$ begin raise exception 'the audit log is only added to'; end $$`,
  sql`create trigger embedded_audit_rows before update or delete on embedded_audit
    for each row execute function embedded_audit_is_kept()`,
  sql`create trigger embedded_audit_table before truncate on embedded_audit
    for each statement execute function embedded_audit_is_kept()`,
]
