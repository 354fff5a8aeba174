import type { Generated } from 'kysely'
import type { SwapProtocol, TransferKind } from './indexRows.ts'

// Whole numbers of eight bytes and amounts come as text: they do not fit into a double.
type Big = string
type BlockPosition = { chain_id: Big; block_number: Big; tx_index: number }

/** The indexer's tables: its data, and its progress. */
export type IndexTables = {
  index_chains: {
    chain_id: Big
    next_block: Big
    whole_from: Big | null
    head_block: Big
    updated_at: Generated<Date>
  }
  index_blocks: { chain_id: Big; number: Big; hash: Buffer; mined_at: Big; is_empty: boolean }
  index_addresses: {
    chain_id: Big
    address: Buffer
    asked_at: Generated<Date>
    followed_from: Big | null
    backfilled_to: Big | null
    wanted_at: Generated<Date>
    backfill_floor: Generated<Big>
    backfill_read: Generated<number>
    asked_by: number | null
  }
  index_transactions: BlockPosition & {
    hash: Buffer
    sender: Buffer
    recipient: Buffer | null
    value: Big
    nonce: Big
    succeeded: boolean
    mined_at: Big
    selector: Buffer | null
  }
  index_transfers: BlockPosition & {
    log_index: number
    part: number
    kind: TransferKind
    token: Buffer | null
    sender: Buffer
    recipient: Buffer
    token_id: Big | null
    amount: Big
  }
  index_approvals: BlockPosition & {
    log_index: number
    token: Buffer
    owner: Buffer
    spender: Buffer
    amount: Big | null
    token_id: Big | null
  }
  index_swaps: BlockPosition & {
    log_index: number
    protocol: SwapProtocol
    pool: Buffer
    recipient: Buffer
    amount0: Big
    amount1: Big
  }
  index_activity: BlockPosition & { address: Buffer; mined_at: Big }
  index_tokens: {
    chain_id: Big
    address: Buffer
    kind: TransferKind
    name: string | null
    symbol: string | null
    decimals: number | null
  }
}
