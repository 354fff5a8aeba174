import type { Kysely } from 'kysely'
import type { Chains } from '../chains/createChains.ts'
import type { ServerChain } from '../chains/serverChain.ts'
import type { Schema } from '../db/schema.ts'
import type { Log } from '../log/createLog.ts'
import { describeError } from '../log/describeError.ts'
import type { Retries } from '../process/createRetries.ts'
import type { Rpc } from '../rpc/createRpc.ts'
import { RpcError } from '../rpc/rpcError.ts'
import { type ChainLeases, createChainLeases, type Lease, LeaseLostError } from './createChainLeases.ts'
import { followChain } from './followChain.ts'
import type { IndexerMetrics } from './indexerMetrics.ts'
import { NodeResponseError } from './queryNode.ts'

type IndexerOptions = {
  /** All chains share its connections. */
  db: Kysely<Schema>
  /** For the leases: of its own, so that no chain's statement delays them. The same as `db` if absent. */
  leaseDb?: Kysely<Schema>
  chains: Pick<Chains, 'watch'>
  rpc: Rpc
  log: Log
  metrics: IndexerMetrics
  retries: Retries
  leaseMs?: number
  pollMs?: number | undefined
  backBlocks?: number | undefined
  forgetDays?: number | undefined
}
type Follower = { lease: Lease; chain: ServerChain; stop: AbortController; ended: Promise<void> }

/** Looks at leases this often within one. */
const looksPerLease = 5

/**
 * Follows every EVM chain of the list, including later ones. Processes on one database divide the chains, each of which one process has
 * at a time; a failing one is given back, and retried with backoff.
 */
export function startIndexer(options: IndexerOptions): { stop(): Promise<void> } {
  const { db, chains, log, metrics, leaseMs = 15_000 } = options
  const leases = createChainLeases({ db: options.leaseDb ?? db, leaseMs })
  const known = new Map<number, ServerChain>()
  const running = new Map<number, Follower>()
  const rests = createRests()
  let isStopped = false
  let looking = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  const look = () => {
    clearTimeout(timer)
    looking = looking
      .then(() => (isStopped ? undefined : update()))
      .catch((e) => log.warn({ error: describeError(e) }, 'chain leases failed'))
      .finally(() => {
        clearTimeout(timer)
        timer = setTimeout(look, leaseMs / looksPerLease)
      })
  }

  async function update() {
    const able = [...known.keys()].filter((chainId) => !rests.isResting(chainId))
    const { leases: held, surplus } = await leases.update(able)
    const isHeld = ({ chainId, generation }: Lease) =>
      held.some((lease) => lease.chainId === chainId && lease.generation === generation)
    for (const { lease, chain, stop } of running.values())
      if (!isHeld(lease) || lease.chainId === surplus || known.get(lease.chainId) !== chain) stop.abort()
    for (const lease of held) if (!running.has(lease.chainId)) start(lease)
  }

  function start(lease: Lease) {
    const chain = known.get(lease.chainId)
    // A lease of a chain that left the list, or of one that is resting, is given back.
    if (!chain || rests.isResting(lease.chainId) || isStopped) return void leases.release(lease).catch(() => {})
    const stop = new AbortController()
    running.set(lease.chainId, { lease, chain, stop, ended: follow(options, leases, { lease, chain, stop, rests }) })
    const follower = running.get(lease.chainId)!
    follower.ended = follower.ended.finally(() => {
      running.delete(lease.chainId)
      metrics.left(chain.id)
    })
  }

  const unwatch = chains.watch((chain) => {
    if (chain.namespace !== 'eip155') return
    known.set(Number(chain.reference), chain)
    look()
  })
  return {
    async stop() {
      isStopped = true
      unwatch()
      await looking
      clearTimeout(timer)
      for (const { stop } of running.values()) stop.abort()
      await Promise.all([...running.values()].map(({ ended }) => ended))
      await leases.leave().catch(() => {}) // it expires
    },
  }
}

type Rests = ReturnType<typeof createRests>
type Following = Pick<Follower, 'lease' | 'chain' | 'stop'> & { rests: Rests }

/** Follows a chain until its lease ends, its follower fails or is stopped; then gives the lease back. */
async function follow(options: IndexerOptions, leases: ChainLeases, { lease, chain, stop, rests }: Following) {
  const { db, log, metrics, rpc, pollMs = chain.isLocal ? 500 : 3_000 } = options
  try {
    metrics.took(chain.id)
    await followChain({
      ...{ ...options, chain, pollMs, write: leases.writeOn(db, lease), rpc: rpc(chain.id), signal: stop.signal },
      onProgress: () => rests.end(lease.chainId),
    })
  } catch (e) {
    if (stop.signal.aborted) return
    if (e instanceof LeaseLostError) return log.warn({ chain: chain.id }, 'another process took over a chain')
    rests.begin(lease.chainId, pollMs)
    metrics.failures.inc({ chain: chain.id })
    const why = e instanceof NodeResponseError || e instanceof RpcError ? { reason: e.message.slice(0, 200) } : {}
    log.warn({ chain: chain.id, error: describeError(e), ...why }, 'indexing a chain failed')
  } finally {
    await leases.release(lease).catch(() => {}) // it expires
  }
}

/** Chains that failed rest for longer and longer, until one makes progress. */
function createRests(now: () => number = () => performance.now()) {
  const rests = new Map<number, { failures: number; until: number }>()
  return {
    isResting: (chainId: number) => (rests.get(chainId)?.until ?? 0) > now(),
    begin(chainId: number, pollMs: number) {
      const failures = (rests.get(chainId)?.failures ?? 0) + 1
      rests.set(chainId, { failures, until: now() + Math.min(30_000, pollMs * 2 ** Math.min(failures, 10)) })
    },
    end: (chainId: number) => rests.delete(chainId),
  }
}
