import { type Kysely, sql } from 'kysely'

/** Collectibles by who has or had them: an account with a long history is asked for the few that it holds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The kinds are ERC-721 and ERC-1155: of all that moves on a chain, a small part.
  for (const side of ['recipient', 'sender'])
    await sql`create index ${sql.ref(`index_transfers_nfts_by_${side}`)}
      on index_transfers (chain_id, ${sql.ref(side)}) where kind in (3, 4)`.execute(db)
}
