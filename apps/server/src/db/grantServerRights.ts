import { type Kysely, sql } from 'kysely'

/**
 * Grants a server's role what it needs, and no more: rows of every table, but neither the tables' form nor the history of migrations.
 * False if that role is the owner itself, who needs nothing.
 */
export async function grantServerRights<T>(db: Kysely<T>, role: string): Promise<boolean> {
  const { rows } = await sql<{ owner: string; schema: string }>`
    select current_user as owner, current_schema() as schema`.execute(db)
  const { owner, schema } = rows[0]!
  if (owner === role) return false
  const [to, within] = [sql.id(role), sql.id(schema)]
  await db.transaction().execute(async (tx) => {
    await sql`grant usage on schema ${within} to ${to}`.execute(tx)
    await sql`grant select, insert, update, delete on all tables in schema ${within} to ${to}`.execute(tx)
    await sql`grant usage, select on all sequences in schema ${within} to ${to}`.execute(tx)
    await sql`revoke insert, update, delete on ${within}.migrations from ${to}`.execute(tx)
  })
  return true
}
