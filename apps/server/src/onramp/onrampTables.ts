import type { OnrampAsset, OnrampStatus } from '@billfold/protocol/api/onramp'
import type { ColumnType } from 'kysely'

/** The purchases' tables. */
export type OnrampTables = {
  onramp_orders: {
    id: string
    project_id: string
    provider: string
    reference: string
    provider_order: string | null
    status: OnrampStatus
    asset: ColumnType<OnrampAsset, string, string>
    address: string
    /** Identifies the address, however it is written. */
    address_key: string
    currency: string
    method: string
    pays: string
    gets: string | null
    hash: string | null
    reason: string | null
    made_at: Date
    changed_at: Date
    looked_at: Date
  }
}
