import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { toBytes } from '../../indexer/followedAddresses.ts'
import type { Hex, TransferKind } from '../../indexer/indexRows.ts'
import type { HistoryCursor } from './historyCursor.ts'

/** More movements of one account in one transaction are not shown: who makes them does not do it for the account's sake. */
const maxTransfers = 100

/** More approvals in one transaction no one makes by hand. */
const maxApprovals = 10

export type StoredTransfer = {
  kind: TransferKind
  token: Hex | null
  sender: Hex
  recipient: Hex
  tokenId: string | null
  amount: string
  name: string | null
  symbol: string | null
  decimals: number | null
}

/** Without an amount it is all of a collection, or the one piece of it. */
export type StoredApproval = Pick<StoredTransfer, 'name' | 'symbol' | 'decimals' | 'tokenId'> & {
  token: Hex
  spender: Hex
  amount: string | null
}

/** One transaction of a page, with those of its movements that concern the account. */
export type StoredTransaction = {
  mined_at: string
  block_number: string
  tx_index: number
  hash: Hex
  sender: Hex
  recipient: Hex | null
  nonce: string
  succeeded: boolean
  selector: Hex | null
  transfers: StoredTransfer[]
  /** Allowances that the account granted, for as many tokens as are shown. */
  approvals: StoredApproval[]
  swaps: boolean
}

/**
 * Transactions that concern an address, newest first, below a cursor: one statement, and as much work however much there is. The
 * limits of 1 keep the planner from reading a chain's every swap into memory for the sake of fifty.
 */
export async function readPage(
  db: Kysely<Schema>,
  query: { chainId: number; address: Hex; after?: HistoryCursor | undefined; limit: number },
): Promise<StoredTransaction[]> {
  const { chainId, after, limit } = query
  const address = toBytes(query.address)
  const below = after
    ? sql`and (mined_at, block_number, tx_index) < (${after.minedAt}::bigint, ${after.block}::bigint, ${after.txIndex}::int)`
    : sql``
  const { rows } = await sql<StoredTransaction>`with page as materialized (
      select mined_at, block_number, tx_index from index_activity
      where chain_id = ${chainId} and address = ${address} ${below}
      order by mined_at desc, block_number desc, tx_index desc limit ${limit})
    select page.*, ${hex('t.hash')} as hash, ${hex('t.sender')} as sender, ${hex('t.recipient')} as recipient, t.nonce,
      t.succeeded, ${hex('t.selector')} as selector, coalesce(moved.list, '[]') as transfers,
      coalesce(approved.list, '[]') as approvals,
      coalesce((select true from index_swaps s where s.chain_id = ${chainId} and s.block_number = page.block_number
        and s.tx_index = page.tx_index limit 1), false) as swaps
    from page
    join index_transactions t on t.chain_id = ${chainId} and t.block_number = page.block_number and t.tx_index = page.tx_index
    left join lateral (
      select json_agg(json_build_object('kind', x.kind, 'token', ${hex('x.token')}, 'sender', ${hex('x.sender')},
        'recipient', ${hex('x.recipient')}, 'tokenId', x.token_id::text, 'amount', x.amount::text,
        'name', k.name, 'symbol', k.symbol, 'decimals', k.decimals) order by x.log_index, x.part) as list
      from (select * from index_transfers x where x.chain_id = ${chainId} and x.block_number = page.block_number
        and x.tx_index = page.tx_index and (x.sender = ${address} or x.recipient = ${address})
        order by x.log_index, x.part limit ${sql.lit(maxTransfers)}) as x
      left join index_tokens k on k.chain_id = ${chainId} and k.address = x.token) as moved on true
    left join lateral (
      select json_agg(json_build_object('token', ${hex('a.token')}, 'spender', ${hex('a.spender')}, 'amount', a.amount::text,
        'tokenId', a.token_id::text, 'name', k.name, 'symbol', k.symbol, 'decimals', k.decimals) order by a.log_index) as list
      from (select * from index_approvals a where a.chain_id = ${chainId} and a.block_number = page.block_number
        and a.tx_index = page.tx_index and a.owner = ${address} order by a.log_index limit ${sql.lit(maxApprovals)}) as a
      left join index_tokens k on k.chain_id = ${chainId} and k.address = a.token) as approved on true
    order by page.mined_at desc, page.block_number desc, page.tx_index desc`.execute(db)
  return rows
}

const hex = (column: string) => sql`'0x' || encode(${sql.ref(column)}, 'hex')`
