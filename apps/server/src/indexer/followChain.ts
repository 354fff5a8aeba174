import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { lowerHex } from '../chains/eip155/hex.ts'
import type { ServerChain } from '../chains/serverChain.ts'
import type { Schema } from '../db/schema.ts'
import type { Log } from '../log/createLog.ts'
import type { Retries } from '../process/createRetries.ts'
import type { ChainRpc } from '../rpc/createRpc.ts'
import { backfillStep } from './backfillStep.ts'
import type { LeasedWrite } from './createChainLeases.ts'
import { createLogReader } from './createLogReader.ts'
import { createTracer, type Tracer } from './createTracer.ts'
import { type Failed, nextToBackfill, noteAddresses, notedAddresses, type Turns } from './followedAddresses.ts'
import { type Follower, followStep, openCursor, readCursor, reorgWindow, skipAhead } from './followStep.ts'
import { forgetStep, nextToForget } from './forgetAddresses.ts'
import type { IndexerMetrics } from './indexerMetrics.ts'
import { nameTokens } from './nameTokens.ts'
import { blockNumber } from './nodeAnswers.ts'
import { createQueryNode, isPermanentError, NodeResponseError } from './queryNode.ts'
import { createBlockReader } from './readBlocks.ts'

export type FollowOptions = {
  db: Kysely<Schema>
  write: LeasedWrite
  chain: ServerChain
  rpc: Pick<ChainRpc, 'call'>
  log: Log
  metrics: IndexerMetrics
  /** Failures of addresses and tokens do not fail the chain. */
  retries: Retries
  signal: AbortSignal
  /** The time between polls of an idle chain. */
  pollMs: number
  onProgress: () => void
  deadlineMs?: number | undefined
  /** Blocks of an address's past to search; 0 for all. */
  backBlocks?: number | undefined
  /** Days without a request after which an address is deleted. */
  forgetDays?: number | undefined
}

/** The time between searches for addresses that no one requests any more. */
const forgetMs = 3_600_000
/** Metrics and the log name an address by this many hexadecimal digits of its SHA-256. */
const nameLength = 16

/** Indexes one chain until the signal; throws what it cannot go on after. Every write goes through `write`, which ends with the lease. */
export async function followChain(options: FollowOptions): Promise<void> {
  const { db, write, chain, log, metrics, signal, pollMs, onProgress } = options
  const chainId = Number(chain.reference)
  const ask = createQueryNode(options.rpc, signal, options.deadlineMs)
  const answered = await ask(blockNumber, 'eth_chainId', [])
  if (answered !== chainId) throw new NodeResponseError(`The node of ${chain.id} serves chain ${answered}.`)

  const readLogs = createLogReader(ask)
  const untraced = () => metrics.untraced.inc({ chain: chain.id })
  const read = createBlockReader(ask, readLogs, orWithout(createTracer(ask), untraced))
  const wrappedNative = chain.wrappedNative && lowerHex(chain.wrappedNative)
  const startBlock = chain.startBlock === undefined ? undefined : Number(chain.startBlock)
  const follower: Follower = {
    db,
    write,
    ask,
    read,
    chainId,
    startBlock,
    wrappedNative,
    window: reorgWindow,
    blocks: 16,
  }
  const { wholeFrom } = await openCursor(follower)
  const noted = wholeFrom === null ? await notedAddresses(db, chainId) : undefined
  let forgetAt = 0
  const turns: Turns = new Map()
  const rows = createAddressRows(options.retries, chain.id)

  while (!signal.aborted) {
    if (noted && performance.now() >= forgetAt) {
      const [days, gone] = [options.forgetDays ?? 30, noted]
      const address = await nextToForget(db, chainId, days, rows.failed('forget'))
      if (!address) forgetAt = performance.now() + forgetMs
      else {
        await rows.run('forget', address, async () => {
          // From its first step on nothing more is stored for it.
          const outcome = await write((tx) => forgetStep(tx, chainId, address, days))
          if (outcome !== 'wanted') gone.delete(address)
        })
      }
    }
    const next = (await readCursor(db, chainId))?.next ?? 0
    const added = await write((tx) => noteAddresses(tx, chainId, wholeFrom ?? next, options.backBlocks))
    for (const address of added) noted?.add(address)
    if (noted?.size === 0) {
      // No address is followed: new blocks concern no one, and a new address's past is searched from where it starts.
      metrics.reached(chain.id, await skipAhead(follower))
      onProgress()
      await pause(pollMs, signal)
      continue
    }
    const step = await followStep(follower, noted ?? 'everyone')
    metrics.reached(chain.id, step)
    metrics.transfers.inc({ chain: chain.id }, step.transfers)
    if (step.rolledBackTo !== undefined) {
      metrics.rollbacks.inc({ chain: chain.id })
      log.info({ chain: chain.id, from: next - 1, to: step.rolledBackTo }, 'chain reorganized: blocks rolled back')
    }
    const named = await nameTokens({ db, write }, ask, chainId, options.retries)
    const waiting = await nextToBackfill(db, chainId, turns, rows.failed('backfill'))
    if (waiting)
      await rows.run('backfill', waiting.address, () =>
        backfillStep({ write, read, readLogs, chainId, wrappedNative }, waiting),
      )
    onProgress()
    const isCaughtUp = step.next > step.head && step.rolledBackTo === undefined
    if (isCaughtUp && named === 0 && !waiting) await pause(pollMs, signal)
  }
}

/** Runs the tasks of single addresses, each with its own back-off; what fails is named by a hash, since people look for these addresses. */
function createAddressRows(retries: Retries, chain: string) {
  const failed = new Map<string, string>()
  const nameOf = (what: string, address: string) =>
    `${chain} ${what} ${createHash('sha256')
      .update(Buffer.from(address.slice(2), 'hex'))
      .digest('hex')
      .slice(0, nameLength)}`
  return {
    async run(what: string, address: string, task: () => Promise<unknown>): Promise<void> {
      const name = nameOf(what, address)
      if (await retries.run(name, task)) failed.delete(name)
      else failed.set(name, address)
    },
    /** Addresses for which this failed. */
    failed(what: string): Failed[] {
      const names = retries.failed(`${chain} ${what} `)
      return names.flatMap(({ name, isResting }) => {
        const address = failed.get(`${chain} ${what} ${name}`)
        return address === undefined ? [] : { address, isResting }
      })
    },
  }
}

/** A node that has forgotten old states cannot trace them, and some traces are too large for anyone: such blocks are kept without what only a trace tells. */
function orWithout(trace: Tracer, onMissing: () => void): Tracer {
  return async (block) => {
    try {
      return await trace(block)
    } catch (e) {
      if (!isPermanentError(e)) throw e
      onMissing()
      return new Map()
    }
  }
}

async function pause(ms: number, signal: AbortSignal) {
  // Being stopped is the one way it fails, and what callers look at next.
  await sleep(ms, undefined, { signal }).catch(() => {})
}
