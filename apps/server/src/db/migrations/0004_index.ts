import { type Kysely, sql } from 'kysely'

/** What the indexer reads from chains: how far it is, whom it follows, and every movement it has seen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table index_chains (
    chain_id bigint primary key,
    next_block bigint not null check (next_block >= 0),
    -- From this block on everything is kept and not only what concerns followed addresses; null keeps it to those.
    whole_from bigint check (whole_from >= 0),
    head_block bigint not null,
    updated_at timestamptz not null default now()
  )`.execute(db)
  // Every block with something in it, and the last few whether or not: enough to find where two histories part.
  await sql`create table index_blocks (
    chain_id bigint not null,
    number bigint not null,
    hash bytea not null check (octet_length(hash) = 32),
    mined_at bigint not null,
    is_empty boolean not null,
    primary key (chain_id, number)
  )`.execute(db)
  await sql`create table index_addresses (
    chain_id bigint not null,
    address bytea not null check (octet_length(address) = 20),
    asked_at timestamptz not null default now(),
    -- The follower sees this address from here on; null until it has taken note.
    followed_from bigint,
    -- Everything from this block up to followed_from has been looked up backwards; 0 is the beginning of the chain.
    backfilled_to bigint,
    primary key (chain_id, address)
  )`.execute(db)
  await sql`create index index_addresses_waiting on index_addresses (chain_id, asked_at)
    where followed_from is null or backfilled_to is null or backfilled_to > 0`.execute(db)
  await sql`create table index_transactions (
    chain_id bigint not null,
    block_number bigint not null,
    tx_index integer not null,
    hash bytea not null,
    sender bytea not null,
    recipient bytea,
    value numeric(78, 0) not null,
    nonce bigint not null,
    succeeded boolean not null,
    mined_at bigint not null,
    selector bytea,
    primary key (chain_id, block_number, tx_index)
  )`.execute(db)
  await sql`create table index_transfers (
    chain_id bigint not null,
    block_number bigint not null,
    tx_index integer not null,
    -- -1 for native value: part 0 is the transaction's own, the next are those of contracts.
    log_index integer not null,
    part integer not null,
    kind smallint not null,
    token bytea,
    sender bytea not null,
    recipient bytea not null,
    token_id numeric(78, 0),
    amount numeric(78, 0) not null,
    primary key (chain_id, block_number, tx_index, log_index, part)
  )`.execute(db)
  await sql`create table index_approvals (
    chain_id bigint not null,
    block_number bigint not null,
    tx_index integer not null,
    log_index integer not null,
    token bytea not null,
    owner bytea not null,
    spender bytea not null,
    -- An amount, or the one token of a collection; both null is everything (ApprovalForAll), and withdrawn is zero.
    amount numeric(78, 0),
    token_id numeric(78, 0),
    primary key (chain_id, block_number, tx_index, log_index)
  )`.execute(db)
  await sql`create table index_swaps (
    chain_id bigint not null,
    block_number bigint not null,
    tx_index integer not null,
    log_index integer not null,
    protocol smallint not null,
    pool bytea not null,
    recipient bytea not null,
    -- What the pool took in is positive, what it gave is negative.
    amount0 numeric(78, 0) not null,
    amount1 numeric(78, 0) not null,
    primary key (chain_id, block_number, tx_index, log_index)
  )`.execute(db)
  // Who is in which transaction: the order in which a history is read.
  await sql`create table index_activity (
    chain_id bigint not null,
    address bytea not null,
    mined_at bigint not null,
    block_number bigint not null,
    tx_index integer not null,
    primary key (chain_id, address, mined_at, block_number, tx_index)
  )`.execute(db)
  // Only a rollback looks for blocks here, so the smallest index will do.
  await sql`create index index_activity_blocks on index_activity using brin (chain_id, block_number)`.execute(db)
  await sql`create table index_tokens (
    chain_id bigint not null,
    address bytea not null,
    kind smallint not null,
    -- Cleaned of what cannot be seen; null until the contract was asked, empty when it does not tell.
    name text,
    symbol text,
    decimals smallint,
    primary key (chain_id, address)
  )`.execute(db)
  await sql`create index index_tokens_unnamed on index_tokens (chain_id) where name is null`.execute(db)
}
