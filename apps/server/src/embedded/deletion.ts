import { audit } from './audit.ts'
import { addSeconds, type Db, type EmbeddedDeps } from './embeddedDeps.ts'
import { addNotice } from './notices.ts'
import { readPerson } from './readPerson.ts'

const deletionSeconds = 7 * 86_400
const accountsPerPage = 1000

/** Schedules an account's deletion: signs everyone out, and erases everything in a week. */
export async function startDeletion(tx: Db, deps: EmbeddedDeps, userId: string, deviceId: string): Promise<Date> {
  const { keyring, now } = deps
  const deleteAt = addSeconds(now(), deletionSeconds)
  await tx.updateTable('embedded_users').set({ delete_at: deleteAt }).where('id', '=', userId).execute()
  await tx
    .deleteFrom('embedded_sessions')
    .where('device_id', 'in', (e) => e.selectFrom('embedded_devices').select('id').where('user_id', '=', userId))
    .execute()
  const person = await readPerson(tx, deps, userId)
  await addNotice(tx, deps, person, { kind: 'deletion started', at: deleteAt.getTime() })
  await audit(tx, keyring, { at: now(), event: 'deletion started', userId, details: { device: deviceId } })
  return deleteAt
}

/** Cancels it when the person signs in again. */
export async function stopDeletion(tx: Db, deps: EmbeddedDeps, userId: string): Promise<void> {
  const stopped = await tx
    .updateTable('embedded_users')
    .set({ delete_at: null })
    .where('id', '=', userId)
    .where('delete_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (!stopped) return
  await addNotice(tx, deps, await readPerson(tx, deps, userId), { kind: 'deletion stopped' })
  await audit(tx, deps.keyring, { at: deps.now(), event: 'deletion stopped', userId })
}

/** Erases accounts whose week is over: only the audit log keeps them, by a number that reveals no name. */
export async function eraseAccounts(deps: Pick<EmbeddedDeps, 'db' | 'keyring' | 'now' | 'retries'>): Promise<void> {
  const { db, now, retries } = deps
  for (let after: string | undefined; ; ) {
    const due = await db
      .selectFrom('embedded_users')
      .select('id')
      .where('delete_at', '<=', now())
      .$if(after !== undefined, (query) => query.where('id', '>', after!))
      .orderBy('id')
      .limit(accountsPerPage)
      .execute()
    for (const { id } of due) await retries.run(`erase account ${id}`, () => eraseAccount(deps, id))
    after = due.at(-1)?.id
    if (due.length < accountsPerPage) return
  }
}

const eraseAccount = (
  { db, keyring, now }: Pick<EmbeddedDeps, 'db' | 'keyring' | 'now'>,
  userId: string,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    // Someone who signed in at the last moment keeps the account.
    const erased = await tx
      .deleteFrom('embedded_users')
      .where('id', '=', userId)
      .where('delete_at', '<=', now())
      .returning('id')
      .executeTakeFirst()
    if (erased) await audit(tx, keyring, { at: now(), event: 'account erased', userId })
  })
