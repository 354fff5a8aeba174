import { type Kysely, sql } from 'kysely'
import { Registry } from 'prom-client'
import type { Schema } from '../src/db/schema.ts'
import { backfillStep } from '../src/indexer/backfillStep.ts'
import type { LeasedWrite } from '../src/indexer/createChainLeases.ts'
import { createLogReader } from '../src/indexer/createLogReader.ts'
import { createTracer } from '../src/indexer/createTracer.ts'
import { nextToBackfill, noteAddresses, notedAddresses } from '../src/indexer/followedAddresses.ts'
import { followStep, openCursor, readCursor, reorgWindow, type Step } from '../src/indexer/followStep.ts'
import type { Hex } from '../src/indexer/indexRows.ts'
import { nameTokens } from '../src/indexer/nameTokens.ts'
import { createQueryNode } from '../src/indexer/queryNode.ts'
import { createBlockReader } from '../src/indexer/readBlocks.ts'
import { createLog } from '../src/log/createLog.ts'
import { createRetries } from '../src/process/createRetries.ts'
import type { ChainRpc } from '../src/rpc/createRpc.ts'

/** Follows a chain one step at a time, for tests that must know when it is done. */
export function createTestFollower(
  db: Kysely<Schema>,
  rpc: Pick<ChainRpc, 'call'>,
  {
    chainId,
    startBlock,
    wrappedNative,
    window = reorgWindow,
    back = 0,
  }: { chainId: number; startBlock?: number; wrappedNative?: Hex | undefined; window?: number; back?: number },
) {
  const ask = createQueryNode(rpc, new AbortController().signal)
  const readLogs = createLogReader(ask)
  const read = createBlockReader(ask, readLogs, createTracer(ask))
  const retries = createRetries({ loop: 'indexer', register: new Registry(), log: createLog('silent') })
  const write: LeasedWrite = (task) => db.transaction().execute(task)
  const follower = { db, write, ask, read, chainId, startBlock, wrappedNative, window, blocks: 16 }
  return {
    /** Runs until there is nothing new, and returns its steps. */
    async catchUp(): Promise<Step[]> {
      const { wholeFrom } = await openCursor(follower)
      const steps: Step[] = []
      for (;;) {
        const next = (await readCursor(db, chainId))?.next ?? 0
        await noteAddresses(db, chainId, wholeFrom ?? next, back)
        const step = await followStep(follower, wholeFrom === null ? await notedAddresses(db, chainId) : 'everyone')
        steps.push(step)
        const named = await nameTokens({ db, write }, ask, chainId, retries)
        const waiting = await nextToBackfill(db, chainId)
        if (waiting) await backfillStep({ ...follower, readLogs }, waiting)
        if (step.next > step.head && step.rolledBackTo === undefined && named === 0 && !waiting) return steps
        if (steps.length > 10_000) throw new Error('The follower does not finish.')
      }
    },
  }
}

/** All stored data of a chain, in order and without its id: equal contents are equal values. */
export async function contentsOf(db: Kysely<Schema>, chainId: number) {
  const contents: Record<string, unknown> = {}
  for (const table of ['transactions', 'transfers', 'approvals', 'swaps', 'activity']) {
    const { rows } = await sql<{ row: unknown }>`select to_jsonb(t) - 'chain_id' as row
      from ${sql.table(`index_${table}`)} t where chain_id = ${chainId} order by (to_jsonb(t) - 'chain_id')::text`.execute(
      db,
    )
    contents[table] = rows.map(({ row }) => row)
  }
  return contents
}
