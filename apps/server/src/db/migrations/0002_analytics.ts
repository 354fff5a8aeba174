import { type Kysely, sql } from 'kysely'

/** Analytics: events of the projects that want them, the secret of the day, and what operators read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table analytics_events (
    project_id text not null references projects (id) on delete cascade,
    event_id uuid not null,
    event text not null check (event ~ '^[A-Z0-9_]{1,64}$'),
    properties jsonb not null default '{}' check (jsonb_typeof(properties) = 'object'),
    page text not null,
    visitor bytea check (length(visitor) = 16),
    sdk_version text,
    occurred_at timestamptz not null,
    received_at timestamptz not null default now(),
    primary key (project_id, event_id)
  )`.execute(db)
  await sql`create index analytics_events_received_at on analytics_events (received_at)`.execute(db)
  await sql`create table analytics_salts (day date primary key, salt bytea not null check (length(salt) = 32))`.execute(
    db,
  )
  await sql`create view analytics_daily as
    select project_id, (received_at at time zone 'UTC')::date as day, event,
      count(*) as events, count(distinct visitor) as visitors
    from analytics_events group by 1, 2, 3`.execute(db)
}
