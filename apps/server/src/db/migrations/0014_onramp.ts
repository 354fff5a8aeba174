import { type Kysely, sql } from 'kysely'

/** What visitors buy for money, and what became of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table onramp_orders (
    -- Whoever knows it may read the order.
    id text primary key check (length(id) >= 22),
    project_id text not null,
    provider text not null,
    -- Ours for the provider, and the provider's for us.
    reference text not null unique,
    provider_order text,
    status text not null check (status in ('created', 'paid', 'sent', 'settled', 'failed', 'expired')),
    asset jsonb not null,
    address text not null,
    address_key text not null,
    currency text not null,
    method text not null,
    pays text not null,
    gets text,
    hash text,
    reason text,
    made_at timestamptz not null,
    changed_at timestamptz not null,
    -- When the provider was last asked.
    looked_at timestamptz not null
  )`.execute(db)
  await sql`create unique index onramp_orders_by_provider on onramp_orders (provider, provider_order)
    where provider_order is not null`.execute(db)
  await sql`create index onramp_orders_by_address on onramp_orders (project_id, address_key, changed_at desc)
    where hash is not null`.execute(db)
}
