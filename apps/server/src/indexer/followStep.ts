import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { LeasedWrite } from './createChainLeases.ts'
import { decodeBlock, emptyRows, type Followed, type WholeBlock } from './decodeBlock.ts'
import { findFork, isOnNode, storedAtOrBelow } from './findFork.ts'
import type { Hex } from './indexRows.ts'
import { header } from './nodeAnswers.ts'
import { NodeResponseError, type QueryNode } from './queryNode.ts'
import type { BlockReader } from './readBlocks.ts'
import { writeRows } from './writeRows.ts'

/** Blocks at the head that are always stored: no known chain reverts more. */
export const reorgWindow = 128
/** Target rows per step: fewer waste round trips, more use too much memory. */
const rowsWanted = 10_000
const maxBlocks = 256

export type Follower = {
  db: Kysely<Schema>
  write: LeasedWrite
  ask: QueryNode
  read: BlockReader
  chainId: number
  /** Everything is stored from this block on; without it, only followed addresses, from near the head on. */
  startBlock?: number | undefined
  wrappedNative?: Hex | undefined
  /** The number of newest blocks that are stored even if nothing happened in them. */
  window: number
  /** Blocks of the next step; adapts to their contents. */
  blocks: number
  /** Blocks being read for the next step: the node works while the database does. */
  ahead?: { from: number; followed: number; blocks: Promise<WholeBlock[]> } | undefined
}

/** The result of a step. */
export type Step = {
  next: number
  head: number
  headMinedAt: number
  transfers: number
  /** The block that it rolled back to, if it did. */
  rolledBackTo?: number
}

type Cursor = { next: number; wholeFrom: number | null }

/** Reads the cursor, or creates one. */
export async function openCursor({ db, write, ask, chainId, startBlock, window }: Follower): Promise<Cursor> {
  const position = await readCursor(db, chainId)
  if (!position) {
    const { number: head } = await ask(header, 'eth_getBlockByNumber', ['latest', false])
    const next = startBlock ?? Math.max(0, head - window + 1)
    await write((tx) =>
      sql`insert into index_chains (chain_id, next_block, whole_from, head_block)
        values (${chainId}, ${next}, ${startBlock ?? null}, ${head}) on conflict do nothing`.execute(tx),
    )
  } else if ((position.wholeFrom === null) !== (startBlock === undefined))
    // The operator changed the setting: existing data stays, and the new mode applies from here on.
    await write((tx) =>
      sql`update index_chains set whole_from = ${startBlock === undefined ? null : position.next}
        where chain_id = ${chainId}`.execute(tx),
    )
  const cursor = await readCursor(db, chainId)
  if (!cursor) throw new Error('A stored cursor is missing.')
  return cursor
}

export async function readCursor(db: Kysely<Schema>, chainId: number): Promise<Cursor | undefined> {
  const { rows } = await sql<{ next_block: string; whole_from: string | null }>`select next_block, whole_from
    from index_chains where chain_id = ${chainId}`.execute(db)
  const [row] = rows
  return row && { next: Number(row.next_block), wholeFrom: row.whole_from === null ? null : Number(row.whole_from) }
}

/** Skips to the starting block near the head, without reading earlier ones. */
export async function skipAhead({ write, ask, chainId, window }: Follower): Promise<Step> {
  const head = await ask(header, 'eth_getBlockByNumber', ['latest', false])
  const { rows } = await write((tx) =>
    sql<{ next_block: string }>`update index_chains set head_block = ${head.number},
      updated_at = now(), next_block = greatest(next_block, ${Math.max(0, head.number - window + 1)})
      where chain_id = ${chainId} returning next_block`.execute(tx),
  )
  const headMinedAt = Number(head.timestamp)
  // Nothing is followed, so nothing is missing.
  return { next: Math.max(Number(rows[0]?.next_block), head.number + 1), head: head.number, headMinedAt, transfers: 0 }
}

