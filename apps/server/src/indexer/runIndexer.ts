import type { Registry } from 'prom-client'
import type { Chains } from '../chains/createChains.ts'
import { type DatabaseSettings, openDatabase } from '../db/openDatabase.ts'
import type { Log } from '../log/createLog.ts'
import { describeError } from '../log/describeError.ts'
import { createRetries } from '../process/createRetries.ts'
import { createRpc } from '../rpc/createRpc.ts'
import { createIndexerMetrics } from './indexerMetrics.ts'
import { startIndexer } from './startIndexer.ts'

/** A full block with its calls or logs, written in hexadecimal. */
const largestAnswer = 64_000_000
/** Rolling a deep fork back is one statement on much data. */
const statementTimeoutMs = 120_000

/** Runs the indexer on its own connections to the database and to nodes, so that requests never wait for it. */
export function runIndexer(options: {
  database: DatabaseSettings
  chains: Chains
  rpcLimits: { deadlineMs: number; maxBytes: number }
  register: Registry
  log: Log
  following: { backBlocks: number; forgetDays: number }
  indexing: { connections: number; leaseMs: number }
}): { stop(): Promise<void> } {
  const { chains, log } = options
  // A block is read whole or not at all: no one who fills one may stop us.
  const { deadlineMs, maxBytes } = options.rpcLimits
  const rpc = createRpc({ chains, deadlineMs, maxBytes: Math.max(maxBytes, largestAnswer), atOnce: 16 })
  const { connections, leaseMs } = options.indexing
  const open = (poolSize: number, timeoutMs: number) =>
    openDatabase({ ...options.database, name: 'billfold indexer', poolSize, statementTimeoutMs: timeoutMs }, (e) =>
      log.warn({ error: describeError(e) }, 'indexer connection lost'),
    )
  const [database, leases] = [open(connections, statementTimeoutMs), open(1, leaseMs)]
  const metrics = createIndexerMetrics(options.register)
  const retries = createRetries({ loop: 'indexer', register: options.register, log })
  const indexer = startIndexer({
    ...{ db: database.db, leaseDb: leases.db, leaseMs, chains, rpc, log, metrics, retries },
    ...options.following,
  })
  return {
    async stop() {
      await indexer.stop()
      await Promise.all([database.close(), leases.close()])
    },
  }
}
