import { setTimeout as sleep } from 'node:timers/promises'
import type { UserOperation } from '@billfold/protocol/embedded/userOperation'
import { type Kysely, sql } from 'kysely'
import { type Hex, toBytes } from 'viem'
import type { Schema } from '../db/schema.ts'
import type { Log } from '../log/createLog.ts'
import { checkAuthorization } from './checkOperation.ts'
import type { Relayer } from './createRelayer.ts'
import { transactionGasOf } from './gasCost.ts'
import { refuse } from './operationRefusal.ts'
import { settleOperation } from './settleOperations.ts'
import { checkAccount, probeCallGas, simulateBundle } from './simulateOperation.ts'
import type { SmartChain } from './smartChain.ts'

export type AdmissionDeps = { db: Kysely<Schema>; relayer: Relayer; log: Log }

/** How long an operation waits for the previous one of its account. */
const patienceMs = 5_000
/** Bundles that may revert on chain before an account is locked for a day: the relayer paid for each. */
const maxFailed = 3

/** Runs an operation without sending it, in the state that earlier ones of its account leave. */
export async function admitOperation(
  deps: AdmissionDeps,
  chain: SmartChain,
  op: UserOperation,
  signal: AbortSignal,
): Promise<void> {
  const { relayer } = deps
  const sender = Buffer.from(toBytes(op.sender))
  await checkPast(deps, chain, sender)
  await checkLosses(deps, chain)
  await afterEarlier(deps, chain, sender, signal)
  const [code, nonce, block, tip] = await Promise.all([
    chain.rpc.call<Hex>('eth_getCode', [op.sender, 'latest'], signal),
    chain.rpc.call<Hex>('eth_getTransactionCount', [op.sender, 'latest'], signal),
    chain.rpc.call<{ baseFeePerGas: Hex }>('eth_getBlockByNumber', ['pending', false], signal),
    chain.rpc.call<Hex>('eth_maxPriorityFeePerGas', [], signal),
  ])
  await checkAuthorization(op, chain.chainId, BigInt(nonce))
  const account = checkAccount(op, chain, code)
  checkFees(op, BigInt(block.baseFeePerGas), BigInt(tip))
  await simulateBundle(chain, op, { relayer: relayer.address, gas: transactionGasOf(op, relayer.address), signal })
  await probeCallGas(chain, op, account.code, { cap: op.callGasLimit, signal })
}

async function checkPast({ db }: AdmissionDeps, chain: SmartChain, sender: Buffer): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from user_operations
    where chain_id = ${chain.id} and sender = ${sender} and status = 'failed' and created_at > now() - interval '1 day'`.execute(
    db,
  )
  if ((rows[0]?.count ?? 0) >= maxFailed)
    throw refuse('throttled', 'Too many operations from this account failed on chain today: try again tomorrow.')
}

/** Accounts are free, so their total failures are limited as well. */
async function checkLosses({ db, log }: AdmissionDeps, chain: SmartChain): Promise<void> {
  const { rows } = await sql<{
    lost: string
  }>`select coalesce(sum(relayer_cost), 0)::text as lost from user_operations
    where chain_id = ${chain.id} and relayer_cost is not null and created_at > now() - interval '1 day'`.execute(db)
  if (BigInt(rows[0]?.lost ?? 0) < chain.maxLossPerDay) return
  log.error({ chain: chain.id, lost: rows[0]?.lost }, 'relayer lost its limit for a day')
  throw refuse('unavailable', `Too many operations failed on ${chain.name} today: try again tomorrow.`)
}

/** Runs an account's operations one at a time: each is checked against the state that the previous one leaves. */
async function afterEarlier(
  deps: AdmissionDeps,
  chain: SmartChain,
  sender: Buffer,
  signal: AbortSignal,
): Promise<void> {
  const end = Date.now() + patienceMs
  for (;;) {
    const rows = await deps.db
      .selectFrom('user_operations')
      .selectAll()
      .where('chain_id', '=', chain.id)
      .where('sender', '=', sender)
      .where('status', '=', 'sent')
      .execute()
    let waiting = 0
    for (const row of rows) if ((await settleOperation(deps, chain, row)).status === 'sent') waiting++
    if (waiting === 0) return
    if (Date.now() > end) throw refuse('throttled', 'An earlier operation from this account is still pending.')
    await sleep(250, undefined, { signal })
  }
}

/**
 * The operation's fees pay the relayer, and every later transaction of the relayer waits for this one: it must be mined
 * at once, even if the base fee climbs for two blocks. Nodes differ in the tips that they suggest, so half of it is
 * enough.
 */
function checkFees(op: UserOperation, baseFee: bigint, tip: bigint): void {
  const minTip = tip / 2n
  if (op.maxPriorityFeePerGas < minTip)
    throw refuse('invalid', `maxPriorityFeePerGas is too low: it must be at least ${minTip}.`)
  const minFee = baseFee + baseFee / 4n + minTip
  if (op.maxFeePerGas < minFee) throw refuse('invalid', `maxFeePerGas is too low: it must be at least ${minFee}.`)
}
