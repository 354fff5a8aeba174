import type { Input, Output } from '@billfold/protocol/contract'
import type { embeddedApi } from '@billfold/protocol/embedded/embeddedApi'
import { identityHash, normalizeEmail } from '@billfold/protocol/embedded/recoveryInfo'
import { KitError } from '@billfold/protocol/error'
import { audit } from './audit.ts'
import { checkCode, nameOf, sendCode } from './codes.ts'
import { isHeldBack, keepRevert, revertSeconds } from './emailRevert.ts'
import { addSeconds, type EmbeddedDeps } from './embeddedDeps.ts'
import { addNotice } from './notices.ts'
import { type Person, readPerson } from './readPerson.ts'
import { takeGrant } from './reauth.ts'
import type { Member } from './sessions.ts'
import { drawAnew, findWallet } from './wallets.ts'

type Api = typeof embeddedApi
type Client = { client: string }
/** Maximum age of a login that counts as a proof of its key. */
const freshSeconds = 600
/** The page of the link that reverts a change; its token follows. */
export const revertPath = '/embedded/v1/email/revert'

/** Starts a change of address: first, the caller proves the old one. */
export async function startEmailChange(
  deps: EmbeddedDeps,
  member: Member,
  { email, site, grant, client }: { email: string; site: string; grant?: string | undefined } & Client,
): Promise<Output<Api, 'startEmailChange'>> {
  const person = await readPerson(deps.db, deps, member.userId)
  const { thumbprint, sessionId, language } = member
  const isLogin = person.identity.kind === 'email'
  const common = { site, client, thumbprint, sessionId, language, isLogin }
  if (person.email === null) {
    await requireLoginKey(deps, member, person, grant)
    const details = { site }
    return { ...(await sendCode(deps, { ...common, purpose: 'change-secondary', email, details })), step: 'secondary' }
  }
  if (normalizeEmail(email) === normalizeEmail(person.email))
    throw new KitError('invalid_input', { message: 'This is already the address.' })
  const newEmail = normalizeEmail(email)
  const details = { email: newEmail, site, ...(isLogin && { isLogin: 'yes' }) }
  return {
    ...(await sendCode(deps, { ...common, purpose: 'change-primary', email: person.email, newEmail, details })),
    step: 'primary',
  }
}

/**
 * A person without an address proves the key that they log in with: their passkey now, or another login a moment ago.
 */
async function requireLoginKey(
  deps: EmbeddedDeps,
  { sessionId, loggedInAt }: Member,
  { identity }: Person,
  grant: string | undefined,
): Promise<void> {
  if (identity.kind === 'passkey') {
    if (grant === undefined) throw new KitError('sign_in_unproven', { message: 'Use your passkey first.' })
    return await takeGrant(deps.db, deps, { sessionId, grant, purpose: 'email' })
  }
  if (addSeconds(loggedInAt, freshSeconds) <= deps.now())
    throw new KitError('sign_in_unproven', { message: 'Sign in again to add an address.' })
}

/** After the old address is proven: the new one. */
export async function verifyEmailChangePrimary(
  deps: EmbeddedDeps,
  { sessionId, thumbprint, language }: Member,
  { challenge, code, client }: { challenge: string; code: string } & Client,
): Promise<Output<Api, 'verifyEmailChangePrimary'>> {
  const answered = { purpose: 'change-primary', challenge, code, thumbprint, sessionId, language } as const
  const { details } = await checkCode(deps, answered, async (_, proven) => proven)
  const [email, site] = [details.email!, details.site!]
  const isLogin = details.isLogin !== undefined
  const request = {
    purpose: 'change-secondary',
    email,
    site,
    client,
    thumbprint,
    sessionId,
    language,
    isLogin,
  } as const
  return sendCode(deps, { ...request, details: { site } })
}

/**
 * After the new address is proven: it is the person's from now on. This device provides shares sealed for it; other
 * devices' stay as they were sealed, and are reported so (`readRecoveries`), until each device makes new ones.
 */
export async function verifyEmailChangeSecondary(
  deps: EmbeddedDeps,
  member: Member,
  { challenge, code, shares, change }: Input<Api, 'verifyEmailChangeSecondary'>,
  baseUrl: string,
): Promise<Output<Api, 'verifyEmailChangeSecondary'>> {
  const { keyring, now } = deps
  const { userId, deviceId, sessionId, thumbprint, language } = member
  const answered = { purpose: 'change-secondary', challenge, code, thumbprint, sessionId, language } as const
  return checkCode(deps, answered, async (tx, { email, details: { site = '' } }) => {
    await tx.selectFrom('embedded_users').select('id').where('id', '=', userId).forUpdate().executeTakeFirst()
    const before = await readPerson(tx, deps, userId)
    const isName = before.identity.kind === 'email'
    const name = nameOf(deps, email)
    if (isName && ((await isTaken(tx, name)) || (await isHeldBack(tx, name, now(), userId))))
      throw new KitError('account_mismatch', { message: 'This address has a wallet of its own.' })
    const token = before.email === null ? null : await keepRevert(tx, deps, { userId, deviceId, person: before })
    await tx
      .updateTable('embedded_identities')
      .set(
        isName
          ? { name_index: name, subject: keyring.sealText(['subject', userId, 'email'], email) }
          : { email: keyring.sealText(['email', userId, before.identity.kind], email) },
      )
      .where('user_id', '=', userId)
      .where('kind', '=', before.identity.kind)
      .execute()
    // If the wallet's recovery is encrypted to the address, the change needs the wallet's own signature, from a device
    // that can open it.
    if (isName && (await findWallet(tx, member))) {
      if (!shares || !change)
        throw new KitError('invalid_input', { message: 'The shares must be sealed for the new address.' })
      await drawAnew(tx, deps, member, { shares, change, by: { action: 'changeEmail', deviceId, shares } })
    }
    if (token !== null)
      await addNotice(tx, deps, before, {
        ...{ kind: 'e-mail changed', email, site, isLogin: isName },
        ...{ at: now().getTime(), endsAt: addSeconds(now(), revertSeconds).getTime() },
        link: `${baseUrl}${revertPath}/${token}`,
      })
    await audit(tx, keyring, { at: now(), event: 'e-mail changed', userId, details: { device: deviceId } })
    return { email, identity: identityHash(isName ? { kind: 'email', subject: email } : before.identity) }
  })
}

async function isTaken(tx: EmbeddedDeps['db'], name: Buffer): Promise<boolean> {
  const row = await tx
    .selectFrom('embedded_identities')
    .select('user_id')
    .where('name_index', '=', name)
    .executeTakeFirst()
  return row !== undefined
}
