import { type Kysely, sql } from 'kysely'

/** How many bytes of events a project has stored on a day (UTC), for the day's ceiling. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table analytics_usage (
    project_id text not null references projects (id) on delete cascade,
    day date not null,
    bytes bigint not null,
    primary key (project_id, day)
  )`.execute(db)
}
