import type { Kysely } from 'kysely'
import { parseEther } from 'viem'
import type { Chains } from '../chains/createChains.ts'
import type { Schema } from '../db/schema.ts'
import type { Log } from '../log/createLog.ts'
import { describeError } from '../log/describeError.ts'
import { localProject } from '../projects/projects.ts'

/** Lets the local project sponsor on the local chains, whose coins are worthless; an existing budget stays as it is. */
export const ensureLocalBudgets = (db: Kysely<Schema>, chains: Chains, log: Log): (() => void) =>
  chains.watch((chain) => {
    if (!chain.isLocal || !chain.smartAccounts?.paymaster) return
    db.insertInto('sponsor_budgets')
      .values({
        project_id: localProject.id,
        chain_id: chain.id,
        budget: String(parseEther('50')),
        period: 'day',
        most_per_operation: String(parseEther('0.5')),
        operations_per_day: 1_000,
        targets: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
      .catch((e) => log.warn({ chain: chain.id, error: describeError(e) }, 'could not set up local sponsorship'))
  })
