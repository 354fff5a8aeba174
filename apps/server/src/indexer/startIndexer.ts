import type { Kysely } from 'kysely'
import type { Chains } from '../chains/createChains.ts'
import type { ServerChain } from '../chains/serverChain.ts'
import type { Schema } from '../db/schema.ts'
import type { Log } from '../log/createLog.ts'
import type { Retries } from '../process/createRetries.ts'
import type { Rpc } from '../rpc/createRpc.ts'
import { followChain } from './followChain.ts'
import type { IndexerMetrics } from './indexerMetrics.ts'

type IndexerOptions = {
  /** Its pool needs a connection for each chain: a chain that is followed keeps one. */
  db: Kysely<Schema>
  chains: Pick<Chains, 'watch'>
  rpc: Rpc
  log: Log
  metrics: IndexerMetrics
  retries: Retries
  pollMs?: number | undefined
  backBlocks?: number | undefined
  forgetDays?: number | undefined
}

/** Follows every EVM chain of the list, including later ones; servers on one database split the chains. */
export function startIndexer({ chains, rpc, ...options }: IndexerOptions): { stop(): Promise<void> } {
  const running = new Map<string, { stop: AbortController; ended: Promise<void> }>()

  function start(chain: ServerChain) {
    if (chain.namespace !== 'eip155') return
    const before = running.get(chain.id)
    before?.stop.abort()
    const stop = new AbortController()
    const ended = (before?.ended ?? Promise.resolve()).then(() =>
      followChain({ ...options, chain, rpc: rpc(chain.id), signal: stop.signal }),
    )
    running.set(chain.id, { stop, ended })
  }

  const unwatch = chains.watch(start)
  return {
    async stop() {
      unwatch()
      for (const { stop } of running.values()) stop.abort()
      await Promise.all([...running.values()].map(({ ended }) => ended))
    },
  }
}
