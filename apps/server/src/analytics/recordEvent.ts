import { randomBytes } from 'node:crypto'
import type { TrackedEvent } from '@billfold/protocol/api/analytics'
import { KitError } from '@billfold/protocol/error'
import { type Kysely, sql } from 'kysely'
import { deferFlush } from '../db/deferFlush.ts'
import type { Schema } from '../db/schema.ts'
import { RateLimitError } from '../limits/rateLimitError.ts'
import { createByteMeter } from './createByteMeter.ts'
import { toRow, toStored } from './toRow.ts'

/** Keeps one event of a project. */
export type RecordEvent = (projectId: string, event: TrackedEvent & { sv?: string | undefined }) => Promise<void>

type Options = {
  /** The most that a project may store on a day (UTC), in bytes; further events are dropped. */
  bytesPerDay?: number
  onDropped?: () => void
}
/** Bytes of an event besides its texts, with its two index entries. */
const rowBytes = 300

/** Keeps events in our database, and tells no one else. An event that comes twice is kept once. */
export function createRecordEvent(
  db: Kysely<Schema>,
  now: () => Date = () => new Date(),
  { bytesPerDay = 1_000_000_000, onDropped }: Options = {},
): RecordEvent {
  const saltOf = createSaltOfDay(db)
  const hasRoom = createByteMeter(db, bytesPerDay)
  return async (projectId, event) => {
    try {
      const at = now()
      const { properties, ...row } = toRow(event, projectId, await saltOf(dayOf(at)))
      const text = JSON.stringify(properties)
      const bytes = rowBytes + Buffer.byteLength(text) + Buffer.byteLength(row.page)
      if (!(await hasRoom(projectId, dayOf(at), bytes))) return onDropped?.()
      await db
        .insertInto('analytics_events')
        .values({
          ...row,
          project_id: projectId,
          event_id: event.eventId,
          properties: text,
          sdk_version: event.sv === undefined ? null : toStored(event.sv, 100),
          occurred_at: new Date(event.timestamp),
          received_at: at,
        })
        .onConflict((c) => c.doNothing())
        .returning(deferFlush.as('flush'))
        .execute()
    } catch (cause) {
      if (cause instanceof RateLimitError) throw cause
      throw new KitError('unavailable', { message: 'The event cannot be stored now.', cause })
    }
  }
}

/** The day in UTC, as the database writes it. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** One secret a day for all servers; with yesterday's deleted, no one can try addresses against what is kept. */
function createSaltOfDay(db: Kysely<Schema>) {
  let known: { day: string; salt: Promise<Buffer> } | undefined
  async function ask(day: string): Promise<Buffer> {
    await sql`insert into analytics_salts (day, salt) values (${day}, ${randomBytes(32)}) on conflict do nothing`.execute(
      db,
    )
    await sql`delete from analytics_salts where day < ${day}`.execute(db)
    const { rows } = await sql<{ salt: Buffer }>`select salt from analytics_salts where day = ${day}`.execute(db)
    // A server whose clock runs ahead may have deleted it: then this event counts as no one seen before.
    return rows[0]?.salt ?? randomBytes(32)
  }
  return (day: string): Promise<Buffer> => {
    if (known?.day !== day) {
      const fresh = { day, salt: ask(day) }
      known = fresh
      fresh.salt.catch(() => {
        if (known === fresh) known = undefined
      })
    }
    return known.salt
  }
}
