import { setTimeout as sleep } from 'node:timers/promises'
import { smartAccountContracts } from '@billfold/protocol/embedded/smartAccount'
import { type Kysely, sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import { decodeFunctionResult, encodeFunctionData, type Hex, parseEther } from 'viem'
import type { OpenDatabase } from '../db/openDatabase.ts'
import type { Schema } from '../db/schema.ts'
import { mapConcurrently } from '../indexer/mapConcurrently.ts'
import type { Log } from '../log/createLog.ts'
import { describeError } from '../log/describeError.ts'
import { createRetries, type Retries, runSteps } from '../process/createRetries.ts'
import { hexOfBuffer, type Relayer } from './createRelayer.ts'
import { entryPointAbi } from './entryPointAbi.ts'
import { type OperationRow, sendAgain, settleOperation } from './settleOperations.ts'
import { type LogRanges, settleExpired } from './settleSponsorships.ts'
import type { SmartChain } from './smartChain.ts'
import { deleteOldSponsorships } from './sponsorships.ts'

type Deps = { db: Kysely<Schema>; relayer: Relayer; log: Log; retries: Retries; ranges: LogRanges }

const rowsPerPage = 200
/** Chains that are tracked at a time. */
const maxChains = 8
const pauseMs = 2_000
const balancesEveryMs = 60_000
const cleanUpEveryMs = 60_000
const keptDays = 90
const lowBalance = parseEther('0.05')

/** Checks every unfinished operation and reservation of a chain once: mined, lost, stuck, expired. */
export async function followOnce(deps: Deps, chain: SmartChain): Promise<void> {
  const { db, retries, ranges } = deps
  // Without a node every row would fail, and each would still back off when the node returns.
  await chain.rpc.call('eth_blockNumber', [])
  for (let after: Pick<OperationRow, 'relayer_nonce' | 'hash'> = { relayer_nonce: '-1', hash: Buffer.alloc(0) }; ; ) {
    const rows = await db
      .selectFrom('user_operations')
      .selectAll()
      .where('chain_id', '=', chain.id)
      .where('is_final', '=', false)
      .where(sql<boolean>`(relayer_nonce, hash) > (${after.relayer_nonce}, ${after.hash})`)
      .orderBy('relayer_nonce')
      .orderBy('hash')
      .limit(rowsPerPage)
      .execute()
    for (const row of rows)
      await retries.run(`${chain.id}/${hexOfBuffer(row.hash)}`, async () =>
        sendAgain(deps, chain, await settleOperation(deps, chain, row)),
      )
    const last = rows.at(-1)
    if (!last || rows.length < rowsPerPage) break
    after = last
  }
  await settleExpired(db, chain, retries, ranges)
}

/** Balances of the relayer and the paymaster, in the chain's smallest unit. */
async function readBalances({ relayer }: Deps, chain: SmartChain): Promise<{ relayer: bigint; paymaster?: bigint }> {
  const own = BigInt(await chain.rpc.call<Hex>('eth_getBalance', [relayer.address, 'latest']))
  if (!chain.paymaster) return { relayer: own }
  const data = encodeFunctionData({ abi: entryPointAbi, functionName: 'balanceOf', args: [chain.paymaster] })
  const answer = await chain.rpc.call<Hex>('eth_call', [{ to: smartAccountContracts.entryPoint, data }, 'latest'])
  return {
    relayer: own,
    paymaster: decodeFunctionResult({ abi: entryPointAbi, functionName: 'balanceOf', data: answer }),
  }
}

// Any fixed number, the same for every server.
const lockId = 4_102_000_004

/** Tracks operations to their end until stopped, one server at a time; logs a failure, and retries in the next pass. */
export function followOperations(
  options: Omit<Deps, 'retries' | 'ranges'> & {
    chains: () => SmartChain[]
    register: Registry
    /** Runs over a connection that keeps its session: the lock belongs to that. */
    inSession?: OpenDatabase['inSession'] | undefined
    sponsorshipDays?: number | undefined
  },
): {
  stop(): Promise<void>
} {
  const { db, log, chains, register, inSession = (run) => db.connection().execute(run) } = options
  const retries = createRetries({ loop: 'operations', register, log })
  const deps = { ...options, retries, ranges: new Map() }
  const balances = new Gauge({
    name: 'smart_account_balance',
    help: 'What the relayer and the paymaster have left to pay with, in whole coins',
    labelNames: ['chain', 'of'],
    registers: [register],
  })
  let cleanedAt = Number.NEGATIVE_INFINITY
  const leaving = new AbortController()
  const passes = new Map<string, Promise<void>>()
  const startedAt = new Map<string, number>()

  async function watchBalances(chain: SmartChain): Promise<void> {
    for (const [of, balance] of Object.entries(await readBalances(deps, chain))) {
      balances.set({ chain: chain.id, of }, Number(balance) / 1e18)
      if (balance < lowBalance)
        log.error({ chain: chain.id, of, balance: String(balance) }, 'smart account balance low')
    }
  }

  async function watchAllBalances(): Promise<void> {
    while (!leaving.signal.aborted) {
      await mapConcurrently(chains(), maxChains, (chain) => watchBalances(chain).catch(say(chain)))
      await pause(balancesEveryMs)
    }
  }

  async function turn(): Promise<void> {
    if (chains().length === 0) return
    await inSession(async (own) => {
      const lock = await sql<{ isOurs: boolean }>`select pg_try_advisory_lock(${sql.lit(lockId)}) as "isOurs"`.execute(
        own,
      )
      if (!lock.rows[0]?.isOurs) return
      try {
        await followAll(own)
      } finally {
        await sql`select pg_advisory_unlock(${sql.lit(lockId)})`.execute(own)
      }
    })
  }

  /** Starts passes until none is running: a chain whose node is slow misses turns, the others do not. */
  async function followAll(own: Kysely<Schema>): Promise<void> {
    do {
      startPasses(own)
      await Promise.race([Promise.all(passes.values()), pause(pauseMs)])
      if (performance.now() - cleanedAt > cleanUpEveryMs) {
        cleanedAt = performance.now()
        await deleteOldOperations(own, retries, options.sponsorshipDays)
      }
    } while (passes.size > 0 && !leaving.signal.aborted)
    await Promise.all(passes.values())
  }

  function startPasses(own: Kysely<Schema>): void {
    const byLastStart = chains().toSorted((a, b) => (startedAt.get(a.id) ?? 0) - (startedAt.get(b.id) ?? 0))
    for (const chain of byLastStart) {
      if (passes.size >= maxChains) return
      if (passes.has(chain.id)) continue
      startedAt.set(chain.id, performance.now())
      const pass = followOnce({ ...deps, db: own }, chain)
        .catch(say(chain))
        .finally(() => passes.delete(chain.id))
      passes.set(chain.id, pass)
    }
  }
  const pause = (ms: number) => sleep(ms, undefined, { ref: false, signal: leaving.signal }).catch(() => {})
  const say = (chain: SmartChain) => (e: unknown) =>
    log.warn({ chain: chain.id, error: describeError(e) }, 'could not track operations')

  async function followUntilStopped(): Promise<void> {
    while (!leaving.signal.aborted) {
      await turn().catch((e) => log.warn({ error: describeError(e) }, 'could not track operations'))
      await pause(pauseMs)
    }
  }
  const running = [followUntilStopped(), watchAllBalances()]
  return {
    stop: async () => {
      leaving.abort()
      await Promise.all(running)
    },
  }
}

/** Deletes operations and reservations that no limit counts any more. */
export const deleteOldOperations = (db: Kysely<Schema>, retries: Retries, sponsorshipDays = keptDays): Promise<void> =>
  runSteps(retries, {
    'delete user_operations': () =>
      sql`delete from user_operations where is_final and created_at < now() - ${`${keptDays} days`}::interval`.execute(
        db,
      ),
    'delete sponsorships': () => deleteOldSponsorships(db, sponsorshipDays),
  })
