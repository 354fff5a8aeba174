import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { EmbeddedSession, SocialProvider } from '@billfold/protocol/embedded/embeddedApi'
import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import type { SocialPerson } from '@billfold/protocol/embedded/socialIssuers'
import { KitError } from '@billfold/protocol/error'
import { describeError } from '../log/describeError.ts'
import { holdSubject, takeClient } from './attempts.ts'
import { addSeconds, type EmbeddedDeps } from './embeddedDeps.ts'
import { describeSession } from './sessions.ts'
import { signIn } from './signIn.ts'
import type { SocialProviders } from './socialProviders.ts'

export const flowSeconds = 600
/** The page where a browser starts a login; the flow follows. */
export const socialBegin = '/embedded/v1/social/begin'
/** The providers' redirect URIs: one each, so that no provider can answer for another. */
export const socialCallback = '/embedded/v1/social/callback/:provider'

export type SocialDeps = EmbeddedDeps & { providers: SocialProviders }
/** The person's destination after the provider's answer. */
type Back = { url: string; isPopup: boolean }
type Flow = { uri: string; redirectUri: string; verifier: string; sealKey: string; label: string; back: Back }
export type SocialAnswer = { flow?: string; code?: string; error?: string; back?: Back }
type Started = { provider: SocialProvider; thumbprint: string; client: string } & Omit<Flow, 'uri' | 'verifier'>

/** Starts a social login: only the key of the starting device can finish it. */
export async function startSocial(deps: SocialDeps, started: Started): Promise<string> {
  const { db, keyring, providers, now } = deps
  const { provider, thumbprint, redirectUri, sealKey, label, back } = started
  const [id, state, verifier] = [randomUUID(), newSecret(), newSecret()]
  const nonce = nonceOf(thumbprint, id)
  const uri = await reach(deps, provider, () =>
    providers.authorizationUrl(provider, { redirectUri, state, nonce, verifier }),
  )
  await db.transaction().execute((tx) => takeClient(tx, deps, started.client, now()))
  const flow: Flow = { uri, redirectUri, verifier, sealKey, label, back }
  await db
    .insertInto('embedded_social_flows')
    .values({
      id,
      provider,
      state_hash: hashOf(state),
      thumbprint,
      secrets: keyring.sealText(['social-flow', id], JSON.stringify(flow)),
      code_hash: null,
      outcome: null,
      ends_at: addSeconds(now(), flowSeconds),
    })
    .execute()
  return id
}

/**
 * The provider's URL, and the browser's mark, one for all logins that it starts. A flow starts in one browser, and no
 * other one can finish it.
 */
export async function beginSocial(
  { db, keyring, now }: SocialDeps,
  flow: string,
  known?: string,
): Promise<{ uri: string; browser: string } | undefined> {
  const browser = known !== undefined && /^[\w-]{43}$/.test(known) ? known : newSecret()
  const row = await db
    .updateTable('embedded_social_flows')
    .set({ browser_hash: hashOf(browser) })
    .where('id', '=', flow)
    .where('provider', '!=', 'farcaster')
    .where('code_hash', 'is', null)
    .where((e) => e.or([e('browser_hash', 'is', null), e('browser_hash', '=', hashOf(browser))]))
    .where('ends_at', '>', now())
    .returning('secrets')
    .executeTakeFirst()
  if (!row) return undefined
  const { uri } = JSON.parse(keyring.openText(['social-flow', flow], row.secrets)) as Flow
  return { uri, browser }
}

/**
 * Accepts a provider's answer, and returns what the frame continues with. An answer counts once, for the requested
 * provider and in the starting browser; its code is useless without the key that started. Anyone else's visit leaves
 * the flow unchanged.
 */
export async function takeSocialAnswer(
  deps: SocialDeps,
  provider: SocialProvider,
  answer: URLSearchParams,
  browser = '',
): Promise<SocialAnswer> {
  const { db, keyring, providers, now } = deps
  const [state, code] = [answer.get('state') ?? '', newSecret()]
  const row = await db
    .updateTable('embedded_social_flows')
    .set({ code_hash: hashOf(code) })
    .where('state_hash', '=', hashOf(state))
    .where('provider', '=', provider)
    .where('browser_hash', '=', hashOf(browser))
    .where('code_hash', 'is', null)
    .where('ends_at', '>', now())
    .returning(['id', 'thumbprint', 'secrets'])
    .executeTakeFirst()
  if (!row) return { error: 'not_found' }
  const { redirectUri, verifier, back } = JSON.parse(keyring.openText(['social-flow', row.id], row.secrets)) as Flow
  try {
    if (answer.get('error') === 'access_denied') throw new KitError('user_rejected')
    const url = new URL(redirectUri)
    url.search = answer.toString()
    const nonce = nonceOf(row.thumbprint, row.id)
    const person = await reach(deps, provider, () => providers.personOf(provider, { url, state, nonce, verifier }))
    await db
      .updateTable('embedded_social_flows')
      .set({ outcome: keyring.sealText(['social-outcome', row.id], JSON.stringify(person)) })
      .where('id', '=', row.id)
      .execute()
    return { flow: row.id, code, back }
  } catch (e) {
    await db.deleteFrom('embedded_social_flows').where('id', '=', row.id).execute()
    return { flow: row.id, error: KitError.from(e).code, back }
  }
}

/** Opens the session of the returning person, for the starting device. */
export async function finishSocial(
  deps: SocialDeps,
  { flow, code, thumbprint }: { flow: string; code: string; thumbprint: string },
): Promise<EmbeddedSession> {
  const { db, keyring, now } = deps
  const { session, name } = await db.transaction().execute(async (tx) => {
    const row = await tx
      .deleteFrom('embedded_social_flows')
      .where('id', '=', flow)
      .where('code_hash', '=', hashOf(code))
      .where('thumbprint', '=', thumbprint)
      .where('outcome', 'is not', null)
      .where('ends_at', '>', now())
      .returningAll()
      .executeTakeFirst()
    if (!row) throw new KitError('not_found', { message: 'This login has expired.' })
    const { sealKey, label } = JSON.parse(keyring.openText(['social-flow', flow], row.secrets)) as Flow
    const { subject, email, name } = JSON.parse(
      keyring.openText(['social-outcome', flow], row.outcome!),
    ) as SocialPerson
    const identity = { kind: row.provider as SocialProvider, subject }
    await holdSubject(tx, keyring.nameIndex(identityHash(identity)))
    return { session: await signIn(tx, deps, { identity, email, thumbprint, device: { sealKey, label } }), name }
  })
  const view = await describeSession(db, deps, session)
  return name ? { ...view, userName: name } : view
}

/**
 * Queries a provider. The reason of a failure may quote a person, so only the failure is reported; the log has the
 * step.
 */
async function reach<T>({ log }: SocialDeps, provider: SocialProvider, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (e) {
    if (e instanceof KitError) throw e
    log.warn({ provider, error: describeError(e) }, 'social login failed')
    throw new KitError(isUnreachable(e) ? 'sources_unavailable' : 'sign_in_unproven', { cause: e })
  }
}

const isUnreachable = (e: unknown): boolean =>
  e instanceof TypeError || (e instanceof Error && 'code' in e && e.code === 'OAUTH_TIMEOUT')

/** Binds an id_token to the device's key: another service that knows the flow can verify its device. */
const nonceOf = (thumbprint: string, flow: string): string =>
  createHash('sha256')
    .update(JSON.stringify(['social-nonce-v1', thumbprint, flow]))
    .digest('base64url')
const newSecret = (): string => randomBytes(32).toString('base64url')
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
