import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Limiter, Quota } from '../limits/createMemoryLimiter.ts'
import { projectNow, visitorNow } from '../limits/visitor.ts'
import { askToFollow, toBytes } from './followedAddresses.ts'
import type { Hex } from './indexRows.ts'

/** Sees to it that an address is followed; false where it is not, and will not be for this asker. Cheap to repeat. */
export type Following = (chainId: number, address: Hex) => Promise<boolean>

/** New addresses that are followed at an asker's wish. */
export type FollowQuotas = { client: Quota; project: Quota }

type Options = { db: Kysely<Schema>; limiter?: Limiter | undefined; quotas?: FollowQuotas | undefined }

/**
 * Follows what visitors ask for, so many new addresses for each and for each project: every one of them costs the operator's nodes. Who asks
 * for more is answered from what is there, and refused nothing.
 */
export function createFollowing({ db, limiter, quotas }: Options): Following {
  async function mayAdd(): Promise<boolean> {
    const [client, project] = [visitorNow(), projectNow()]
    if (!limiter || !quotas || client === undefined) return true
    if (!(await limiter.take(`follow client:${client}`, quotas.client)).isAllowed) return false
    return project === undefined || (await limiter.take(`follow project:${project}`, quotas.project)).isAllowed
  }

  return async (chainId, address) => {
    const { rows } = await sql<{
      fades: boolean
    }>`select wanted_at < now() - interval '1 day' as fades from index_addresses
      where chain_id = ${chainId} and address = ${toBytes(address)}`.execute(db)
    if (rows[0] && !rows[0].fades) return true
    return rows[0] || (await mayAdd()) ? askToFollow(db, chainId, address) : false
  }
}
