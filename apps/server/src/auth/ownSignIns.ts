import { KitError } from '@billfold/protocol/error'
import type { AuthDeps } from './authDeps.ts'
import { readSignInRow, type SignIn } from './signIns.ts'

const most = 100

/** Where someone's address is signed in on a project's sites, newest first. */
export async function listSignIns(deps: AuthDeps, signIn: SignIn) {
  const rows = await ofAddress(deps, signIn).selectAll().orderBy('last_used_at', 'desc').limit(most).execute()
  const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    origin: row.origin,
    caip2Network: readSignInRow(deps, row).chainId,
    signedInAt: seconds(row.signed_in_at),
    lastUsedAt: seconds(row.last_used_at),
    isThis: row.id === signIn.id,
  }))
}

/** Ends one of them. Someone else's is as little there as one that never was. */
export async function endOwnSignIn(deps: AuthDeps, signIn: SignIn, id: string): Promise<void> {
  const found = await ofAddress(deps, signIn).select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw new KitError('not_found', { message: 'This sign-in has ended.' })
  await deps.db.deleteFrom('auth_sign_ins').where('id', '=', id).execute()
}

const ofAddress = ({ db, keyring, now }: AuthDeps, { projectId, chainId, address }: SignIn) =>
  db
    .selectFrom('auth_sign_ins')
    .where('address_index', '=', keyring.addressIndex(chainId, address))
    .where('project_id', '=', projectId)
    .where('ends_at', '>', now())
