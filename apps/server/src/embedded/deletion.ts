import { audit } from './audit.ts'
import { addSeconds, type Db, type EmbeddedDeps } from './embeddedDeps.ts'
import { addNotice } from './notices.ts'
import { readPerson } from './readPerson.ts'

const deletionSeconds = 7 * 86_400

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
export async function eraseAccounts({ db, keyring, now }: Pick<EmbeddedDeps, 'db' | 'keyring' | 'now'>): Promise<void> {
  const due = await db.selectFrom('embedded_users').select('id').where('delete_at', '<=', now()).limit(1000).execute()
  for (const { id } of due)
    await db.transaction().execute(async (tx) => {
      // A login at the last moment keeps the account.
      const erased = await tx
        .deleteFrom('embedded_users')
        .where('id', '=', id)
        .where('delete_at', '<=', now())
        .returning('id')
        .executeTakeFirst()
      if (erased) await audit(tx, keyring, { at: now(), event: 'account erased', userId: id })
    })
}
