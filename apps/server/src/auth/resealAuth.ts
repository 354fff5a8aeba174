import type { Bound } from '../embedded/sealing.ts'
import type { AuthDeps } from './authDeps.ts'
import { metadataBound } from './metadata.ts'

/** Seals all rows with the newest key; returns how many there were. Nonces expire before that matters. */
export async function resealAuth({ db, keyring }: Pick<AuthDeps, 'db' | 'keyring'>): Promise<number> {
  const again = (bound: Bound, sealed: Buffer) => keyring.seal(bound, keyring.open(bound, sealed))
  return db.transaction().execute(async (tx) => {
    const keys = await tx.selectFrom('auth_keys').select(['kid', 'private_key']).forUpdate().execute()
    for (const { kid, private_key: sealed } of keys)
      await tx
        .updateTable('auth_keys')
        .set({ private_key: again(['auth-key', kid], sealed) })
        .where('kid', '=', kid)
        .execute()
    const signIns = await tx.selectFrom('auth_sign_ins').select(['id', 'account']).forUpdate().execute()
    for (const { id, account } of signIns)
      await tx
        .updateTable('auth_sign_ins')
        .set({ account: again(['auth-account', id], account) })
        .where('id', '=', id)
        .execute()
    const notes = await tx.selectFrom('auth_metadata').selectAll().forUpdate().execute()
    for (const { project_id: projectId, account_index: index, metadata } of notes)
      await tx
        .updateTable('auth_metadata')
        .set({ metadata: again(metadataBound(projectId, index), metadata) })
        .where('project_id', '=', projectId)
        .where('account_index', '=', index)
        .execute()
    return keys.length + signIns.length + notes.length
  })
}
