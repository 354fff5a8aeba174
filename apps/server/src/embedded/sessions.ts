import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { EmbeddedSession } from '@billfold/protocol/embedded/embeddedApi'
import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import { KitError } from '@billfold/protocol/error'
import { audit } from './audit.ts'
import { accessSeconds } from './createTokens.ts'
import { addSeconds, type Db, type EmbeddedDeps } from './embeddedDeps.ts'
import { addNotice } from './notices.ts'
import { readPerson } from './readPerson.ts'
import { open, seal } from './sealing.ts'

const daySeconds = 86_400
const idleSeconds = 30 * daySeconds
const maxSeconds = 90 * daySeconds
/** How long a device may retry a token whose response got lost. */
const retrySeconds = 60

/** The caller: a person's device, in a valid session. */
export type Member = {
  sessionId: string
  deviceId: string
  userId: string
  thumbprint: string
  /** The time of the login, by any method. */
  loggedInAt: Date
  /** The language of their wallet, if it is one of ours. */
  language?: string | undefined
}

/** Creates a device's session, and its first refresh token. */
export async function newSession(tx: Db, deviceId: string, at: Date) {
  const sessionId = randomUUID()
  await tx
    .insertInto('embedded_sessions')
    .values({
      id: sessionId,
      device_id: deviceId,
      created_at: at,
      last_used_at: at,
      ends_at: addSeconds(at, maxSeconds),
    })
    .execute()
  return { sessionId, refreshToken: await newRefreshToken(tx, sessionId, at) }
}

async function newRefreshToken(tx: Db, sessionId: string, at: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx
    .insertInto('embedded_refresh_tokens')
    .values({ hash: hashOf(token), session_id: sessionId, made_at: at, used_at: null, successor: null })
    .execute()
  return token
}

/** A device's view of its session. */
export async function describeSession(
  db: Db,
  deps: EmbeddedDeps,
  { sessionId, refreshToken }: { sessionId: string; refreshToken: string },
): Promise<EmbeddedSession> {
  const row = await db
    .selectFrom('embedded_sessions as s')
    .innerJoin('embedded_devices as d', 'd.id', 's.device_id')
    .leftJoin('embedded_wallets as w', 'w.user_id', 'd.user_id')
    .leftJoin('embedded_shares as h', 'h.device_id', 'd.id')
    .select(['d.id as deviceId', 'd.user_id as userId', 'd.thumbprint', 'h.device_id as enrolled'])
    .select(['w.id as walletId', 'w.evm_address', 'w.solana_address', 'w.generation'])
    .where('s.id', '=', sessionId)
    .executeTakeFirst()
  if (!row) throw new KitError('unauthorized')
  const { identity, email } = await readPerson(db, deps, row.userId)
  return {
    accessToken: await deps.tokens.sign({ sessionId, thumbprint: row.thumbprint }),
    refreshToken,
    expiresIn: accessSeconds,
    email,
    identity: identityHash(identity),
    deviceId: row.deviceId,
    wallet:
      row.walletId === null
        ? null
        : {
            walletId: row.walletId,
            evmAddress: row.evm_address!,
            solanaAddress: row.solana_address!,
            generation: row.generation!,
          },
    isEnrolled: row.enrolled !== null,
  }
}

/** The member of an access token and a key, if the session is still valid. */
export async function findMember(
  deps: EmbeddedDeps,
  accessToken: string,
  thumbprint: string,
  language?: string,
): Promise<Member> {
  const { db, tokens, now } = deps
  const claims = await tokens.read(accessToken)
  const row = await db
    .selectFrom('embedded_sessions as s')
    .innerJoin('embedded_devices as d', 'd.id', 's.device_id')
    .innerJoin('embedded_users as u', 'u.id', 'd.user_id')
    .select(['s.id as sessionId', 'd.id as deviceId', 'd.user_id as userId', 'd.thumbprint', 'd.last_seen_at'])
    .select(['s.created_at as loggedInAt', 'u.language as mailLanguage'])
    .where('s.id', '=', claims.sessionId)
    .where('s.ends_at', '>', now())
    .executeTakeFirst()
  // Both: the token's key, and the database's.
  if (!row || claims.thumbprint !== thumbprint || row.thumbprint !== thumbprint) throw new KitError('unauthorized')
  const { last_seen_at, mailLanguage, ...member } = row
  if (addSeconds(last_seen_at, 60) < now())
    await db.updateTable('embedded_devices').set({ last_seen_at: now() }).where('id', '=', row.deviceId).execute()
  // Later mails use it, too.
  if (language !== undefined && language !== mailLanguage)
    await db.updateTable('embedded_users').set({ language }).where('id', '=', row.userId).execute()
  return { ...member, language }
}

