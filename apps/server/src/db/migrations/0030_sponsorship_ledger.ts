import { type Kysely, sql } from 'kysely'

/** Sponsorships become a ledger: a row for each reservation, and a sum that outlives deleted rows. The relayer's losses are recorded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sponsorships drop constraint sponsorships_pkey`.execute(db)
  await sql`alter table sponsorships add column id bigint generated always as identity primary key`.execute(db)
  // A nonce runs once: only one reservation for it can be pending or spent.
  await sql`create unique index sponsorships_by_nonce on sponsorships (chain_id, sender, nonce) where status <> 'released'`.execute(
    db,
  )
  await sql`create index sponsorships_by_account on sponsorships (chain_id, sender, created_at)`.execute(db)
  await sql`create index sponsorships_age on sponsorships (created_at) where status <> 'open'`.execute(db)
  // The cost of spent rows that are deleted, for budgets without a period.
  await sql`alter table sponsor_budgets add column spent_before numeric(78) not null default 0`.execute(db)
  // What the relayer paid for a bundle that reverted, in the chain's smallest unit.
  await sql`alter table user_operations add column relayer_cost numeric(78)`.execute(db)
  await sql`create index user_operations_losses on user_operations (chain_id, created_at) where relayer_cost is not null`.execute(
    db,
  )
}
