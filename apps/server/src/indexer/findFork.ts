import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Schema } from '../db/schema.ts'
import { toHex } from './createLogReader.ts'
import type { Hex } from './indexRows.ts'
import { header } from './nodeAnswers.ts'
import type { QueryNode } from './queryNode.ts'

/**
 * The highest block up to `highest` that index and node agree on; undefined if there is none. Histories that parted
 * never meet again, so after a few steps of growing length it bisects: a few requests suffice even for a chain that
 * started over.
 */
export async function findFork(
  db: Kysely<Schema>,
  ask: QueryNode,
  chainId: number,
  highest: number,
): Promise<number | undefined> {
  let agreed: number | undefined
  let low = -1
  let high = highest + 1
  for (let step = 1; high > 0; step *= 2) {
    const block = await storedAtOrBelow(db, chainId, Math.max(0, high - step))
    if (!block) break
    if (await isOnNode(ask, block)) {
      agreed = low = block.number
      break
    }
    high = block.number
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    const block = await storedAtOrBelow(db, chainId, middle)
    if (!block || block.number <= low) low = middle
    else if (await isOnNode(ask, block)) {
      agreed = block.number
      low = middle
    } else high = block.number
  }
  return agreed
}

/** Whether the node has this very block. */
export async function isOnNode(ask: QueryNode, block: { number: number; hash: Hex }): Promise<boolean> {
  const current = await ask(z.nullable(header), 'eth_getBlockByNumber', [toHex(block.number), false])
  return current?.hash === block.hash
}

/** The nearest block at or below a number whose hash is kept. */
export async function storedAtOrBelow(db: Kysely<Schema>, chainId: number, number: number) {
  const { rows } = await sql<{ number: string; hash: Hex }>`select number, '0x' || encode(hash, 'hex') as hash
    from index_blocks where chain_id = ${chainId} and number <= ${number} order by number desc limit 1`.execute(db)
  return rows[0] && { number: Number(rows[0].number), hash: rows[0].hash }
}
