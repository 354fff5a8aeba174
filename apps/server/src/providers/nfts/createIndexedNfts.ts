import type { Nft } from '@billfold/protocol/api/nfts'
import { type Kysely, sql } from 'kysely'
import { lowerHex } from '../../chains/eip155/hex.ts'
import type { ServerChain } from '../../chains/serverChain.ts'
import { type Reads, readsOf } from '../../db/createReads.ts'
import { queryDatabase } from '../../db/queryDatabase.ts'
import type { Schema } from '../../db/schema.ts'
import { createFollowing } from '../../indexer/createFollowing.ts'
import { toBytes } from '../../indexer/followedAddresses.ts'
import { type Hex, transferKinds } from '../../indexer/indexRows.ts'
import { hasSpamName } from './hasSpamName.ts'

const most = 200

/** The collectibles of an account on a chain, those that came last first. */
export type NftsOf = (chain: ServerChain, address: string) => Promise<{ nfts: Nft[]; hasMore: boolean }>

type Row = { contract: string; token_id: string; name: string | null; held: string; is_asked: boolean }

/**
 * Collectibles from our own index: what came in and did not go out. One that its holder never asked for, in a transaction that
 * someone else sent, is taken for an advertisement where its collection has no name or one that leads somewhere.
 */
export function createIndexedNfts(
  db: Kysely<Schema>,
  follow = createFollowing({ db }),
  reads: Reads = readsOf(db),
): NftsOf {
  return async (chain, written) => {
    const address = lowerHex(written as Hex)
    const chainId = Number(chain.reference)
    const rows = await queryDatabase(async () => {
      await follow(chainId, address)
      return reads((from) => readHeld(from, chainId, toBytes(address)))
    })
    return {
      nfts: rows.slice(0, most).map(({ contract, token_id, name, held, is_asked }) => ({
        contract: `${chain.id}:${contract}`,
        tokenId: token_id,
        collection: name ?? '',
        quantity: held,
        isSpam: !is_asked && hasSpamName(name ?? ''),
        isAsked: is_asked,
      })),
      hasMore: rows.length > most,
    }
  }
}

async function readHeld(db: Kysely<Schema>, chainId: number, own: Buffer): Promise<Row[]> {
  const { rows } = await sql<Row>`
      select '0x' || encode(t.token, 'hex') as contract, t.token_id::text as token_id, max(k.name) as name,
        sum(case when t.recipient = ${own} then t.amount else 0 end
          - case when t.sender = ${own} then t.amount else 0 end)::text as held,
        bool_or(x.sender = ${own}) as is_asked
      from index_transfers t
      join index_transactions x using (chain_id, block_number, tx_index)
      left join index_tokens k on k.chain_id = t.chain_id and k.address = t.token
      where t.chain_id = ${chainId} and t.kind in (${sql.lit(transferKinds.erc721)}, ${sql.lit(transferKinds.erc1155)})
        and (t.sender = ${own} or t.recipient = ${own}) and t.token_id is not null
      group by t.token, t.token_id
      having sum(case when t.recipient = ${own} then t.amount else 0 end
        - case when t.sender = ${own} then t.amount else 0 end) > 0
      order by max(x.mined_at) desc, t.token, t.token_id
      limit ${most + 1}`.execute(db)
  return rows
}
