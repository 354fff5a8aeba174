import { smartAccountContracts } from '@billfold/protocol/embedded/smartAccount'
import type { UserOperation } from '@billfold/protocol/embedded/userOperation'
import { type Kysely, type Selectable, sql } from 'kysely'
import { type Hex, numberToHex, pad, toBytes } from 'viem'
import type { Schema } from '../db/schema.ts'
import { hexOfBuffer } from './createRelayer.ts'
import { type Log, operationTopic, readOperationEvent } from './operationReceipt.ts'
import { refuse } from './operationRefusal.ts'
import type { SmartAccountTables } from './smartAccountTables.ts'
import type { SmartChain } from './smartChain.ts'

type Db = Kysely<Schema>
export type Budget = Selectable<SmartAccountTables['sponsor_budgets']>

/** The budget of a project on a chain, if it has one. */
export const findBudget = (db: Db, projectId: string, chainId: string): Promise<Budget | undefined> =>
  db
    .selectFrom('sponsor_budgets')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('chain_id', '=', chainId)
    .executeTakeFirst()

/** Gives a project a budget on a chain, or another one than before. */
export async function setBudget(db: Db, budget: Budget): Promise<void> {
  const { project_id, chain_id, ...terms } = budget
  await db
    .insertInto('sponsor_budgets')
    .values(budget)
    .onConflict((conflict) => conflict.columns(['project_id', 'chain_id']).doUpdateSet(terms))
    .execute()
}

/** What of a budget is promised or spent in its current period. */
export async function usedOf(
  db: Db,
  { project_id, chain_id, period }: Pick<Budget, 'project_id' | 'chain_id' | 'period'>,
) {
  const { rows } = await sql<{ used: string }>`select coalesce(sum(cost), 0)::text as used from sponsorships
    where project_id = ${project_id} and chain_id = ${chain_id} and status <> 'released'
      and (${period} = 'ever' or created_at >= date_trunc(${period === 'ever' ? 'day' : period}, now(), 'UTC'))`.execute(
    db,
  )
  return BigInt(rows[0]?.used ?? 0)
}

type Reservation = {
  chainId: string
  projectId: string
  op: Pick<UserOperation, 'sender' | 'nonce'>
  cost: bigint
  validUntil: bigint
  fromBlock: bigint
}

/**
 * Takes the most that an operation can cost from its project's budget, or refuses by name. One nonce is counted once however often it
 * is asked for: at most one operation with it is ever run.
 */
export function reserve(db: Db, { chainId, projectId, op, cost, validUntil, fromBlock }: Reservation): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const budget = await tx
      .selectFrom('sponsor_budgets')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('chain_id', '=', chainId)
      .forUpdate()
      .executeTakeFirst()
    if (!budget) throw refuse('notSponsored', 'Operations of this project on this chain are not sponsored.')
    const sender = Buffer.from(toBytes(op.sender))
    const same = await tx
      .selectFrom('sponsorships')
      .selectAll()
      .where('chain_id', '=', chainId)
      .where('sender', '=', sender)
      .where('nonce', '=', String(op.nonce))
      .executeTakeFirst()
    if (same?.status === 'spent')
      throw refuse('notSponsored', 'The operation with this nonce was sponsored and has run.')
    if (same?.status === 'open' && same.project_id !== projectId)
      throw refuse('notSponsored', 'Another project sponsors the operation with this nonce.')
    const counted = same?.status === 'open' ? BigInt(same.cost) : 0n
    const more = cost > counted ? cost - counted : 0n
    if ((await usedOf(tx, budget)) + more > BigInt(budget.budget))
      throw refuse('notSponsored', `The sponsorship budget ${ends[budget.period]} is used up.`)
    if (!same) await checkDay(tx, budget, sender)
    const row = {
      project_id: projectId,
      status: 'open' as const,
      cost: String(counted > cost ? counted : cost),
      valid_until: String(validUntil),
    }
    await tx
      .insertInto('sponsorships')
      .values({ chain_id: chainId, sender, nonce: String(op.nonce), from_block: String(fromBlock), ...row })
      .onConflict((conflict) => conflict.columns(['chain_id', 'sender', 'nonce']).doUpdateSet(row))
      .execute()
  })
}

const ends = { day: 'for today', month: 'for this month', ever: 'of this project' } as const

async function checkDay(tx: Db, budget: Budget, sender: Buffer): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from sponsorships
    where project_id = ${budget.project_id} and chain_id = ${budget.chain_id} and sender = ${sender}
      and status <> 'released' and created_at > now() - interval '1 day'`.execute(tx)
  if ((rows[0]?.count ?? 0) >= budget.operations_per_day)
    throw refuse('notSponsored', `This account had its ${budget.operations_per_day} sponsored operations of the day.`)
}

/** Puts what an operation did cost in place of what it might have. */
export async function markSpent(db: Db, chainId: string, op: Pick<UserOperation, 'sender' | 'nonce'>, cost: bigint) {
  await db
    .updateTable('sponsorships')
    .set({ status: 'spent', cost: String(cost) })
    .where('chain_id', '=', chainId)
    .where('sender', '=', Buffer.from(toBytes(op.sender)))
    .where('nonce', '=', String(op.nonce))
    .execute()
}

/**
 * Frees what was promised and can no longer be used. Others may have put the operation on chain, so the entry point's own logs decide,
 * not whether it came through here.
 */
export async function settleExpired(db: Db, chain: SmartChain): Promise<void> {
  if (!chain.paymaster) return
  const { timestamp } = await chain.rpc.call<{ timestamp: Hex }>('eth_getBlockByNumber', ['pending', false])
  const expired = await db
    .selectFrom('sponsorships')
    .selectAll()
    .where('chain_id', '=', chain.id)
    .where('status', '=', 'open')
    .where('valid_until', '<', String(BigInt(timestamp)))
    .limit(50)
    .execute()
  for (const { sender, nonce, from_block } of expired) {
    const filter = {
      address: smartAccountContracts.entryPoint,
      fromBlock: numberToHex(BigInt(from_block)),
      toBlock: 'latest',
      topics: [operationTopic, null, pad(hexOfBuffer(sender)), pad(chain.paymaster)],
    }
    const logs = await chain.rpc.call<Log[]>('eth_getLogs', [filter])
    const ran = logs.map(readOperationEvent).find((event) => event.nonce === BigInt(nonce))
    if (ran) await markSpent(db, chain.id, { sender: hexOfBuffer(sender), nonce: BigInt(nonce) }, ran.actualGasCost)
    else
      await db
        .updateTable('sponsorships')
        .set({ status: 'released' })
        .where('chain_id', '=', chain.id)
        .where('sender', '=', sender)
        .where('nonce', '=', nonce)
        .where('status', '=', 'open')
        .where('valid_until', '<', String(BigInt(timestamp)))
        .execute()
  }
}
