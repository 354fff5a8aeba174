import { cleanText } from '@billfold/protocol/cleanText'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Retries } from '../process/createRetries.ts'
import { toText, toUint } from './abiWords.ts'
import type { LeasedWrite } from './createChainLeases.ts'
import { restingOf, toBytes } from './followedAddresses.ts'
import type { Hex } from './indexRows.ts'
import { mapConcurrently } from './mapConcurrently.ts'
import { callResult } from './nodeAnswers.ts'
import { isPermanentError, type QueryNode } from './queryNode.ts'

const selectors = { name: '0x06fdde03', symbol: '0x95d89b41', decimals: '0x313ce567' } as const
/** Tokens per request. */
const batch = 20
/** Enough for any name that can be shown: a contract that returns megabytes runs out first. */
const gas = '0x7a120'
/** No real token has more decimals. */
const maxDecimals = 77

/** Reads the names of newly seen contracts; returns how many. A failed one is retried by itself. */
export async function nameTokens(
  { db, write }: { db: Kysely<Schema>; write: LeasedWrite },
  ask: QueryNode,
  chainId: number,
  retries: Retries,
): Promise<number> {
  const beginning = `eip155:${chainId} name `
  const failed = retries.failed(beginning).map(({ name: address, isResting }) => ({ address, isResting }))
  const { rows } = await sql<{ address: Hex; kind: number }>`select '0x' || encode(address, 'hex') as address, kind
    from index_tokens where chain_id = ${chainId} and name is null
      and not '0x' || encode(address, 'hex') = any (${restingOf(failed)}::text[])
    order by '0x' || encode(address, 'hex') = any (${failed.map(({ address }) => address)}::text[])
    limit ${sql.lit(batch)}`.execute(db)
  const named = await mapConcurrently(rows, 4, ({ address, kind }) =>
    retries.run(beginning + address, async () => {
      const name = cleanText(toText(await read(ask, address, selectors.name)), 80)
      const symbol = cleanText(toText(await read(ask, address, selectors.symbol)), 24)
      const decimals = kind === 2 ? readDecimals(await read(ask, address, selectors.decimals)) : null
      await write((tx) =>
        sql`update index_tokens set name = ${name}, symbol = ${symbol}, decimals = ${decimals}
          where chain_id = ${chainId} and address = ${toBytes(address)}`.execute(tx),
      )
    }),
  )
  // Pages that show them must be read again.
  if (named.includes(true))
    await write((tx) => sql`update index_chains set updated_at = now() where chain_id = ${chainId}`.execute(tx))
  return rows.length
}

/** A contract without a name returns nothing, or reverts. */
async function read(ask: QueryNode, to: Hex, data: Hex): Promise<Hex> {
  try {
    return await ask(callResult, 'eth_call', [{ to, data, gas }, 'latest'])
  } catch (e) {
    if (isPermanentError(e)) return '0x'
    throw e
  }
}

function readDecimals(data: Hex): number | null {
  const value = data.length === 66 ? toUint(data) : undefined
  return value !== undefined && value <= BigInt(maxDecimals) ? Number(value) : null
}
