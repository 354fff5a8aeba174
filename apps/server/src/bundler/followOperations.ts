import { smartAccountContracts } from '@billfold/protocol/embedded/smartAccount'
import { type Kysely, sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import { decodeFunctionResult, encodeFunctionData, type Hex, parseEther } from 'viem'
import type { Schema } from '../db/schema.ts'
import type { Log } from '../log/createLog.ts'
import { describeError } from '../log/describeError.ts'
import type { Relayer } from './createRelayer.ts'
import { entryPointAbi } from './entryPointAbi.ts'
import { sendAgain, settleOperation } from './settleOperations.ts'
import type { SmartChain } from './smartChain.ts'
import { settleExpired } from './sponsorships.ts'

type Deps = { db: Kysely<Schema>; relayer: Relayer; log: Log }

const pauseMs = 2_000
const balancesEveryMs = 60_000
const keptDays = 90
const lowBalance = parseEther('0.05')

/** Looks once at everything on a chain that is not over yet: mined, lost, stuck, expired. */
export async function followOnce(deps: Deps, chain: SmartChain): Promise<void> {
  const open = await deps.db
    .selectFrom('user_operations')
    .selectAll()
    .where('chain_id', '=', chain.id)
    .where('is_final', '=', false)
    .orderBy('relayer_nonce')
    .limit(200)
    .execute()
  for (const row of open) await sendAgain(deps, chain, await settleOperation(deps, chain, row))
  await settleExpired(deps.db, chain)
}

/** What the relayer and the paymaster have left, in the chain's smallest unit. */
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

// Any fixed number will do, as long as every server uses the same one.
const lockId = 4_102_000_004

/** Follows operations to their end until it is stopped, one server at a time; a failure is said, and the next turn tries again. */
export function followOperations(deps: Deps & { chains: () => SmartChain[]; register: Registry }): {
  stop(): Promise<void>
} {
  const { db, log, chains } = deps
  const balances = new Gauge({
    name: 'smart_account_balance',
    help: 'What the relayer and the paymaster have left to pay with, in whole coins',
    labelNames: ['chain', 'of'],
    registers: [deps.register],
  })
  let balancesAt = 0
  let isStopped = false

  async function watchBalances(chain: SmartChain): Promise<void> {
    for (const [of, balance] of Object.entries(await readBalances(deps, chain))) {
      balances.set({ chain: chain.id, of }, Number(balance) / 1e18)
      if (balance < lowBalance)
        log.error({ chain: chain.id, of, balance: String(balance) }, 'smart account balance low')
    }
  }

  async function turn(): Promise<void> {
    const isTimeForBalances = Date.now() - balancesAt > balancesEveryMs
    if (isTimeForBalances) balancesAt = Date.now()
    const followed = chains()
    for (const chain of followed) if (isTimeForBalances) await watchBalances(chain).catch(say(chain))
    if (followed.length === 0) return
    await db.connection().execute(async (own) => {
      const asked = await sql<{ isOurs: boolean }>`select pg_try_advisory_lock(${sql.lit(lockId)}) as "isOurs"`.execute(
        own,
      )
      if (!asked.rows[0]?.isOurs) return
      try {
        for (const chain of followed) await followOnce({ ...deps, db: own }, chain).catch(say(chain))
        if (isTimeForBalances)
          await sql`delete from user_operations where is_final and created_at < now() - ${`${keptDays} days`}::interval`.execute(
            own,
          )
      } finally {
        await sql`select pg_advisory_unlock(${sql.lit(lockId)})`.execute(own)
      }
    })
  }
  const say = (chain: SmartChain) => (e: unknown) =>
    log.warn({ chain: chain.id, error: describeError(e) }, 'could not track operations')

  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const run = () => {
    running = turn()
      .catch((e) => log.warn({ error: describeError(e) }, 'could not track operations'))
      .then(() => {
        if (isStopped) return
        timer = setTimeout(run, pauseMs)
        timer.unref()
      })
  }
  run()
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
