import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { identityHash, normalizeEmail } from '@billfold/protocol/embedded/recoveryInfo'
import { KitError } from '@billfold/protocol/error'
import type { Selectable } from 'kysely'
import { countFailure, holdSubject, refuseGuessing, takeClient, takeMail, uncountMail } from './attempts.ts'
import { audit } from './audit.ts'
import { addSeconds, type Db, type EmbeddedDeps } from './embeddedDeps.ts'
import type { EmbeddedTables } from './embeddedTables.ts'
import { type CodeFor, type CodePurpose, codeMail } from './mails.ts'
import { addNotice } from './notices.ts'

/** The lifetime of a code that the screen shows. */
const codeSeconds = 20 * 60
const triesPerCode = 5

type CodeRequest = CodeFor & {
  email: string
  thumbprint: string
  /** The mail's language; English if we do not have it. */
  language?: string | undefined
  /** The caller's network. */
  client: string
  /** The caller's session, if one is required; the code ends with it. */
  sessionId?: string
  /** Details for the step after the code. */
  details?: Record<string, string>
}
export type SentCode = { challenge: string; codeEndsInSeconds: number; nextMailInSeconds: number }

/**
 * Mails a code. It never checks whether the address has an account, so neither the response nor its time can reveal
 * that. Replaces the device's earlier code for the same purpose.
 */
export async function sendCode(deps: EmbeddedDeps, request: CodeRequest): Promise<SentCode> {
  const { db, keyring, mailer, mailPauseSeconds, now } = deps
  const [at, id, email] = [now(), randomUUID(), normalizeEmail(request.email)]
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const name = nameOf(deps, email)
  await db.transaction().execute((tx) => takeClient(tx, deps, request.client, at))
  const { subject, nextMailInSeconds } = await db.transaction().execute(async (tx) => {
    await holdSubject(tx, name)
    const subject = await countedFor(tx, deps, name, request.thumbprint)
    await refuseGuessing(tx, subject, at)
    const nextMailInSeconds = await takeMail(tx, subject, at, mailPauseSeconds)
    const made = {
      id,
      email: keyring.sealText(['challenge-email', id], email),
      details: keyring.sealText(['challenge', id], JSON.stringify(request.details ?? {})),
      session_id: request.sessionId ?? null,
      code_hash: keyring.codeHash(id, email, code),
      tries: 0,
      ends_at: addSeconds(at, codeSeconds),
    }
    await tx
      .insertInto('embedded_challenges')
      .values({ ...made, purpose: request.purpose, name_index: name, thumbprint: request.thumbprint })
      .onConflict((c) => c.columns(['purpose', 'name_index', 'thumbprint']).doUpdateSet(made))
      .execute()
    return { subject, nextMailInSeconds }
  })
  try {
    await mailer.send({ to: email, ...codeMail(request, code, request.language) })
  } catch (e) {
    await db.deleteFrom('embedded_challenges').where('id', '=', id).execute()
    await uncountMail(db, subject, at)
    throw e
  }
  return { challenge: id, codeEndsInSeconds: codeSeconds, nextMailInSeconds }
}

type Answered = { purpose: CodePurpose; challenge: string; code: string; thumbprint: string; sessionId?: string } & {
  language?: string | undefined
}
export type Proven = { email: string; name: Buffer; details: Record<string, string> }

/** Checks a code and, if it is right, runs `then` in the same transaction: of two concurrent answers, one succeeds. */
export async function checkCode<T>(
  deps: EmbeddedDeps,
  answered: Answered,
  onRight: (tx: Db, proven: Proven) => Promise<T>,
): Promise<T> {
  const { db, keyring, now } = deps
  const at = now()
  const outcome = await db.transaction().execute(async (tx) => {
    const { id, name_index: name, ...row } = await takeChallenge(tx, answered, at)
    const subject = await countedFor(tx, deps, name, answered.thumbprint)
    await refuseGuessing(tx, subject, at)
    const email = keyring.openText(['challenge-email', id], row.email)
    if (timingSafeEqual(row.code_hash, keyring.codeHash(id, email, answered.code))) {
      await tx.deleteFrom('embedded_challenges').where('id', '=', id).execute()
      const details = JSON.parse(keyring.openText(['challenge', id], row.details)) as Record<string, string>
      return { value: await onRight(tx, { email, name, details }) }
    }
    const tries = row.tries + 1
    if (tries < triesPerCode) await tx.updateTable('embedded_challenges').set({ tries }).where('id', '=', id).execute()
    else await tx.deleteFrom('embedded_challenges').where('id', '=', id).execute()
    if (await countFailure(tx, subject, at)) {
      await addNotice(tx, deps, { email, language: answered.language }, { kind: 'codes guessed' })
      await audit(tx, keyring, { at, event: 'codes guessed', userId: null, details: { name: name.toString('hex') } })
    }
    // Thrown outside: an error in here would roll the counting back.
    return { refusal: new KitError('sign_in_unproven', { message: 'Wrong code.' }) }
  })
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.value
}

/** Locks the challenge until the transaction ends; one of another device, session or purpose does not count. */
async function takeChallenge(
  tx: Db,
  { challenge, purpose, thumbprint, sessionId }: Answered,
  at: Date,
): Promise<Selectable<EmbeddedTables['embedded_challenges']>> {
  const ask = () =>
    tx
      .selectFrom('embedded_challenges')
      .selectAll()
      .where('id', '=', challenge)
      .where('purpose', '=', purpose)
      .where('thumbprint', '=', thumbprint)
      .where('session_id', 'is not distinct from', sessionId ?? null)
      .where('ends_at', '>', at)
  const seen = await ask().executeTakeFirst()
  // Locks the address before the row, as when a code is sent: the reverse could deadlock.
  if (seen) await holdSubject(tx, seen.name_index)
  const held = seen && (await ask().forUpdate().executeTakeFirst())
  if (!held) throw new KitError('not_found', { message: 'This code has expired.' })
  return held
}

/** The key that an address is found and counted by. */
export const nameOf = ({ keyring }: Pick<EmbeddedDeps, 'keyring'>, email: string): Buffer =>
  keyring.nameIndex(identityHash({ kind: 'email', subject: email }))

/**
 * The subject that mails and wrong codes count for: the address, or one device that has signed in to it before. So no
 * one who knows an address can lock its owner out at a device of theirs.
 */
async function countedFor(tx: Db, { keyring }: EmbeddedDeps, name: Buffer, thumbprint: string): Promise<Buffer> {
  const known = await tx
    .selectFrom('embedded_identities as i')
    .innerJoin('embedded_devices as d', 'd.user_id', 'i.user_id')
    .select('d.id')
    .where('i.name_index', '=', name)
    .where('d.thumbprint', '=', thumbprint)
    .executeTakeFirst()
  return known ? keyring.nameIndex('device', name.toString('hex'), thumbprint) : name
}
