import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { dayOf } from './recordEvent.ts'

/** How often something happened on one day (UTC), and to how many different accounts. */
export type DailyCount = { day: string; projectId: string; event: string; events: number; visitors: number }

/** Counts by day and event, newest day first, for one project or all. */
export async function countEvents(
  db: Kysely<Schema>,
  { projectId, days }: { projectId?: string | undefined; days: number },
  now = new Date(),
): Promise<DailyCount[]> {
  const since = dayOf(new Date(now.getTime() - (days - 1) * 86_400_000))
  let query = db
    .selectFrom('analytics_daily')
    .select([sql<string>`day::text`.as('day'), 'project_id', 'event', 'events', 'visitors'])
    .where(sql<boolean>`day >= ${since}::date`)
    .orderBy('day', 'desc')
    .orderBy('project_id')
    .orderBy('events', 'desc')
    .orderBy('event')
  if (projectId !== undefined) query = query.where('project_id', '=', projectId)
  return (await query.execute()).map((row) => ({
    day: row.day,
    projectId: row.project_id,
    event: row.event,
    events: Number(row.events),
    visitors: Number(row.visitors),
  }))
}
