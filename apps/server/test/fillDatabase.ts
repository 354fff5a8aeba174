import type { OpenDatabase } from '../src/db/openDatabase.ts'

/** How many rows the large tables get. */
export type Sizes = { index: number; orders: number; signIns: number }

const chain = 4_242
const address = (i: string) => `decode('11' || lpad(to_hex(${i}), 38, '0'), 'hex')`
const hash = (i: string) => `sha256((${i})::text::bytea)`
const uuid = (i: string) => `lpad(to_hex(${i}), 32, '0')::uuid`
const series = (rows: number) => `generate_series(0::bigint, ${rows - 1}) as i`

/** The chain of the rows in the index, and the n-th account of it. */
export const filledChain = chain
export const filledAccount = (n: number): `0x${string}` => `0x11${n.toString(16).padStart(38, '0')}`

/** Fills a migrated database as years of visitors would: with statements in the database, since millions of rows come from here. */
export async function fillDatabase({ pool }: Pick<OpenDatabase, 'pool'>, { index, orders, signIns }: Sizes) {
  // A transaction has a transfer, two entries of activity, and every fourth an approval.
  const transactions = Math.ceil(index / 4.25)
  const people = Math.max(100, Math.ceil(transactions / 50))
  const [sender, recipient] = [address(`i % ${people}`), address(`(i * 7919 + 1) % ${people}`)]
  const place = `${chain}, i / 100, (i % 100)::int`
  const minedAt = '1700000000 + (i / 100) * 12'
  const token = (i: string) => `decode('aa' || lpad(to_hex(${i}), 38, '0'), 'hex')`
  const old = "now() - interval '8 days'"
  const statements = [
    `insert into index_chains values (${chain}, ${transactions}, 0, ${transactions}, now())`,
    `insert into index_transactions select ${place}, ${hash('i')}, ${sender}, ${recipient}, 0, i, true, ${minedAt},
      decode('a9059cbb', 'hex') from ${series(transactions)}`,
    `insert into index_transfers select ${place}, 0, 0, case i % 50 when 0 then 3 else 2 end, ${token('i % 100')},
      ${sender}, ${recipient}, case i % 50 when 0 then i end, i + 1 from ${series(transactions)}`,
    `insert into index_approvals select ${place}, 1, ${token('i % 100')}, ${sender}, ${recipient}, i + 1, null
      from ${series(transactions)} where i % 4 = 0`,
    `insert into index_swaps select ${place}, 2, 2, ${token('i % 100')}, ${sender}, i, -i from ${series(transactions)} where i % 20 = 0`,
    `insert into index_activity select ${chain}, ${sender}, ${minedAt}, i / 100, (i % 100)::int from ${series(transactions)}
      union all select ${chain}, ${recipient}, ${minedAt}, i / 100, (i % 100)::int from ${series(transactions)}
      where ${sender} <> ${recipient} on conflict do nothing`,
    `insert into index_tokens select ${chain}, ${token('i')}, 2, 'Token ' || i, 'T' || i, 18 from ${series(100)}`,
    `insert into index_blocks select ${chain}, i, ${hash('i')}, 1700000000 + i * 12, false
      from ${series(Math.ceil(transactions / 100))}`,
    `insert into index_addresses (chain_id, address, followed_from, backfilled_to, backfill_floor, wanted_at)
      select ${chain}, ${address('i')}, 0, 0, 0, now() - interval '2 days' from ${series(Math.min(people, 150_000))}`,
    `insert into projects (id, name) values ('filled', 'Filled')`,
    `insert into onramp_orders select lpad(i::text, 30, '0'), 'filled', 'moonpay', 'r' || i, 'p' || i,
      (array['settled', 'settled', 'settled', 'settled', 'sent', 'expired'])[1 + i % 6], '{}', 'a', '0x11' || lpad(to_hex(i % ${Math.ceil(orders / 5)}), 38, '0'),
      'USD', 'card', '10', '1', case when i % 6 < 5 then '0x' || i end, null, now() - i * interval '30 seconds',
      now() - i * interval '30 seconds', now() from ${series(orders)}`,
    `insert into auth_sign_ins (id, project_id, address_index, owner_index, account, origin, signed_in_at, last_used_at, ends_at, label)
      select ${uuid('i')}, 'filled', ${hash(`i % ${Math.ceil(signIns / 2)}`)}, ${hash(`i % ${Math.ceil(signIns / 2)}`)}, '',
        'https://filled.example', now(), now() - (i % 1000) * interval '10 minutes' * 0.9, now() + interval '20 days', 'Browser'
      from ${series(signIns)}`,
    `insert into auth_refresh_tokens select ${hash("'t' || i")}, ${uuid('i')}, now(),
      case when i % 10 > 0 then now() - (i % 1000) * interval '10 minutes' * 0.9 end, null from ${series(signIns)}`,
    `insert into auth_nonces select ${hash("'n' || i")}, 'filled', 'https://filled.example', null, null,
      now() + interval '9 minutes' from ${series(Math.ceil(signIns / 10))}`,
    `insert into auth_metadata select 'filled', ${hash('i')}, ${hash('i')}, '', now() from ${series(Math.ceil(signIns / 2))}`,
    `insert into embedded_users select ${uuid('i')}, '', now() from ${series(signIns)}`,
    `insert into embedded_identities select ${hash('i')}, ${uuid('i')}, 'email', '', null, now() from ${series(signIns)}`,
    `insert into embedded_devices select ${uuid('i')}, ${uuid('i')}, 'd' || i, ${`decode(repeat('04', 65), 'hex')`}, 'Browser',
      now(), ${old} from ${series(signIns)}`,
    `insert into embedded_wallets (id, user_id, evm_address, solana_address, generation, created_at)
      select ${uuid('i')}, ${uuid('i')}, '', '', 1, now() from ${series(signIns)}`,
    `insert into embedded_shares select ${uuid('i')}, ${uuid('i')}, 1, '', '', now() from ${series(signIns)}`,
    `insert into embedded_recoveries (device_id, place, kind, public_key, sealed)
      select ${uuid('i')}, 0, 'device', decode(lpad(to_hex(i), 130, '0'), 'hex'), '' from ${series(signIns)}`,
    `insert into embedded_sessions select ${uuid('i')}, ${uuid('i')}, now(), ${old}, now() + interval '20 days' from ${series(signIns)}`,
    `insert into embedded_refresh_tokens select ${hash("'e' || i")}, ${uuid('i')}, now(), case when i % 3 > 0 then ${old} end, null
      from ${series(signIns)}`,
    `insert into embedded_attempts select 'mail', ${hash('i')}, now() - interval '1 hour' from ${series(Math.ceil(signIns / 10))}`,
    `insert into embedded_proofs select ${hash('i')}, now() + interval '5 minutes' from ${series(Math.ceil(signIns / 10))}`,
    `insert into embedded_social_flows (id, provider, state_hash, thumbprint, secrets, ends_at)
      select ${uuid('i')}, 'google', ${hash('i')}, '', '', now() + interval '5 minutes' from ${series(Math.ceil(signIns / 10))}`,
    `insert into embedded_challenges (id, purpose, name_index, thumbprint, email, details, session_id, code_hash, ends_at)
      select ${uuid('i')}, 'login', ${hash('i')}, '', '', '', ${uuid('i')}, ${hash('i')}, now() + interval '5 minutes'
      from ${series(Math.ceil(signIns / 10))}`,
    `insert into embedded_grants select ${hash('i')}, ${uuid('i')}, now() + interval '5 minutes', 'export' from ${series(Math.ceil(signIns / 10))}`,
    `insert into names (parent, label, skeleton, owner, coin_types, attributes, registered_at, updated_at)
      select 'filled.eth', 'name' || i, 'skeleton' || i, ${address('i')}, '{60}', '{}', now(), now() from ${series(signIns)}`,
    `insert into name_addresses select 'filled.eth', 'name' || i, 501, 'solana' || i, now(), now() from ${series(signIns)}`,
    `insert into analytics_events select 'filled', ${uuid('i')}, 'MODAL_OPEN', '{}', '', null, null, now(), now() - i * interval '1 minute'
      from ${series(signIns)}`,
    `insert into user_operations (chain_id, hash, project_id, sender, nonce, operation, relayer, relayer_nonce, transactions,
        raw_transaction, status, is_final, created_at)
      select 'eip155:${chain}', ${hash('i')}, 'filled', ${address('i')}, 0, '{}', ${address('1')}, i, '{}', '', 'mined', true,
        now() - i * interval '1 minute' from ${series(Math.ceil(orders / 10))}`,
    `insert into sponsorships (chain_id, sender, nonce, project_id, status, cost, valid_until, from_block, created_at)
      select 'eip155:${chain}', ${address('i')}, i, 'filled', 'spent', 1, 0, 0, now() - i * interval '1 minute'
      from ${series(Math.ceil(orders / 10))}`,
    `insert into shared_limits select ${hash('i')}, extract(epoch from now()) * 1000 + 60000, 1, 1, 1, 1 from ${series(Math.ceil(signIns / 2))}`,
    `insert into shared_texts select ${hash('i')}, '', now() + interval '1 minute' from ${series(Math.ceil(signIns / 10))}`,
  ]
  for (const statement of statements) await pool.query(statement)
  await pool.query('vacuum analyze')
}
