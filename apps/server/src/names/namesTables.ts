import type { NameAttributes } from '@billfold/protocol/api/signedName'
import type { ColumnType } from 'kysely'

/** The names' tables. */
export type NamesTables = {
  names: {
    parent: string
    label: string
    skeleton: string
    owner: Buffer
    /** The chain of a contract; null for a key, which owns its names from every chain. */
    owner_chain: ColumnType<string | null, string | null, string | null>
    /** Numbers as text: PostgreSQL's exceed a double. */
    coin_types: ColumnType<string[], string[], string[]>
    attributes: ColumnType<NameAttributes, string, string>
    registered_at: Date
    updated_at: Date
    released_at: Date | null
  }
  name_addresses: {
    parent: string
    label: string
    coin_type: string
    address: string | null
    signed_at: Date
    created_at: Date
  }
}
