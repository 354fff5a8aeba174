import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { runAsServer } from '../limits/visitor.ts'
import { createBatcher } from './createBatcher.ts'
import { hashOf } from './hashOf.ts'
import { createMemoryTexts, type SharedTexts } from './sharedTexts.ts'

/** Texts in PostgreSQL, for any number of servers; writes are batched. During an outage a server has only its own. */
export function createDatabaseTexts(db: Kysely<Schema>, { now = Date.now } = {}): SharedTexts {
  const own = createMemoryTexts({ now })
  const write = createBatcher((rows: readonly { key: string; value: string; until: number }[]) =>
    runAsServer(async () => {
      // The last of those under one key counts, and only one can be in a statement.
      const last = [...new Map(rows.map((row) => [row.key, row])).values()]
      await sql`insert into shared_texts (key, value, until)
      select key, value, to_timestamp(until / 1000) from unnest(${last.map(({ key }) => hashOf(key))}::bytea[],
        ${last.map(({ value }) => value)}::text[], ${last.map(({ until }) => until)}::float8[]) as t (key, value, until)
      order by key on conflict (key) do update set value = excluded.value, until = excluded.until`.execute(db)
      return rows.map(() => undefined)
    }),
  )
  const claim = createBatcher((claims: readonly { key: string; until: number }[]) =>
    runAsServer(async () => {
      // Of several with one key the first has it, as if they had come one after the other.
      const first = [...new Map(claims.toReversed().map((one) => [one.key, one])).values()]
      const { rows } = await sql<{ key: Buffer; value: string | null }>`with asked as (
        select key, to_timestamp(until / 1000) as until from unnest(${first.map(({ key }) => hashOf(key))}::bytea[],
          ${first.map(({ until }) => until)}::float8[]) as t (key, until)),
      won as (insert into shared_texts as s (key, value, until) select key, '', until from asked order by key
        on conflict (key) do update set value = '', until = excluded.until where s.until <= now() returning key)
      select asked.key, case when won.key is null then coalesce(s.value, '') end as value from asked
      left join won on won.key = asked.key left join shared_texts s on s.key = asked.key`.execute(db)
      const valuesByHash = new Map(rows.map(({ key, value }) => [key.toString('hex'), value]))
      return claims.map((one) => {
        const value = valuesByHash.get(hashOf(one.key).toString('hex'))
        return first.includes(one) && value === null ? 'ours' : value || 'taken'
      })
    }),
  )
  return {
    // Away: each server finds out for itself.
    claim: (key, until) => claim({ key, until }).catch(() => 'ours'),
    async get(key) {
      try {
        const { rows } = await sql<{ value: string }>`select value from shared_texts
          where key = ${hashOf(key)} and until > now()`.execute(db)
        return rows[0]?.value ?? (await own.get(key))
      } catch {
        // Away: what this server wrote meanwhile is all that can be known.
        return own.get(key)
      }
    },
    async set(key, value, until) {
      await write({ key, value, until }).catch(() => own.set(key, value, until))
    },
    async delete(key) {
      await own.delete(key)
      // During an outage it cannot be read there either; it expires by itself.
      await sql`delete from shared_texts where key = ${hashOf(key)}`.execute(db).catch(() => {})
    },
  }
}
