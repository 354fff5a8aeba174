import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'

/** Whether a project may store `bytes` more on a day; if so, they are counted. */
type ByteMeter = (projectId: string, day: string, bytes: number) => Promise<boolean>

/**
 * Bytes that a server reserves at once: an event then costs no statement of its own, and a restart loses no more than
 * that.
 */
const maxReserved = 1_000_000

/** Holds each project to `bytesPerDay` for all servers together. */
export function createByteMeter(db: Kysely<Schema>, bytesPerDay: number): ByteMeter {
  type Reserve = { day: string; left: number; isFull: boolean; last: Promise<unknown> }
  const reserves = new Map<string, Reserve>()
  const portion = Math.min(maxReserved, Math.ceil(bytesPerDay / 100))

  async function reserve(projectId: string, day: string, bytes: number): Promise<boolean> {
    const { rows } = await sql`insert into analytics_usage as u (project_id, day, bytes)
      select ${projectId}, ${day}::date, ${bytes} where ${bytes} <= ${bytesPerDay}::bigint
      on conflict (project_id, day) do update set bytes = u.bytes + excluded.bytes
        where u.bytes + excluded.bytes <= ${bytesPerDay}::bigint
      returning bytes`.execute(db)
    return rows.length > 0
  }

  async function take(own: Reserve, projectId: string, bytes: number): Promise<boolean> {
    if (own.left >= bytes) {
      own.left -= bytes
      return true
    }
    if (own.isFull) return false
    // The last portion of a day may be smaller.
    for (const more of [Math.max(portion, bytes), bytes]) {
      if (!(await reserve(projectId, own.day, more))) continue
      own.left += more - bytes
      return true
    }
    own.isFull = true
    return false
  }

  return (projectId, day, bytes) => {
    const before = reserves.get(projectId)
    const own = before?.day === day ? before : { day, left: 0, isFull: false, last: Promise.resolve() }
    reserves.set(projectId, own)
    // One after the other: of many at once each would reserve a portion.
    const taken = own.last.then(
      () => take(own, projectId, bytes),
      () => take(own, projectId, bytes),
    )
    own.last = taken
    return taken
  }
}
