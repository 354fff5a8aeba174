import { randomBytes } from 'node:crypto'
import type { OnrampAsset, OnrampOrder, OnrampStatus } from '@billfold/protocol/api/onramp'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { addressKey } from '@billfold/protocol/sameAddress'
import type { Kysely, Selectable } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { applyReport, type Change } from './applyReport.ts'
import type { Report } from './onrampProvider.ts'
import type { OnrampTables } from './onrampTables.ts'

export type OrderRow = Selectable<OnrampTables['onramp_orders']>
type NewOrder = {
  projectId: string
  provider: string
  asset: OnrampAsset
  address: string
  currency: string
  method: string
  pays: string
}
const unfinished: OnrampStatus[] = ['created', 'paid', 'sent']

/** Purchases in the database. */
export function createOrders(db: Kysely<Schema>, now: () => Date) {
  const find = (id: string): Promise<OrderRow | undefined> =>
    db.selectFrom('onramp_orders').selectAll().where('id', '=', id).executeTakeFirst()

  return {
    find,

    findByReference: (provider: string, reference: string): Promise<OrderRow | undefined> =>
      db
        .selectFrom('onramp_orders')
        .selectAll()
        .where('provider', '=', provider)
        .where('reference', '=', reference)
        .executeTakeFirst(),

    async add({ projectId, asset, ...order }: NewOrder): Promise<OrderRow> {
      const at = now()
      return db
        .insertInto('onramp_orders')
        .values({
          // 256 bits as a credential, 128 as a reference.
          ...{ id: randomBytes(32).toString('base64url'), reference: randomBytes(16).toString('hex'), ...order },
          ...{ project_id: projectId, asset: JSON.stringify(asset), status: 'created' },
          address_key: addressKey(asset.chainId as CaipNetworkId, order.address),
          ...{ provider_order: null, gets: null, hash: null, reason: null },
          ...{ made_at: at, changed_at: at, looked_at: at },
        })
        .returningAll()
        .executeTakeFirstOrThrow()
    },

    /** Deletes an order that no one has seen. */
    async drop(id: string): Promise<void> {
      await db.deleteFrom('onramp_orders').where('id', '=', id).execute()
    },

    /** Stores the provider's response to the new order. A webhook may have been faster: its values stay. */
    async begun(
      id: string,
      { providerOrder, gets }: { providerOrder?: string | undefined; gets?: string | undefined },
    ) {
      if (providerOrder !== undefined)
        await db.updateTable('onramp_orders').set({ provider_order: providerOrder }).where('id', '=', id).execute()
      if (gets !== undefined)
        await db.updateTable('onramp_orders').set({ gets }).where('id', '=', id).where('gets', 'is', null).execute()
    },

    /** Claims the next status request for an order; false if there just was one. */
    async takeLook(id: string, sinceMs: number): Promise<boolean> {
      const taken = await db
        .updateTable('onramp_orders')
        .set({ looked_at: now() })
        .where('id', '=', id)
        .where('looked_at', '<=', new Date(now().getTime() - sinceMs))
        .where('status', 'in', [...unfinished, 'expired', 'failed'])
        .executeTakeFirst()
      return taken.numUpdatedRows > 0n
    },

    /** Applies a report, one at a time for each order. `unknown` if it is about none of ours. */
    async apply(provider: string, report: Report, fixesSum: boolean): Promise<Change | 'unknown' | undefined> {
      const { reference, providerOrder } = report
      if (reference === undefined && providerOrder === undefined) return 'unknown'
      return db.transaction().execute(async (tx) => {
        const query = tx.selectFrom('onramp_orders').selectAll().where('provider', '=', provider)
        const named =
          reference === undefined
            ? query.where('provider_order', '=', providerOrder!)
            : query.where('reference', '=', reference)
        const row = await named.forUpdate().executeTakeFirst()
        if (!row) return 'unknown'
        const change = applyReport(row, report, fixesSum)
        if (!change) return undefined
        const { mismatch: _, ...columns } = change
        await tx
          .updateTable('onramp_orders')
          .set({ ...columns, changed_at: now() })
          .where('id', '=', row.id)
          .execute()
        return change
      })
    },

    /** Unfinished orders of an account since a time, newest first. */
    openFor: (projectId: string, address: string, place: CaipNetworkId, since: Date, limit: number) =>
      db
        .selectFrom('onramp_orders')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('address_key', '=', addressKey(place, address))
        .where('status', 'in', unfinished)
        .where('made_at', '>', since)
        .orderBy('made_at', 'desc')
        .limit(limit)
        .execute(),

    /** Orders sent to an account, newest first: only what its chain shows anyway. */
    sentTo: (projectId: string, address: string, place: CaipNetworkId, limit: number): Promise<OrderRow[]> =>
      db
        .selectFrom('onramp_orders')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('address_key', '=', addressKey(place, address))
        .where('hash', 'is not', null)
        .orderBy('changed_at', 'desc')
        .limit(limit)
        .execute(),
  }
}
export type Orders = ReturnType<typeof createOrders>

/** An order as its buyer sees it. */
export const describeOrder = (row: OrderRow): OnrampOrder => ({
  ...{ id: row.id, provider: row.provider, status: row.status, asset: row.asset, address: row.address },
  ...{ currency: row.currency, pays: row.pays, gets: row.gets, hash: row.hash, reason: row.reason },
  madeAt: row.made_at.toISOString(),
  changedAt: row.changed_at.toISOString(),
})
