import type { Registry } from 'prom-client'
import type { Chains } from '../chains.ts'
import { type DatabaseSettings, openDatabase } from '../db/openDatabase.ts'
import { describeError, type Log } from '../log.ts'
import type { Rpc } from '../rpc/createRpc.ts'
import { createIndexerMetrics } from './indexerMetrics.ts'
import { startIndexer } from './startIndexer.ts'

/** Connections at most: one for each chain that is followed here, opened when it is. */
const mostChains = 64
/** Taking back a deep fork is one statement on much data. */
const statementTimeoutMs = 120_000

/** Runs the indexer on connections of its own: however busy it is, requests do not wait for it. */
export function runIndexer(options: {
  database: DatabaseSettings
  chains: Chains
  rpc: Rpc
  register: Registry
  log: Log
}): { stop(): Promise<void> } {
  const { chains, rpc, log } = options
  const settings = { ...options.database, poolSize: mostChains, statementTimeoutMs }
  const database = openDatabase(settings, (e) => log.warn({ error: describeError(e) }, 'indexer connection lost'))
  const metrics = createIndexerMetrics(options.register)
  const indexer = startIndexer({ db: database.db, chains, rpc, log, metrics })
  return {
    async stop() {
      await indexer.stop()
      await database.close()
    },
  }
}
