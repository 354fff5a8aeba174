import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { toBytes } from '../../indexer/followedAddresses.ts'
import type { Hex } from '../../indexer/indexRows.ts'

/** How many of an account's newest transactions are searched. */
const maxTransactions = 20_000

/** The recipients of an address's own transactions, the newest first: what others sent it costs nothing. */
export async function readPaid(
  db: Kysely<Schema>,
  query: { chainId: number; address: Hex; limit: number },
): Promise<Hex[]> {
  const { chainId, limit } = query
  const address = toBytes(query.address)
  const { rows } = await sql<{ recipient: Hex }>`with own as materialized (
      select mined_at, block_number, tx_index from index_transactions
      where chain_id = ${chainId} and sender = ${address} and succeeded
      order by block_number desc, tx_index desc limit ${sql.lit(maxTransactions)})
    select '0x' || encode(x.recipient, 'hex') as recipient from own
    join index_transfers x on x.chain_id = ${chainId} and x.block_number = own.block_number and x.tx_index = own.tx_index
      and x.sender = ${address} and x.recipient <> ${address} and x.amount > 0
    group by x.recipient order by max(own.mined_at) desc limit ${limit}`.execute(db)
  return rows.map(({ recipient }) => recipient)
}
