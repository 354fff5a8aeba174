import { type Kysely, sql } from 'kysely'

/** The tables of a relay, all named after it; everything else is the API's. */
const relayTables = '^relay_'

/**
 * Grants a program's role what it needs, and no more: rows of its tables, but neither the tables' form nor the history of migrations. The API
 * gets every table, a relay's own role the relay's. False if that role is the owner itself, who needs nothing.
 */
export async function grantServerRights<T>(
  db: Kysely<T>,
  role: string,
  program: 'server' | 'relay' = 'server',
): Promise<boolean> {
  const { rows } = await sql<{ owner: string; schema: string }>`
    select current_user as owner, current_schema() as schema`.execute(db)
  const { owner, schema } = rows[0]!
  if (owner === role) return false
  const [to, within] = [sql.id(role), sql.id(schema)]
  const pattern = program === 'relay' ? relayTables : ''
  await db.transaction().execute(async (tx) => {
    await sql`grant usage on schema ${within} to ${to}`.execute(tx)
    const { rows: relations } = await sql<{ name: string; kind: string }>`
      select relname as name, relkind as kind from pg_class
      where relnamespace = ${schema}::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f', 'S') and relname ~ ${pattern}`.execute(
      tx,
    )
    for (const { name, kind } of relations) {
      const rights = kind === 'S' ? sql`usage, select on sequence` : sql`select, insert, update, delete on`
      await sql`grant ${rights} ${within}.${sql.id(name)} to ${to}`.execute(tx)
    }
    await sql`revoke insert, update, delete on ${within}.migrations from ${to}`.execute(tx)
    await sql`grant select on ${within}.migrations to ${to}`.execute(tx)
  })
  return true
}
