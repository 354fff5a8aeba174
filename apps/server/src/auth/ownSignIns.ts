import { KitError } from '@billfold/protocol/error'
import type { AuthDeps } from './authDeps.ts'
import { readSignInRow, type SignIn } from './signIns.ts'

const most = 100

/**
 * An owner's sign-ins on a project's sites, newest first: a key's from any chain of its family, a contract's from its
 * own chain only, since the same address may be someone else's on another one.
 */
export async function listSignIns(deps: AuthDeps, signIn: SignIn) {
  const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
  return (await readOwn(deps, signIn)).slice(0, most).map((row) => ({
    id: row.id,
    label: row.label,
    origin: row.origin,
    caip2Network: readSignInRow(deps, row).chainId,
    signedInAt: seconds(row.signed_in_at),
    lastUsedAt: seconds(row.last_used_at),
    isThis: row.id === signIn.id,
  }))
}

/** Ends one of them. Someone else's is as unknown as one that never existed. */
export async function endOwnSignIn(deps: AuthDeps, signIn: SignIn, id: string): Promise<void> {
  if (!(await readOwn(deps, signIn, id)).length) throw new KitError('not_found', { message: 'This sign-in has ended.' })
  await deps.db.deleteFrom('auth_sign_ins').where('id', '=', id).execute()
}

/** All of an owner's sign-ins, or one of them. */
async function readOwn(deps: AuthDeps, { id: own, projectId, chainId, address }: SignIn, id?: string) {
  const ofProject = () => {
    const rows = deps.db
      .selectFrom('auth_sign_ins')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('ends_at', '>', deps.now())
      .orderBy('last_used_at', 'desc')
    return id === undefined ? rows : rows.where('id', '=', id)
  }
  const sameOwner = await ofProject()
    .where('owner_index', '=', ({ selectFrom }) =>
      selectFrom('auth_sign_ins').select('owner_index').where('id', '=', own),
    )
    .limit(most)
    .execute()
  // Older rows have no owner: they count as the account's on its own chain. None are added, so there are few.
  const earlier = await ofProject()
    .where('address_index', '=', deps.keyring.addressIndex(chainId, address))
    .where('owner_index', 'is', null)
    .execute()
  return [...sameOwner, ...earlier.filter((row) => readSignInRow(deps, row).chainId === chainId)].sort(
    (a, b) => b.last_used_at.getTime() - a.last_used_at.getTime(),
  )
}
