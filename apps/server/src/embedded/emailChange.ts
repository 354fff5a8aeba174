import type { Input, Output } from '@billfold/protocol/contract'
import type { embeddedApi } from '@billfold/protocol/embedded/embeddedApi'
import { identityHash, normalizeEmail } from '@billfold/protocol/embedded/recoveryInfo'
import { KitError } from '@billfold/protocol/error'
import { audit } from './audit.ts'
import { checkCode, nameOf, sendCode } from './codes.ts'
import { isHeldBack, keepRevert } from './emailRevert.ts'
import type { EmbeddedDeps } from './embeddedDeps.ts'
import { addNotice } from './notices.ts'
import { readPerson } from './readPerson.ts'
import type { Member } from './sessions.ts'
import { drawAnew } from './wallets.ts'

type Api = typeof embeddedApi
type Client = { client: string }
/** Where the link leads that undoes a change; its token comes behind. */
export const revertPath = '/embedded/v1/email/revert'

/** Begins a change of address: first anyone who asks proves the old one. */
export async function startEmailChange(
  deps: EmbeddedDeps,
  member: Member,
  { email, site, client }: { email: string; site: string } & Client,
): Promise<Output<Api, 'startEmailChange'>> {
  const person = await readPerson(deps.db, deps, member.userId)
  const common = { site, client, thumbprint: member.thumbprint, sessionId: member.sessionId }
  if (person.email === null)
    return { ...(await sendCode(deps, { ...common, purpose: 'change-secondary', email })), step: 'secondary' }
  if (normalizeEmail(email) === normalizeEmail(person.email))
    throw new KitError('invalid_input', { message: 'This is the address already.' })
  const details = { email: normalizeEmail(email), site }
  return {
    ...(await sendCode(deps, { ...common, purpose: 'change-primary', email: person.email, details })),
    step: 'primary',
  }
}

/** The old address is proven: now the new one. */
export async function verifyEmailChangePrimary(
  deps: EmbeddedDeps,
  { sessionId, thumbprint }: Member,
  { challenge, code, client }: { challenge: string; code: string } & Client,
): Promise<Output<Api, 'verifyEmailChangePrimary'>> {
  const answered = { purpose: 'change-primary', challenge, code, thumbprint, sessionId } as const
  const { details } = await checkCode(deps, answered, async (_, proven) => proven)
  const [email, site] = [details.email!, details.site!]
  return sendCode(deps, { purpose: 'change-secondary', email, site, client, thumbprint, sessionId })
}

/**
 * The new address is proven, and is the person's from now on. This device hands in shares that are sealed for it; other devices'
 * stay as they were sealed, and say so (`readRecoveries`), until each device makes new shares.
 */
export async function verifyEmailChangeSecondary(
  deps: EmbeddedDeps,
  member: Member,
  { challenge, code, shares }: Input<Api, 'verifyEmailChangeSecondary'>,
  baseUrl: string,
): Promise<Output<Api, 'verifyEmailChangeSecondary'>> {
  const { keyring, now } = deps
  const { userId, deviceId, sessionId, thumbprint } = member
  const answered = { purpose: 'change-secondary', challenge, code, thumbprint, sessionId } as const
  return checkCode(deps, answered, async (tx, { email }) => {
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
    const isEnrolled = await tx
      .selectFrom('embedded_shares')
      .select('device_id')
      .where('device_id', '=', deviceId)
      .executeTakeFirst()
    if (isName && isEnrolled && !shares)
      throw new KitError('invalid_input', { message: 'The shares must be sealed for the new address.' })
    if (isEnrolled && shares) await drawAnew(tx, deps, member, shares)
    if (token !== null)
      await addNotice(tx, deps, before.email, { kind: 'e-mail changed', link: `${baseUrl}${revertPath}/${token}` })
    await audit(tx, keyring, { at: now(), event: 'e-mail changed', userId, details: { device: deviceId } })
    return { email, identity: identityHash(isName ? { kind: 'email', subject: email } : before.identity) }
  })
}

async function isTaken(tx: EmbeddedDeps['db'], name: Buffer): Promise<boolean> {
  const found = await tx
    .selectFrom('embedded_identities')
    .select('user_id')
    .where('name_index', '=', name)
    .executeTakeFirst()
  return found !== undefined
}
