import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { type AskNode, NodeAnswerError } from './askNode.ts'
import { decodeBlock, emptyRows, type Followed, type WholeBlock } from './decodeBlock.ts'
import { findFork, isOnNode, storedAtOrBelow } from './findFork.ts'
import type { Hex } from './indexRows.ts'
import { header } from './nodeAnswers.ts'
import type { BlockReader } from './readBlocks.ts'
import { rollBack } from './rollBack.ts'
import { writeRows } from './writeRows.ts'

/** Blocks at the head that a follower remembers in any case: no chain we know undoes more. */
export const reorgWindow = 128
/** Target rows per step: fewer waste round trips, more use too much memory. */
const rowsWanted = 10_000
const mostBlocks = 256

export type Follower = {
  db: Kysely<Schema>
  ask: AskNode
  read: BlockReader
  chainId: number
  /** Everything is kept from here on; without it, only what concerns followed addresses, from near the head on. */
  startBlock?: number | undefined
  wrappedNative?: Hex | undefined
  /** How many of the newest blocks are remembered even if nothing happened in them. */
  window: number
  /** How many blocks the next step reads; grows and shrinks with what is in them. */
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
  /** The block it went back to, where it had to. */
  rolledBackTo?: number
}

type Cursor = { next: number; wholeFrom: number | null }

/** Reads the cursor, or begins one. */
export async function openCursor({ db, ask, chainId, startBlock, window }: Follower): Promise<Cursor> {
  const found = await readCursor(db, chainId)
  if (!found) {
    const { number: head } = await ask(header, 'eth_getBlockByNumber', ['latest', false])
    const next = startBlock ?? Math.max(0, head - window + 1)
    await sql`insert into index_chains (chain_id, next_block, whole_from, head_block)
      values (${chainId}, ${next}, ${startBlock ?? null}, ${head}) on conflict do nothing`.execute(db)
  } else if ((found.wholeFrom === null) !== (startBlock === undefined))
    // The operator changed their mind: what was kept stays, and from here on it is the other way.
    await sql`update index_chains set whole_from = ${startBlock === undefined ? null : found.next}
      where chain_id = ${chainId}`.execute(db)
  const cursor = await readCursor(db, chainId)
  if (!cursor) throw new Error('A cursor that was written is not there.')
  return cursor
}

export async function readCursor(db: Kysely<Schema>, chainId: number): Promise<Cursor | undefined> {
  const { rows } = await sql<{ next_block: string; whole_from: string | null }>`select next_block, whole_from
    from index_chains where chain_id = ${chainId}`.execute(db)
  const [row] = rows
  return row && { next: Number(row.next_block), wholeFrom: row.whole_from === null ? null : Number(row.whole_from) }
}

/** Goes to where a chain is followed from, near its head, without reading what is before it. */
export async function skipAhead({ db, ask, chainId, window }: Follower): Promise<Step> {
  const head = await ask(header, 'eth_getBlockByNumber', ['latest', false])
  const { rows } = await sql<{ next_block: string }>`update index_chains set head_block = ${head.number},
    updated_at = now(), next_block = greatest(next_block, ${Math.max(0, head.number - window + 1)})
    where chain_id = ${chainId} returning next_block`.execute(db)
  const headMinedAt = Number(head.timestamp)
  // Nothing is wanted, so nothing is missing.
  return { next: Math.max(Number(rows[0]?.next_block), head.number + 1), head: head.number, headMinedAt, transfers: 0 }
}

/** One step along the chain: reads the next blocks and keeps them with the cursor, or goes back to where histories part. */
export async function followStep(follower: Follower, followed: Followed): Promise<Step> {
  const { db, ask, chainId } = follower
  const cursor = await readCursor(db, chainId)
  if (!cursor) throw new Error('The chain has no cursor.')
  const { next } = cursor
  const head = await ask(header, 'eth_getBlockByNumber', ['latest', false])
  const done = { head: head.number, headMinedAt: Number(head.timestamp), transfers: 0 }

  const last = await storedAtOrBelow(db, chainId, Math.min(next - 1, head.number))
  if (head.number < next) {
    // A node that is behind is waited for; one that says something else about a block we know is believed.
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
  await db.transaction().execute(async (tx) => {
    await writeRows(tx, chainId, rows)
    const { numAffectedRows } = await sql`update index_chains set next_block = ${reached}, head_block = ${head.number},
      updated_at = now() where chain_id = ${chainId} and next_block = ${next}`.execute(tx)
    if (numAffectedRows !== 1n) throw new NodeAnswerError('Another server has gone on with this chain.')
    await sql`delete from index_blocks where chain_id = ${chainId} and is_empty
      and number < ${reached - follower.window} and number >= ${next - follower.window}`.execute(tx)
  })
  const size = rows.transactions.length + rows.transfers.length + rows.activity.length
  if (size > rowsWanted * 2) follower.blocks = Math.max(1, follower.blocks >> 1)
  else if (size < rowsWanted && blocks.length === follower.blocks)
    follower.blocks = Math.min(mostBlocks, follower.blocks * 2)
  return { ...done, next: reached, transfers: rows.transfers.length }
}

/** The next blocks: those read ahead, unless someone is followed now who was not then. */
function readNext(follower: Follower, next: number, head: number, followed: Followed): Promise<WholeBlock[]> {
  const { ahead } = follower
  follower.ahead = undefined
  if (ahead?.from === next && ahead.followed === sizeOf(followed)) return ahead.blocks
  return follower.read(next, Math.min(head, next + follower.blocks - 1), followed)
}

function readAhead(follower: Follower, from: number, head: number, followed: Followed) {
  const blocks = follower.read(from, Math.min(head, from + follower.blocks - 1), followed)
  // Whether it failed is seen by the step that wants it; until then no one listens.
  blocks.catch(() => {})
  follower.ahead = { from, followed: sizeOf(followed), blocks }
}

const sizeOf = (followed: Followed) => (followed === 'everyone' ? -1 : followed.size)

async function goBack(
  { db, ask, chainId }: Follower,
  { wholeFrom }: Cursor,
  highest: number,
  done: Omit<Step, 'next'>,
): Promise<Step> {
  const agreed = await findFork(db, ask, chainId, highest)
  const fork = agreed ?? (await beforeEverything(db, chainId, wholeFrom))
  await rollBack(db, chainId, fork)
  return { ...done, next: fork + 1, rolledBackTo: fork }
}

/** Nothing agrees: another chain stands there now, and it is read from where this one was. */
async function beforeEverything(db: Kysely<Schema>, chainId: number, wholeFrom: number | null): Promise<number> {
  if (wholeFrom !== null) return wholeFrom - 1
  const { rows } = await sql<{ oldest: string | null }>`select min(number) as oldest from index_blocks
    where chain_id = ${chainId}`.execute(db)
  return Number(rows[0]?.oldest ?? 0) - 1
}
