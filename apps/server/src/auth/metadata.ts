import { KitError } from '@billfold/protocol/error'
import { userMetadata } from '@billfold/protocol/signin/authApi'
import * as z from 'zod/mini'
import type { AuthDeps } from './authDeps.ts'
import type { SignIn } from './signIns.ts'

type UserMetadata = z.infer<typeof userMetadata>

const maxEntries = 50
const maxBytes = 16_384

/** A site's stored metadata of an account. */
export async function readMetadata(deps: Pick<AuthDeps, 'db' | 'keyring'>, signIn: SignIn): Promise<UserMetadata> {
  const row = await deps.db
    .selectFrom('auth_metadata')
    .select('metadata')
    .where('project_id', '=', signIn.projectId)
    .where('account_index', '=', indexOf(deps, signIn))
    .executeTakeFirst()
  return row ? openMetadata(deps, signIn, row.metadata) : {}
}

/** Sets the named entries and removes those that are null; the rest stays, unless the change replaces everything. */
export async function changeMetadata(
  deps: AuthDeps,
  signIn: SignIn,
  change: UserMetadata,
  { isWhole = false } = {},
): Promise<void> {
  const index = indexOf(deps, signIn)
  const sealed = (metadata: UserMetadata) =>
    deps.keyring.seal(boundTo(signIn, index), Buffer.from(JSON.stringify(metadata)))
  await deps.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('auth_metadata')
      .values({
        project_id: signIn.projectId,
        account_index: index,
        address_index: deps.keyring.addressIndex(signIn.chainId, signIn.address),
        metadata: sealed({}),
        changed_at: deps.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const row = await tx
      .selectFrom('auth_metadata')
      .select('metadata')
      .where('project_id', '=', signIn.projectId)
      .where('account_index', '=', index)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const before = isWhole ? {} : openMetadata(deps, signIn, row.metadata)
    const entries = Object.entries({ ...before, ...change })
    const kept = Object.fromEntries(entries.filter(([, value]) => value !== null))
    if (entries.length > maxEntries || JSON.stringify(kept).length > maxBytes)
      throw new KitError('invalid_input', {
        message: `An account can have at most ${maxEntries} entries and ${maxBytes} bytes in total.`,
        cause: { issues: [{ path: ['metadata'] }] },
      })
    await tx
      .updateTable('auth_metadata')
      .set({ metadata: sealed(kept), changed_at: deps.now() })
      .where('project_id', '=', signIn.projectId)
      .where('account_index', '=', index)
      .execute()
  })
}

const indexOf = ({ keyring }: Pick<AuthDeps, 'keyring'>, { chainId, address }: SignIn): Buffer =>
  keyring.accountIndex(chainId, address)
const boundTo = ({ projectId }: SignIn, index: Buffer) => metadataBound(projectId, index)

/** The context that sealed metadata is bound to. */
export const metadataBound = (projectId: string, index: Buffer) =>
  ['auth-metadata', projectId, index.toString('hex')] as const

function openMetadata(deps: Pick<AuthDeps, 'keyring'>, signIn: SignIn, sealed: Buffer): UserMetadata {
  const opened = deps.keyring.open(boundTo(signIn, indexOf(deps, signIn)), sealed)
  return z.parse(userMetadata, JSON.parse(opened.toString()))
}