/** One step along the chain: reads the next blocks and keeps them with the cursor, or goes back to where histories part. */
export async function followStep(follower: Follower, followed: Followed): Promise<Step> {
  const { db, write, ask, chainId } = follower
  const cursor = await readCursor(db, chainId)
  if (!cursor) throw new Error('The chain has no cursor.')
  const { next } = cursor
  const head = await ask(header, 'eth_getBlockByNumber', ['latest', false])
  const done = { head: head.number, headMinedAt: Number(head.timestamp), transfers: 0 }

  const last = await storedAtOrBelow(db, chainId, Math.min(next - 1, head.number))
  if (head.number < next) {
    // A lagging node is waited for; a node that disagrees about a known block is right.
    const agrees = !last || (last.number === head.number ? last.hash === head.hash : await isOnNode(ask, last))
    if (agrees) return { ...done, next }
    return goBack(follower, cursor, head.number, done)
  }
  const blocks = await readNext(follower, next, head.number, followed)
  const first = blocks[0]
  if (!first) return { ...done, next }
  if (last?.number === next - 1 && first.block.parentHash !== last.hash) return goBack(follower, cursor, next - 1, done)

  const rows = emptyRows()
  for (const block of blocks) decodeBlock(block, followed, follower.wrappedNative, rows)
  const reached = next + blocks.length
  if (reached <= head.number) readAhead(follower, reached, head.number, followed)
  await write(async (tx) => {
    await writeRows(tx, chainId, rows)
    const { numAffectedRows } = await sql`update index_chains set next_block = ${reached}, head_block = ${head.number},
      updated_at = now() where chain_id = ${chainId} and next_block = ${next}`.execute(tx)
    if (numAffectedRows !== 1n) throw new NodeResponseError('Another server has already indexed these blocks.')
    await sql`delete from index_blocks where chain_id = ${chainId} and is_empty
      and number < ${reached - follower.window} and number >= ${next - follower.window}`.execute(tx)
  })
  const size = rows.transactions.length + rows.transfers.length + rows.activity.length
  if (size > rowsWanted * 2) follower.blocks = Math.max(1, follower.blocks >> 1)
  else if (size < rowsWanted && blocks.length === follower.blocks)
    follower.blocks = Math.min(maxBlocks, follower.blocks * 2)
  return { ...done, next: reached, transfers: rows.transfers.length }
}

/** The next blocks: those read ahead, unless new addresses are followed since. */
function readNext(follower: Follower, next: number, head: number, followed: Followed): Promise<WholeBlock[]> {
  const { ahead } = follower
  follower.ahead = undefined
  if (ahead?.from === next && ahead.followed === sizeOf(followed)) return ahead.blocks
  return follower.read(next, Math.min(head, next + follower.blocks - 1), followed)
}

function readAhead(follower: Follower, from: number, head: number, followed: Followed) {
  const blocks = follower.read(from, Math.min(head, from + follower.blocks - 1), followed)
  // The step that needs it handles its failure; until then no one listens.
  blocks.catch(() => {})
  follower.ahead = { from, followed: sizeOf(followed), blocks }
}

const sizeOf = (followed: Followed) => (followed === 'everyone' ? -1 : followed.size)

async function goBack(
  { db, write, ask, chainId }: Follower,
  { wholeFrom }: Cursor,
  highest: number,
  done: Omit<Step, 'next'>,
): Promise<Step> {
  const agreed = await findFork(db, ask, chainId, highest)
  const fork = agreed ?? (await beforeEverything(db, chainId, wholeFrom))
  await write((tx) => rollBack(tx, chainId, fork))
  return { ...done, next: fork + 1, rolledBackTo: fork }
}

/** No common block: the chain started over, and is read from its start. */
async function beforeEverything(db: Kysely<Schema>, chainId: number, wholeFrom: number | null): Promise<number> {
  if (wholeFrom !== null) return wholeFrom - 1
  const { rows } = await sql<{ oldest: string | null }>`select min(number) as oldest from index_blocks
    where chain_id = ${chainId}`.execute(db)
  return Number(rows[0]?.oldest ?? 0) - 1
}

/** Deletes every block above `fork`, and resumes reading after it. Call it within a transaction. */
async function rollBack(tx: Kysely<Schema>, chainId: number, fork: number): Promise<void> {
  const above = sql`chain_id = ${chainId} and block_number > ${fork}`
  for (const table of ['activity', 'swaps', 'approvals', 'transfers', 'transactions'])
    await sql`delete from ${sql.table(`index_${table}`)} where ${above}`.execute(tx)
  await sql`delete from index_blocks where chain_id = ${chainId} and number > ${fork}`.execute(tx)
  await sql`update index_chains set next_block = ${fork + 1}, updated_at = now(),
      whole_from = case when whole_from > ${fork + 1} then ${fork + 1} else whole_from end
      where chain_id = ${chainId}`.execute(tx)
  // Anyone who was followed from a block that is gone is followed from the first one that comes instead.
  await sql`update index_addresses set followed_from = least(followed_from, ${fork + 1}),
      backfilled_to = least(backfilled_to, ${fork + 1})
      where chain_id = ${chainId} and followed_from > ${fork + 1}`.execute(tx)
}
