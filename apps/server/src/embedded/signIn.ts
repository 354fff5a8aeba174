import { randomUUID } from 'node:crypto'
import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import { KitError } from '@billfold/protocol/error'
import { decodeBase64Url } from '@billfold/protocol/wc/base64'
import { audit } from './audit.ts'
import { stopDeletion } from './deletion.ts'
import { isHeldBack } from './emailRevert.ts'
import type { Db, EmbeddedDeps } from './embeddedDeps.ts'
import type { Person } from './readPerson.ts'
import { newSession } from './sessions.ts'

/**
 * Opens a session for a proven identity, on a device with a proven key; the first login creates the account. The caller
 * holds the lock on the identity's name.
 */
export async function signIn(
  tx: Db,
  deps: EmbeddedDeps,
  { identity, email, thumbprint, device }: Person & { thumbprint: string; device: { sealKey: string; label: string } },
): Promise<{ sessionId: string; refreshToken: string }> {
  const { keyring, now } = deps
  const at = now()
  const name = keyring.nameIndex(identityHash(identity))
  const known = await tx
    .selectFrom('embedded_identities')
    .select('user_id')
    .where('name_index', '=', name)
    .executeTakeFirst()
  // A person whose address was changed gets an error, instead of a new and empty wallet.
  if (!known && (await isHeldBack(tx, name, at)))
    throw new KitError('account_mismatch', {
      message: 'The address of this wallet was changed. The mail about it has a link to undo that.',
    })
  if (known) await stopDeletion(tx, deps, known.user_id)
  const userId = known?.user_id ?? (await newUser(tx, deps, name, { identity, email }))
  const deviceColumns = {
    seal_key: Buffer.from(decodeBase64Url(device.sealKey)),
    label: device.label,
    last_seen_at: at,
  }
  const { id: deviceId } = await tx
    .insertInto('embedded_devices')
    .values({ id: randomUUID(), user_id: userId, thumbprint, created_at: at, ...deviceColumns })
    .onConflict((c) => c.columns(['user_id', 'thumbprint']).doUpdateSet(deviceColumns))
    .returning('id')
    .executeTakeFirstOrThrow()
  const session = await newSession(tx, deviceId, at)
  await audit(tx, keyring, {
    at,
    event: 'signed in',
    userId,
    details: { device: deviceId, session: session.sessionId, by: identity.kind, isFirst: !known },
  })
  return session
}

async function newUser(tx: Db, { keyring, now }: EmbeddedDeps, name: Buffer, { identity, email }: Person) {
  const userId = randomUUID()
  const { kind, subject } = identity
  await tx
    .insertInto('embedded_users')
    .values({ id: userId, key: keyring.newUserKey(userId), created_at: now() })
    .execute()
  await tx
    .insertInto('embedded_identities')
    .values({
      name_index: name,
      user_id: userId,
      kind,
      subject: keyring.sealText(['subject', userId, kind], subject),
      email: kind === 'email' || email === null ? null : keyring.sealText(['email', userId, kind], email),
      created_at: now(),
    })
    .execute()
  return userId
}
