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
  // The table by its index, and not the view analytics_daily, which counts all that is stored.
  const { rows } = await sql<DailyCount>`
    select (received_at at time zone 'UTC')::date::text as day, project_id as "projectId", event, count(*)::int as events,
      count(distinct visitor)::int as visitors
    from analytics_events where received_at >= ${`${since}T00:00:00Z`}::timestamptz
      and (${projectId ?? null}::text is null or project_id = ${projectId ?? null})
    group by 1, 2, 3 order by 1 desc, 2, 4 desc, 3`.execute(db)
  return rows
}
