import { createHash, randomBytes } from 'node:crypto'
import type { Output } from '@billfold/protocol/contract'
import type { CodeGrant, embeddedApi, GrantPurpose } from '@billfold/protocol/embedded/embeddedApi'
import { KitError } from '@billfold/protocol/error'
import { audit } from './audit.ts'
import { checkCode, type SentCode, sendCode } from './codes.ts'
import { startDeletion } from './deletion.ts'
import { addSeconds, type Db, type EmbeddedDeps } from './embeddedDeps.ts'
import { addNotice } from './notices.ts'
import { readPerson } from './readPerson.ts'
import type { Member } from './sessions.ts'

const grantSeconds = 120

/** Starts re-authentication by a code to the person's address. */
export async function startReauth(
  deps: EmbeddedDeps,
  { userId, sessionId, thumbprint, language }: Member,
  { site, client, purpose = 'export' }: { site: string; client: string; purpose?: CodeGrant | undefined },
): Promise<SentCode> {
  const { email } = await readPerson(deps.db, deps, userId)
  if (email === null) throw new KitError('not_found', { message: 'This person has no email address.' })
  return sendCode(deps, { purpose: `reauth-${purpose}`, email, site, client, thumbprint, sessionId, language })
}

/** Issues a grant for a sensitive action: for two minutes, this session and once. */
export async function verifyReauth(
  deps: EmbeddedDeps,
  { userId, deviceId, sessionId, thumbprint, language }: Member,
  { challenge, code, purpose = 'export' }: { challenge: string; code: string; purpose?: CodeGrant | undefined },
): Promise<Output<typeof embeddedApi, 'verifyReauth'>> {
  const answered = { purpose: `reauth-${purpose}`, challenge, code, thumbprint, sessionId, language } as const
  return checkCode(deps, answered, (tx) => issueGrant(tx, deps, { userId, deviceId, sessionId }, purpose))
}

/** A grant for a person who has just re-authenticated. */
export async function issueGrant(
  tx: Db,
  { keyring, now }: EmbeddedDeps,
  { userId, deviceId, sessionId }: Pick<Member, 'userId' | 'deviceId' | 'sessionId'>,
  purpose: GrantPurpose,
): Promise<Output<typeof embeddedApi, 'verifyReauth'>> {
  const grant = randomBytes(32).toString('base64url')
  await tx
    .insertInto('embedded_grants')
    .values({ hash: hashOf(grant), session_id: sessionId, purpose, ends_at: addSeconds(now(), grantSeconds) })
    .execute()
  await audit(tx, keyring, { at: now(), event: 'grant given', userId, details: { device: deviceId, purpose } })
  return { grant, endsInSeconds: grantSeconds }
}

/** Consumes a grant, audits its use, and notifies the person. */
export async function consumeGrant(
  deps: EmbeddedDeps,
  { userId, deviceId, sessionId }: Member,
  { grant, purpose }: { grant: string; purpose: CodeGrant },
): Promise<Output<typeof embeddedApi, 'useGrant'>> {
  const { db, keyring, now } = deps
  return await db.transaction().execute(async (tx) => {
    await takeGrant(tx, deps, { sessionId, grant, purpose })
    if (purpose === 'delete') {
      const deleteAt = await startDeletion(tx, deps, userId, deviceId)
      return { status: 'ok', deleteAt: deleteAt.getTime() }
    }
    const device = await tx.selectFrom('embedded_devices').select('label').where('id', '=', deviceId).executeTakeFirst()
    const notice = { kind: 'wallet exported', label: device?.label ?? 'a device' } as const
    await addNotice(tx, deps, await readPerson(tx, deps, userId), notice)
    await audit(tx, keyring, { at: now(), event: 'wallet exported', userId, details: { device: deviceId } })
    return { status: 'ok' }
  })
}

/** Consumes a grant; rejects one of another session or purpose, or an expired one. */
export async function takeGrant(
  tx: Db,
  { now }: Pick<EmbeddedDeps, 'now'>,
  { sessionId, grant, purpose }: { sessionId: string; grant: string; purpose: GrantPurpose },
): Promise<void> {
  const used = await tx
    .deleteFrom('embedded_grants')
    .where('hash', '=', hashOf(grant))
    .where('session_id', '=', sessionId)
    .where('purpose', '=', purpose)
    .where('ends_at', '>', now())
    .returning('hash')
    .executeTakeFirst()
  if (!used) throw new KitError('sign_in_unproven')
}

const hashOf = (grant: string): Buffer => createHash('sha256').update(grant).digest()
