import { sql } from 'kysely'
import type { LeasedWrite } from './createChainLeases.ts'
import type { ReadLogs } from './createLogReader.ts'
import { decodeBlock, emptyRows } from './decodeBlock.ts'
import { eventTopics } from './eventTopics.ts'
import { toBytes, type Waiting } from './followedAddresses.ts'
import type { Hex } from './indexRows.ts'
import { mapConcurrently } from './mapConcurrently.ts'
import { NodeResponseError } from './queryNode.ts'
import type { BlockReader } from './readBlocks.ts'
import { writeRows } from './writeRows.ts'

/** Blocks searched at once, and how many of the matching ones are read at once. */
const span = 100_000
const maxHits = 100
/** The most blocks read for one address. */
const maxBlocksRead = 5_000

/**
 * Searches a stretch of an address's past, the newest first, by the logs that name it, and stores the results with the
 * progress. Returns the block that it reached.
 */
export async function backfillStep(
  {
    write,
    read,
    readLogs,
    chainId,
    wrappedNative,
  }: { write: LeasedWrite; read: BlockReader; readLogs: ReadLogs; chainId: number; wrappedNative?: Hex | undefined },
  { address, before, floor }: Waiting,
): Promise<number> {
  const from = Math.max(floor, before - span)
  const hits = await findBlocks(readLogs, address, from, before - 1)
  const chosen = hits.slice(-maxHits)
  const reached = chosen.length < hits.length ? (chosen[0] ?? from) : from
  const only = new Set([address])
  const rows = emptyRows()
  for (const [block] of await mapConcurrently(chosen, 4, (number) => read(number, number, only))) {
    if (!block) throw new NodeResponseError('The node has no block for a log that it returned.')
    decodeBlock(block, only, wrappedNative, rows)
  }
  await write(async (tx) => {
    const { rows: kept } = await sql<{ number: string; hash: Hex }>`select number, '0x' || encode(hash, 'hex') as hash
      from index_blocks where chain_id = ${chainId} and number = any (${chosen}::bigint[])`.execute(tx)
    const hashes = new Map(kept.map(({ number, hash }) => [Number(number), hash]))
    if (rows.blocks.some(({ number, hash }) => (hashes.get(number) ?? hash) !== hash))
      throw new NodeResponseError('The chain was reorganized: the follower must handle that first.')
    await writeRows(tx, chainId, rows)
    // Enough for one address: a longer past is a business's, and its oldest entries are not worth another thousand
    // calls.
    await sql`update index_addresses set backfilled_to = ${reached}, backfill_read = backfill_read + ${chosen.length},
        backfill_floor = case when backfill_read + ${chosen.length} >= ${sql.lit(maxBlocksRead)} then ${reached} else backfill_floor end,
        asked_by = case when ${reached} > backfill_floor then asked_by end
      where chain_id = ${chainId} and address = ${toBytes(address)} and backfilled_to = ${before}`.execute(tx)
  })
  return reached
}

/** The numbers of the blocks whose logs name an address in a place that matters, in order. */
async function findBlocks(readLogs: ReadLogs, address: Hex, from: number, to: number): Promise<number[]> {
  const { transfer, transferSingle, transferBatch, approval, approvalForAll, permit2Approval, deposit, withdrawal } =
    eventTopics
  const word: Hex = `0x${address.slice(2).padStart(64, '0')}`
  const many = [transferSingle, transferBatch]
  const filters = [
    [[transfer, approval, approvalForAll, permit2Approval, deposit, withdrawal], word],
    [[transfer, ...many], null, word],
    [many, null, null, word],
  ]
  const numbers = new Set<number>()
  for (const topics of filters)
    for (const { blockNumber } of await readLogs(from, to, { topics })) numbers.add(blockNumber)
  return [...numbers].sort((a, b) => a - b)
}
