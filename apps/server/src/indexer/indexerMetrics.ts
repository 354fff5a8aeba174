import { Counter, Gauge, type Registry } from 'prom-client'

export type IndexerMetrics = ReturnType<typeof createIndexerMetrics>

/** The indexer's progress by chain. Only the server that follows a chain has numbers for it. */
export function createIndexerMetrics(register: Registry) {
  const labelNames = ['chain'] as const
  const registers = [register]
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames, registers })
  const counter = (name: string, help: string) => new Counter({ name, help, labelNames, registers })
  const holds = gauge('indexer_holds_chain', '1 on the server that follows the chain')
  const head = gauge('indexer_head_block', "The newest block of the chain's node")
  const lag = gauge('indexer_lag_blocks', 'Blocks that the node has and the index has not')
  const headAge = gauge('indexer_head_age_seconds', 'How old the newest block of the node is')
  return {
    transfers: counter('indexer_transfers_total', 'Transfers written'),
    rollbacks: counter('indexer_rollbacks_total', 'Times that blocks were taken back because the chain has others now'),
    failures: counter('indexer_failures_total', 'Steps that failed and were tried again'),
    untraced: counter(
      'indexer_untraced_blocks_total',
      'Blocks kept without internal transfers: the node would not trace',
    ),
    took: (chain: string) => holds.set({ chain }, 1),
    /** Removes the numbers of a chain that another server follows. */
    left(chain: string) {
      holds.set({ chain }, 0)
      for (const each of [head, lag, headAge]) each.remove({ chain })
    },
    reached(chain: string, step: { next: number; head: number; headMinedAt: number }) {
      head.set({ chain }, step.head)
      lag.set({ chain }, Math.max(0, step.head + 1 - step.next))
      headAge.set({ chain }, Math.max(0, Math.round(Date.now() / 1000) - step.headMinedAt))
    },
  }
}
