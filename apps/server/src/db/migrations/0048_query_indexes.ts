import { type Kysely, sql } from 'kysely'
import { createIndexConcurrently } from '../createIndexConcurrently.ts'

/** Outside a transaction: an index of a large table is built while servers write. */
export const isTransactional = false

const indexes: Record<string, string> = {
  // History and purchases.
  index_transactions_by_sender: 'on index_transactions (chain_id, sender, block_number, tx_index)',
  index_activity_places: 'on index_activity (chain_id, block_number, tx_index)',
  index_addresses_wanted: 'on index_addresses (chain_id, wanted_at)',
  onramp_orders_by_account: 'on onramp_orders (project_id, address_key, made_at desc)',
  // For clean-ups.
  auth_sign_ins_last_used_at: 'on auth_sign_ins (last_used_at)',
  auth_refresh_tokens_successors: 'on auth_refresh_tokens (used_at) where successor is not null',
  embedded_sessions_ends_at: 'on embedded_sessions (ends_at)',
  embedded_sessions_last_used_at: 'on embedded_sessions (last_used_at)',
  embedded_refresh_tokens_used_at: 'on embedded_refresh_tokens (used_at)',
  embedded_refresh_tokens_successors: 'on embedded_refresh_tokens (used_at) where successor is not null',
  embedded_social_flows_ends_at: 'on embedded_social_flows (ends_at)',
  embedded_grants_ends_at: 'on embedded_grants (ends_at)',
  embedded_reverts_ends_at: 'on embedded_reverts (ends_at)',
  embedded_attempts_at: 'on embedded_attempts (at)',
  embedded_notices_next_at: 'on embedded_notices (next_at)',
  shared_texts_until: 'on shared_texts (until)',
  // Rows that go with a session, or with a revoked device.
  embedded_challenges_session_id: 'on embedded_challenges (session_id) where session_id is not null',
  embedded_grants_session_id: 'on embedded_grants (session_id)',
  embedded_recoveries_public_key: 'on embedded_recoveries (public_key)',
}

/** An index for every query that read a whole table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, definition] of Object.entries(indexes)) await createIndexConcurrently(db, name, definition)
  // Replaced by index_activity_places: where pasts are looked up backwards, blocks are in no order that it could use.
  await sql`drop index concurrently if exists index_activity_blocks`.execute(db)
}