/**
 * Rotates a session's refresh token: each works once. A second use, or one with another key, means that it was copied:
 * the session ends, and its person is notified. A device whose response got lost may retry for a minute, and gets the
 * same token: it is stored sealed under the old one, for a holder of that and of the device's key.
 */
export async function refreshSession(
  deps: EmbeddedDeps,
  refreshToken: string,
  thumbprint: string,
): Promise<EmbeddedSession> {
  const { db, now } = deps
  const at = now()
  const next = await db.transaction().execute(async (tx) => {
    const tokenRow = await tx
      .selectFrom('embedded_refresh_tokens as t')
      .innerJoin('embedded_sessions as s', 's.id', 't.session_id')
      .innerJoin('embedded_devices as d', 'd.id', 's.device_id')
      .select(['t.hash', 't.made_at', 't.used_at', 't.successor'])
      .select(['s.id as sessionId', 's.ends_at', 'd.id as deviceId', 'd.user_id as userId', 'd.thumbprint'])
      .where('t.hash', '=', hashOf(refreshToken))
      .forUpdate()
      .executeTakeFirst()
    if (!tokenRow) return undefined
    const { sessionId } = tokenRow
    if (tokenRow.ends_at <= at || addSeconds(tokenRow.made_at, idleSeconds) <= at) {
      await tx.deleteFrom('embedded_sessions').where('id', '=', sessionId).execute()
      return undefined
    }
    const isOurs = tokenRow.thumbprint === thumbprint
    if (isOurs && !tokenRow.used_at) {
      const refreshToken2 = await newRefreshToken(tx, sessionId, at)
      const successor = seal(sealedUnder(refreshToken), ['successor', sessionId], Buffer.from(refreshToken2))
      await tx
        .updateTable('embedded_refresh_tokens')
        .set({ used_at: at, successor })
        .where('hash', '=', tokenRow.hash)
        .execute()
      await tx.updateTable('embedded_sessions').set({ last_used_at: at }).where('id', '=', sessionId).execute()
      return { sessionId, refreshToken: refreshToken2 }
    }
    if (isOurs && tokenRow.used_at && tokenRow.successor && at <= addSeconds(tokenRow.used_at, retrySeconds)) {
      const same = open([sealedUnder(refreshToken)], ['successor', sessionId], tokenRow.successor).toString()
      if (await isUnused(tx, same)) return { sessionId, refreshToken: same }
    }
    await tx.deleteFrom('embedded_sessions').where('id', '=', sessionId).execute()
    await addNotice(tx, deps, await readPerson(tx, deps, tokenRow.userId), { kind: 'session stolen' })
    await audit(tx, deps.keyring, {
      at,
      event: 'refresh token stolen',
      userId: tokenRow.userId,
      details: { device: tokenRow.deviceId, session: sessionId, isOtherKey: !isOurs },
    })
    return undefined
  })
  if (!next) throw new KitError('unauthorized')
  return describeSession(db, deps, next)
}

async function isUnused(tx: Db, token: string): Promise<boolean> {
  const row = await tx
    .selectFrom('embedded_refresh_tokens')
    .select('used_at')
    .where('hash', '=', hashOf(token))
    .executeTakeFirst()
  return row?.used_at === null
}

/** Ends a session; the device keeps its shares. */
export async function endSession({ db, keyring, now }: EmbeddedDeps, { sessionId, userId, deviceId }: Member) {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('embedded_sessions').where('id', '=', sessionId).execute()
    await audit(tx, keyring, {
      at: now(),
      event: 'signed out',
      userId,
      details: { device: deviceId, session: sessionId },
    })
  })
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
const sealedUnder = (token: string): Buffer => createHash('sha256').update('successor').update(token).digest()
