import { type Kysely, sql } from 'kysely'

/** Smart accounts: operations that were sent and how they went, and who pays for how many of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table user_operations (
    chain_id text not null,
    hash bytea not null check (length(hash) = 32),
    project_id text not null,
    sender bytea not null check (length(sender) = 20),
    nonce numeric(78) not null,
    operation jsonb not null,
    relayer bytea not null check (length(relayer) = 20),
    relayer_nonce bigint not null,
    -- Of every transaction that was signed for it, the newest last; its bytes, to send again.
    transactions bytea[] not null,
    raw_transaction bytea not null,
    status text not null check (status in ('sent', 'mined', 'failed')),
    receipt jsonb,
    -- Deep enough in the chain that nobody looks again.
    is_final boolean not null default false,
    created_at timestamptz not null default now(),
    sent_at timestamptz not null default now(),
    primary key (chain_id, hash)
  )`.execute(db)
  // Of two operations with one nonce, whoever sends them, one is on its way at a time.
  await sql`create unique index user_operations_under_way on user_operations (chain_id, sender, nonce)
    where status = 'sent'`.execute(db)
  await sql`create index user_operations_open on user_operations (chain_id, relayer, relayer_nonce)
    where not is_final`.execute(db)
  await sql`create index user_operations_failed on user_operations (chain_id, sender, created_at)
    where status = 'failed'`.execute(db)
  await sql`create index user_operations_age on user_operations (created_at)`.execute(db)

  await sql`create table sponsor_budgets (
    project_id text not null references projects (id) on delete cascade,
    chain_id text not null,
    -- In the chain's smallest unit.
    budget numeric(78) not null check (budget >= 0),
    period text not null check (period in ('day', 'month', 'ever')),
    most_per_operation numeric(78) not null check (most_per_operation >= 0),
    operations_per_day integer not null check (operations_per_day >= 0),
    -- Null: any contract may be called.
    targets bytea[],
    primary key (project_id, chain_id)
  )`.execute(db)

  await sql`create table sponsorships (
    chain_id text not null,
    sender bytea not null check (length(sender) = 20),
    nonce numeric(78) not null,
    project_id text not null,
    status text not null check (status in ('open', 'spent', 'released')),
    -- What it can cost at most; once it is spent, what it did cost.
    cost numeric(78) not null,
    -- By the chain's clock, and where to look for it in its logs.
    valid_until bigint not null,
    from_block bigint not null,
    created_at timestamptz not null default now(),
    primary key (chain_id, sender, nonce)
  )`.execute(db)
  await sql`create index sponsorships_by_project on sponsorships (project_id, chain_id, created_at)`.execute(db)
  await sql`create index sponsorships_open on sponsorships (chain_id, valid_until) where status = 'open'`.execute(db)
}
