import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { FarcasterLogin } from '@billfold/protocol/embedded/createFarcasterLogin'
import type { EmbeddedSession } from '@billfold/protocol/embedded/embeddedApi'
import type { FarcasterAnswer } from '@billfold/protocol/embedded/farcasterRelay'
import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import type { SocialPerson } from '@billfold/protocol/embedded/socialIssuers'
import { KitError } from '@billfold/protocol/error'
import { describeError } from '../log/describeError.ts'
import { holdSubject, takeClient } from './attempts.ts'
import { addSeconds, type EmbeddedDeps } from './embeddedDeps.ts'
import { describeSession } from './sessions.ts'
import { signIn } from './signIn.ts'

const flowSeconds = 600
const provider = 'farcaster'

/** `farcaster` is undefined if the operator has not enabled it. */
export type FarcasterDeps = EmbeddedDeps & { farcaster?: FarcasterLogin | undefined }
type Flow = { channelToken: string; sealKey: string; label: string }
type Started = { thumbprint: string; client: string; sealKey: string; label: string }

/**
 * Opens a channel for a person's Farcaster app: the nonce in the signed message binds this device's key, and no other.
 */
export async function startFarcaster(
  deps: FarcasterDeps,
  { thumbprint, client, sealKey, label }: Started,
): Promise<{ flow: string; url: string; endsInSeconds: number }> {
  const { db, keyring, now } = deps
  const login = requireLogin(deps)
  const id = randomUUID()
  // Before the request to the relay, which is someone else's.
  await db.transaction().execute((tx) => takeClient(tx, deps, client, now()))
  const endsAt = addSeconds(now(), flowSeconds)
  const { channelToken, url } = await reach(deps, () => login.open({ nonce: nonceOf(thumbprint, id), endsAt }))
  const flow: Flow = { channelToken, sealKey, label }
  await db
    .insertInto('embedded_social_flows')
    .values({
      ...{ id, provider, thumbprint, code_hash: null, outcome: null, ends_at: endsAt },
      // No one returns by a URL: a state that no response has.
      state_hash: randomBytes(32),
      secrets: keyring.sealText(['social-flow', id], JSON.stringify(flow)),
    })
    .execute()
  return { flow: id, url, endsInSeconds: flowSeconds }
}

/** Opens the session of the person who signed, for the starting device, once. */
export async function finishFarcaster(
  deps: FarcasterDeps,
  { flow, thumbprint }: { flow: string; thumbprint: string },
): Promise<EmbeddedSession | { isPending: true }> {
  const { db, keyring, now } = deps
  const login = requireLogin(deps)
  const row = await db
    .selectFrom('embedded_social_flows')
    .select(['secrets', 'outcome'])
    .where('id', '=', flow)
    .where('provider', '=', provider)
    .where('thumbprint', '=', thumbprint)
    .where('ends_at', '>', now())
    .executeTakeFirst()
  if (!row) throw ended()
  const { channelToken, sealKey, label } = JSON.parse(keyring.openText(['social-flow', flow], row.secrets)) as Flow
  const fail = async (e: unknown): Promise<never> => {
    // An unavailable node or relay may be back at the next attempt; any other failure is final.
    if (KitError.from(e).code !== 'sources_unavailable')
      await db.deleteFrom('embedded_social_flows').where('id', '=', flow).execute()
    throw e
  }
  const known = row.outcome && (JSON.parse(keyring.openText(['social-outcome', flow], row.outcome)) as FarcasterAnswer)
  const answer = known ?? (await reach(deps, () => login.read(channelToken)).catch(fail))
  if (!answer) return { isPending: true }
  // Stored before it is checked: a relay returns it once, and the registries may be unavailable now.
  if (!known)
    await db
      .updateTable('embedded_social_flows')
      .set({ outcome: keyring.sealText(['social-outcome', flow], JSON.stringify(answer)) })
      .where('id', '=', flow)
      .execute()
  const expected = { nonce: nonceOf(thumbprint, flow), now: now().getTime() }
  const person = await reach(deps, () => login.verify(answer, expected)).catch(fail)
  return openSession(deps, { flow, thumbprint, person, device: { sealKey, label } })
}

type Proven = {
  flow: string
  thumbprint: string
  person: SocialPerson
  device: { sealKey: string; label: string }
}
async function openSession(deps: FarcasterDeps, { flow, thumbprint, person, device }: Proven) {
  const { db, keyring } = deps
  const { subject, name } = person
  const session = await db.transaction().execute(async (tx) => {
    // Of two concurrent requests, one gets the session.
    const { numDeletedRows } = await tx.deleteFrom('embedded_social_flows').where('id', '=', flow).executeTakeFirst()
    if (numDeletedRows !== 1n) throw ended()
    const identity = { kind: provider, subject } as const
    await holdSubject(tx, keyring.nameIndex(identityHash(identity)))
    return await signIn(tx, deps, { identity, email: null, thumbprint, device })
  })
  return { ...(await describeSession(db, deps, session)), userName: name ?? '' }
}

function requireLogin({ farcaster }: FarcasterDeps): FarcasterLogin {
  if (!farcaster) throw new KitError('not_found', { message: 'This login method is not configured.' })
  return farcaster
}

/** Queries the relay or a node. A failure is logged and returned by name only: the rest may quote a person. */
async function reach<T>({ log }: EmbeddedDeps, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (e) {
    const { code, message } = KitError.from(e)
    if (code !== 'not_found')
      log.warn({ provider, error: e instanceof KitError ? message : describeError(e) }, 'social login failed')
    throw e instanceof KitError ? e : new KitError('sources_unavailable', { cause: e })
  }
}

const ended = () => new KitError('not_found', { message: 'This login has expired.' })

/** Binds the signature to the device's key and to one flow. Letters and digits only, as EIP-4361 requires. */
const nonceOf = (thumbprint: string, flow: string): string =>
  createHash('sha256')
    .update(JSON.stringify(['farcaster-nonce-v1', thumbprint, flow]))
    .digest('hex')
