import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** The smart accounts' part of the database. Amounts and nonces come as text: they do not fit into a double. */
export type SmartAccountTables = {
  user_operations: {
    chain_id: string
    hash: Buffer
    project_id: string
    sender: Buffer
    nonce: string
    operation: ColumnType<Record<string, unknown>, string, string>
    relayer: Buffer
    relayer_nonce: string
    transactions: Buffer[]
    raw_transaction: Buffer
    status: 'sent' | 'mined' | 'failed'
    receipt: ColumnType<Record<string, unknown> | null, string | null, string | null>
    is_final: Generated<boolean>
    relayer_cost: ColumnType<string | null, string | null | undefined, string | null>
    created_at: Generated<Date>
    sent_at: Generated<Date>
  }
  sponsor_budgets: {
    project_id: string
    chain_id: string
    budget: string
    period: 'day' | 'month' | 'ever'
    most_per_operation: string
    operations_per_day: number
    targets: Buffer[] | null
    spent_before: Generated<string>
  }
  sponsorships: {
    id: GeneratedAlways<string>
    chain_id: string
    sender: Buffer
    nonce: string
    project_id: string
    status: 'open' | 'spent' | 'released'
    cost: string
    valid_until: string
    from_block: string
    created_at: Generated<Date>
  }
}
