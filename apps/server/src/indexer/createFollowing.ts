import { widestNetworkOf } from '@billfold/protocol/rateLimitKey'
import { type Kysely, sql } from 'kysely'
import { hashOf } from '../caches/hashOf.ts'
import type { Schema } from '../db/schema.ts'
import type { Limiter, Quota } from '../limits/createMemoryLimiter.ts'
import { takeForClient } from '../limits/takeForClient.ts'
import { currentProject, currentVisitor } from '../limits/visitor.ts'
import { requestFollowing, toBytes } from './followedAddresses.ts'
import type { Hex } from './indexRows.ts'

/** Makes sure that an address is indexed; false if it is not, and will not be for this caller. Cheap to repeat. */
export type Following = (chainId: number, address: Hex) => Promise<boolean>

/** Quotas of new addresses that are indexed on request. */
export type FollowQuotas = { client: Quota; project: Quota }

type Options = { db: Kysely<Schema>; limiter?: Limiter | undefined; quotas?: FollowQuotas | undefined }

/** Addresses are counted this often: one by one they would be read for every new one. */
const countMs = 60_000
/** The part of a client's quota that its project always has room for. */
const firstPart = 10

/**
 * Starts indexing the addresses that visitors request, up to a quota of new ones per visitor and project, since each
 * costs the operator's nodes. Half of a project's quota is for each network's first addresses, so that others leave
 * something to latecomers. Beyond the quota, answers come from existing data, and nothing is rejected.
 */
export function createFollowing({ db, limiter, quotas }: Options): Following {
  async function mayAdd(): Promise<boolean> {
    const [client, project] = [currentVisitor(), currentProject()]
    if (!limiter || !quotas || client === undefined) return true
    if (!(await takeForClient(limiter, 'follow client:', client, quotas.client)).isAllowed) return false
    if (project === undefined) return true
    const half = { ...quotas.project, limit: Math.ceil(quotas.project.limit / 2) }
    const first = { ...quotas.client, limit: Math.max(1, Math.floor(quotas.client.limit / firstPart)) }
    const isFirst = (await limiter.take(`follow first:${project} ${widestNetworkOf(client)}`, first)).isAllowed
    if (isFirst && (await limiter.take(`follow firsts:${project}`, half)).isAllowed) return true
    return (await limiter.take(`follow project:${project}`, half)).isAllowed
  }

  /** When a chain last had room for more addresses. */
  const roomAt = new Map<number, number>()

  async function add(chainId: number, address: Hex): Promise<boolean> {
    const now = performance.now()
    const hasRoom = now - (roomAt.get(chainId) ?? Number.NEGATIVE_INFINITY) < countMs
    const isFollowed = await requestFollowing(db, chainId, address, requesterNow(), hasRoom)
    if (isFollowed && !hasRoom) roomAt.set(chainId, now)
    return isFollowed
  }

  return async (chainId, address) => {
    const { rows } = await sql<{
      fades: boolean
    }>`select wanted_at < now() - interval '1 day' as fades from index_addresses
      where chain_id = ${chainId} and address = ${toBytes(address)}`.execute(db)
    if (rows[0] && !rows[0].fades) return true
    return rows[0] || (await mayAdd()) ? add(chainId, address) : false
  }
}

/** Identifies the visitor's network when requesters take turns, without revealing it. */
function requesterNow(): number | null {
  const client = currentVisitor()
  return client === undefined ? null : hashOf(widestNetworkOf(client)).readInt16BE(0)
}
