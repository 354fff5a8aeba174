import { createHash, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import type { Output } from '@billfold/protocol/contract'
import type { EmbeddedSession, embeddedApi, GrantPurpose, PasskeyAnswer } from '@billfold/protocol/embedded/embeddedApi'
import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import { KitError } from '@billfold/protocol/error'
import { holdSubject, takeClient } from './attempts.ts'
import { audit } from './audit.ts'
import type { CheckedPasskey } from './checkPasskey.ts'
import { addSeconds, type Db, type EmbeddedDeps } from './embeddedDeps.ts'
import { readPerson } from './readPerson.ts'
import { issueGrant } from './reauth.ts'
import { describeSession, type Member } from './sessions.ts'
import { signIn } from './signIn.ts'
import { unprovenPasskey } from './unprovenPasskey.ts'

const challengeSeconds = 600

export type PasskeyDeps = EmbeddedDeps & { walletOrigin: string }
type Login = { kind: 'login'; projectId: string; sealKey: string; label: string }
type Reauth = { kind: 'reauth'; sessionId: string; purpose: GrantPurpose }
type Asking = { thumbprint: string; client: string }
type Answering = {
  thumbprint: string
  challenge: string
  passkey: PasskeyAnswer
  isTopAllowed: (origin: string) => boolean
}

/** Starts a passkey login: one response within ten minutes, from the starting device's key. */
export async function startPasskey(
  deps: PasskeyDeps,
  { thumbprint, client }: Asking,
  meant: Login | Reauth,
): Promise<Output<typeof embeddedApi, 'startPasskey'>> {
  const { db, keyring, now } = deps
  const [id, challenge] = [randomUUID(), randomBytes(32).toString('base64url')]
  await db.transaction().execute(async (tx) => {
    await takeClient(tx, deps, client, now())
    // Stored with the social logins' flows, which it resembles except for the provider.
    await tx
      .insertInto('embedded_social_flows')
      .values({
        id,
        provider: 'passkey',
        state_hash: hashOf(challenge),
        thumbprint,
        secrets: keyring.sealText(['passkey-flow', id], JSON.stringify(meant)),
        code_hash: null,
        outcome: null,
        ends_at: addSeconds(now(), challengeSeconds),
      })
      .execute()
  })
  return { challenge, endsInSeconds: challengeSeconds }
}

/** Opens the session of the passkey’s owner; a new passkey creates a new person. */
export async function finishPasskey(
  deps: PasskeyDeps,
  { projectId, ...answer }: Answering & { projectId: string },
): Promise<EmbeddedSession> {
  const { db, keyring, now } = deps
  const { thumbprint } = answer
  const meant = await takeChallenge(deps, answer)
  if (meant.kind !== 'login' || meant.projectId !== projectId) throw ended()
  const checked = await checkAnswer(deps, answer)
  const identity = { kind: 'passkey', subject: answer.passkey.credentialId } as const
  const name = keyring.nameIndex(identityHash(identity))
  const session = await db.transaction().execute(async (tx) => {
    await holdSubject(tx, name)
    const isCounted = await requireOwn(tx, name, checked)
    const { sealKey, label } = meant
    const opened = await signIn(tx, deps, { identity, email: null, thumbprint, device: { sealKey, label } })
    if (checked.made)
      await tx
        .insertInto('embedded_passkeys')
        .values({ name_index: name, public_key: checked.made, sign_count: checked.signCount, created_at: now() })
        .execute()
    if (!isCounted) await noteCount(tx, deps, opened.sessionId)
    return opened
  })
  return describeSession(db, deps, session)
}

/** Starts re-authentication by passkey. */
export async function startPasskeyReauth(
  deps: PasskeyDeps,
  { userId, sessionId, thumbprint }: Member,
  { client, purpose = 'export' }: { client: string; purpose?: GrantPurpose | undefined },
): Promise<Output<typeof embeddedApi, 'startPasskeyReauth'>> {
  const { identity } = await readPerson(deps.db, deps, userId)
  if (identity.kind !== 'passkey') throw new KitError('not_found', { message: 'This person has no passkey.' })
  return startPasskey(deps, { thumbprint, client }, { kind: 'reauth', sessionId, purpose })
}

/** Issues a grant after a response of the passkey that the person logs in with. */
export async function verifyPasskeyReauth(
  deps: PasskeyDeps,
  member: Member,
  { purpose = 'export', ...answer }: Omit<Answering, 'thumbprint'> & { purpose?: GrantPurpose | undefined },
): Promise<Output<typeof embeddedApi, 'verifyPasskeyReauth'>> {
  const { db, keyring } = deps
  const meant = await takeChallenge(deps, { ...answer, thumbprint: member.thumbprint })
  if (meant.kind !== 'reauth' || meant.sessionId !== member.sessionId || meant.purpose !== purpose) throw ended()
  const checked = await checkAnswer(deps, answer)
  return db.transaction().execute(async (tx) => {
    const { identity } = await readPerson(tx, deps, member.userId)
    if (identity.kind !== 'passkey' || identity.subject !== answer.passkey.credentialId || checked.made)
      throw unprovenPasskey()
    const isCounted = await requireOwn(tx, keyring.nameIndex(identityHash(identity)), checked)
    const given = await issueGrant(tx, deps, member, purpose)
    if (!isCounted) await noteCount(tx, deps, member.sessionId)
    return given
  })
}

/** Loads the verification with the first passkey: its 280 modules are a ninth of what a starting server would load. */
async function checkAnswer(deps: PasskeyDeps, answer: Omit<Answering, 'thumbprint'>): Promise<CheckedPasskey> {
  const { checkPasskey } = await import('./checkPasskey.ts')
  return checkPasskey(answer.passkey, { ...deps, ...answer })
}

/** Consumes a challenge, whatever its response. */
async function takeChallenge(
  { db, keyring, now }: PasskeyDeps,
  { challenge, thumbprint }: { challenge: string; thumbprint: string },
): Promise<Login | Reauth> {
  const row = await db
    .deleteFrom('embedded_social_flows')
    .where('state_hash', '=', hashOf(challenge))
    .where('provider', '=', 'passkey')
    .where('thumbprint', '=', thumbprint)
    .where('ends_at', '>', now())
    .returning(['id', 'secrets'])
    .executeTakeFirst()
  if (!row) throw ended()
  return JSON.parse(keyring.openText(['passkey-flow', row.id], row.secrets)) as Login | Reauth
}

/**
 * Rejects a passkey that is not its claimed owner's: a created one must be new, since anyone can claim to have created
 * one; a used one must have signed. Returns false if its count decreased, as a copy's would.
 */
async function requireOwn(tx: Db, name: Buffer, checked: CheckedPasskey): Promise<boolean> {
  const known = await tx
    .selectFrom('embedded_passkeys')
    .select(['public_key', 'sign_count'])
    .where('name_index', '=', name)
    .executeTakeFirst()
  if (checked.made) {
    if (known) throw unprovenPasskey()
    return true
  }
  // The same work for an unknown passkey.
  const count = await checked.countIfBy(known?.public_key ?? nobody)
  if (!known || count === undefined) throw unprovenPasskey()
  const before = Number(known.sign_count)
  await tx.updateTable('embedded_passkeys').set({ sign_count: count }).where('name_index', '=', name).execute()
  return count > before || (count === 0 && before === 0)
}

/** Only recorded: a wrong count must not lock anyone out from their money. */
async function noteCount(tx: Db, { keyring, now }: PasskeyDeps, sessionId: string): Promise<void> {
  await audit(tx, keyring, {
    at: now(),
    event: 'passkey count went back',
    userId: null,
    details: { session: sessionId },
  })
}

const nobody = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'der' })
const ended = () => new KitError('not_found', { message: 'This login has expired.' })
const hashOf = (challenge: string): Buffer => createHash('sha256').update(challenge).digest()
