import type { UserOperation } from '@billfold/protocol/embedded/userOperation'
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { toBytes } from 'viem'
import type { Schema } from '../db/schema.ts'
import { refuse } from './operationRefusal.ts'
import type { SmartAccountTables } from './smartAccountTables.ts'
import { finalDepth } from './smartChain.ts'

type Db = Kysely<Schema>
export type Budget = Selectable<SmartAccountTables['sponsor_budgets']>
type Terms = Omit<Insertable<SmartAccountTables['sponsor_budgets']>, 'spent_before'>

/** Pending reservations that one account may have on a chain. */
const maxOpenPerAccount = 3
/** The budget of a project on a chain, if it has one. */
export const findBudget = (db: Db, projectId: string, chainId: string): Promise<Budget | undefined> =>
  db
    .selectFrom('sponsor_budgets')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('chain_id', '=', chainId)
    .executeTakeFirst()

/** Sets a project's budget on a chain. */
export async function setBudget(db: Db, budget: Terms): Promise<void> {
  const { project_id, chain_id, ...terms } = budget
  await db
    .insertInto('sponsor_budgets')
    .values(budget)
    .onConflict((conflict) => conflict.columns(['project_id', 'chain_id']).doUpdateSet(terms))
    .execute()
}

type Period = Pick<Budget, 'project_id' | 'chain_id' | 'period'>

/** The part of a budget that is reserved or spent in its current period, without the reservation `except`. */
export async function usedOf(
  db: Db,
  { project_id, chain_id, period }: Period,
  now = new Date(),
  except = '0',
): Promise<bigint> {
  const since = sql`date_trunc(${period === 'ever' ? 'day' : period}, ${now}::timestamptz, 'UTC')`
  const { rows } = await sql<{ used: string }>`select (
      (select coalesce(sum(cost), 0) from sponsorships
        where project_id = ${project_id} and chain_id = ${chain_id} and status <> 'released' and id <> ${except}
          and (${period} = 'ever' or created_at >= ${since}))
      + coalesce((select spent_before from sponsor_budgets
        where project_id = ${project_id} and chain_id = ${chain_id} and ${period} = 'ever'), 0)
    )::text as used`.execute(db)
  return BigInt(rows[0]?.used ?? 0)
}

type Reservation = {
  chainId: string
  projectId: string
  op: Pick<UserOperation, 'sender' | 'nonce'>
  cost: bigint
  validUntil: bigint
  /** The chain's latest block. */
  head: bigint
}

/**
 * Reserves the maximum cost of an operation, or rejects it with a reason. Only one operation with a nonce can run, so a
 * pending reservation for the same nonce is renewed: it counts once, at the higher cost, from now on.
 */
export function reserve(db: Db, reservation: Reservation, now = new Date()): Promise<void> {
  const { chainId, projectId, op, validUntil, head } = reservation
  // A reorganization may put the operation into an earlier block.
  const fromBlock = head > finalDepth ? head - finalDepth : 0n
  return db.transaction().execute(async (tx) => {
    const budget = await tx
      .selectFrom('sponsor_budgets')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('chain_id', '=', chainId)
      .forUpdate()
      .executeTakeFirst()
    if (!budget) throw refuse('notSponsored', 'This project does not sponsor operations on this chain.')
    const sender = Buffer.from(toBytes(op.sender))
    const same = await tx
      .selectFrom('sponsorships')
      .selectAll()
      .where('chain_id', '=', chainId)
      .where('sender', '=', sender)
      .where('nonce', '=', String(op.nonce))
      .where('status', '<>', 'released')
      .forUpdate()
      .executeTakeFirst()
    if (same?.status === 'spent')
      throw refuse('notSponsored', 'The operation with this nonce was sponsored and has already run.')
    if (same && same.project_id !== projectId) throw refuse('notSponsored', otherProject)
    // The earlier signature can still be used, at its own cost.
    const cost = same && BigInt(same.cost) > reservation.cost ? BigInt(same.cost) : reservation.cost
    if ((await usedOf(tx, budget, now, same?.id)) + cost > BigInt(budget.budget))
      throw refuse('notSponsored', `The sponsorship budget ${ends[budget.period]} is used up.`)
    const terms = { cost: String(cost), valid_until: String(validUntil), created_at: now }
    if (same) {
      const last = BigInt(same.valid_until) > validUntil ? same.valid_until : terms.valid_until
      await tx
        .updateTable('sponsorships')
        .set({ ...terms, valid_until: last })
        .where('id', '=', same.id)
        .execute()
      return
    }
    await checkAccount(tx, budget, sender, now)
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('sponsorships')
      .values({
        ...terms,
        chain_id: chainId,
        sender,
        nonce: String(op.nonce),
        from_block: String(fromBlock),
        project_id: projectId,
        status: 'open',
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    // Another project's reservation was written at the same moment.
    if (numInsertedOrUpdatedRows === 0n) throw refuse('notSponsored', otherProject)
  })
}

const otherProject = 'Another project sponsors the operation with this nonce.'
const ends = { day: 'for today', month: 'for this month', ever: 'of this project' } as const

/** Every reservation of the day counts, even if it was never used: otherwise one account could lock the whole budget for free. */
async function checkAccount(tx: Db, budget: Budget, sender: Buffer, now: Date): Promise<void> {
  const { rows } = await sql<{ today: number; open: number }>`select
      count(*) filter (where project_id = ${budget.project_id} and created_at > ${now}::timestamptz - interval '1 day')::int as today,
      count(*) filter (where status = 'open')::int as open
    from sponsorships where chain_id = ${budget.chain_id} and sender = ${sender}`.execute(tx)
  const { today, open } = rows[0]!
  if (today >= budget.operations_per_day)
    throw refuse(
      'notSponsored',
      `This account has used its ${budget.operations_per_day} sponsored operations for today.`,
    )
  if (open >= maxOpenPerAccount)
    throw refuse('notSponsored', `This account has ${maxOpenPerAccount} sponsored operations pending: send one first.`)
}

/** Replaces the maximum cost of an operation with its actual cost. */
export async function markSpent(db: Db, chainId: string, op: Pick<UserOperation, 'sender' | 'nonce'>, cost: bigint) {
  await db
    .updateTable('sponsorships')
    .set({ status: 'spent', cost: String(cost) })
    .where('chain_id', '=', chainId)
    .where('sender', '=', Buffer.from(toBytes(op.sender)))
    .where('nonce', '=', String(op.nonce))
    .where('status', '=', 'open')
    .execute()
}

/** Deletes reservations older than `days`, which no day or month counts any more; budgets without a period keep their sum. */
export async function deleteOldSponsorships(db: Db, days: number, now = new Date()): Promise<void> {
  await sql`with gone as (
      delete from sponsorships where status <> 'open' and created_at < ${now}::timestamptz - ${`${days} days`}::interval
      returning project_id, chain_id, case status when 'spent' then cost else 0 end as cost
    ), sums as (select project_id, chain_id, sum(cost) as cost from gone group by project_id, chain_id)
    update sponsor_budgets b set spent_before = spent_before + sums.cost
      from sums where b.project_id = sums.project_id and b.chain_id = sums.chain_id`.execute(db)
}
