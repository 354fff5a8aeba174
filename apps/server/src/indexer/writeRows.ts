import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { IndexRows } from './indexRows.ts'

type Db = Kysely<Schema>
type Row = Record<string, bigint | number | string | boolean | null>
/** Columns of a table and their fields in a row: `[column, type, field]`. */
type Columns = readonly (readonly [column: string, type: string, field: string])[]

const place: Columns = [
  ['block_number', 'bigint', 'block'],
  ['tx_index', 'integer', 'txIndex'],
]
const tables: Record<keyof IndexRows, { table: string; columns: Columns }> = {
  blocks: {
    table: 'index_blocks',
    columns: [
      ['number', 'bigint', 'number'],
      ['hash', 'bytea', 'hash'],
      ['mined_at', 'bigint', 'minedAt'],
      ['is_empty', 'boolean', 'isEmpty'],
    ],
  },
  transactions: {
    table: 'index_transactions',
    columns: [
      ...place,
      ['hash', 'bytea', 'hash'],
      ['sender', 'bytea', 'sender'],
      ['recipient', 'bytea', 'recipient'],
      ['value', 'numeric', 'value'],
      ['nonce', 'bigint', 'nonce'],
      ['succeeded', 'boolean', 'succeeded'],
      ['mined_at', 'bigint', 'minedAt'],
      ['selector', 'bytea', 'selector'],
    ],
  },
  transfers: {
    table: 'index_transfers',
    columns: [
      ...place,
      ['log_index', 'integer', 'logIndex'],
      ['part', 'integer', 'part'],
      ['kind', 'smallint', 'kind'],
      ['token', 'bytea', 'token'],
      ['sender', 'bytea', 'sender'],
      ['recipient', 'bytea', 'recipient'],
      ['token_id', 'numeric', 'tokenId'],
      ['amount', 'numeric', 'amount'],
    ],
  },
  approvals: {
    table: 'index_approvals',
    columns: [
      ...place,
      ['log_index', 'integer', 'logIndex'],
      ['token', 'bytea', 'token'],
      ['owner', 'bytea', 'owner'],
      ['spender', 'bytea', 'spender'],
      ['amount', 'numeric', 'amount'],
      ['token_id', 'numeric', 'tokenId'],
    ],
  },
  swaps: {
    table: 'index_swaps',
    columns: [
      ...place,
      ['log_index', 'integer', 'logIndex'],
      ['protocol', 'smallint', 'protocol'],
      ['pool', 'bytea', 'pool'],
      ['recipient', 'bytea', 'recipient'],
      ['amount0', 'numeric', 'amount0'],
      ['amount1', 'numeric', 'amount1'],
    ],
  },
  activity: {
    table: 'index_activity',
    columns: [...place, ['address', 'bytea', 'address'], ['mined_at', 'bigint', 'minedAt']],
  },
}

/** Inserts rows in one statement per table; existing ones stay unchanged. Call it within a transaction. */
export async function writeRows(tx: Db, chainId: number, rows: IndexRows): Promise<void> {
  for (const [name, { table, columns }] of Object.entries(tables) as [keyof IndexRows, (typeof tables)['blocks']][])
    await insert(tx, chainId, table, columns, rows[name])
  const tokens = tokensOf(rows)
  if (tokens.length > 0) await insert(tx, chainId, 'index_tokens', tokenColumns, tokens)
}

const tokenColumns: Columns = [
  ['address', 'bytea', 'address'],
  ['kind', 'smallint', 'kind'],
]

function tokensOf({ transfers, approvals }: IndexRows): Row[] {
  const kinds = new Map<string, number>()
  for (const { token, kind } of transfers) if (token) kinds.set(token, kind)
  // An approval alone does not tell a coin from an NFT, and neither does a later transfer, so it counts as a coin.
  for (const { token, tokenId } of approvals) if (!kinds.has(token)) kinds.set(token, tokenId === null ? 2 : 3)
  return [...kinds].map(([address, kind]) => ({ address, kind }))
}

/** As one JSON document: a statement has one parameter then, however many rows there are. */
async function insert(tx: Db, chainId: number, table: string, columns: Columns, rows: readonly Row[]) {
  if (rows.length === 0) return
  const fields = columns.map(([, type, field]) => ({ field, isBytes: type === 'bytea' }))
  const json = JSON.stringify(rows.map((row) => fields.map(({ field, isBytes }) => toJson(row[field], isBytes))))
  const names = sql.join(columns.map(([column]) => sql.id(column)))
  const values = sql.join(columns.map(([, type], i) => sql.raw(`(x ->> ${i})::${type}`)))
  await sql`insert into ${sql.table(table)} (chain_id, ${names})
    select ${sql.lit(chainId)}, ${values} from json_array_elements(${json}::json) as x on conflict do nothing`.execute(
    tx,
  )
}

function toJson(value: Row[string] | undefined, isBytes: boolean) {
  if (value === null || value === undefined) return null
  if (isBytes) return `\\${String(value).slice(1)}`
  return typeof value === 'bigint' ? value.toString() : value
}
