import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type CaipAddress, type CaipNetworkId, caipAddress, networkOf, parseCaipAddress } from '@billfold/protocol/caip'
import type { SignedIn } from '@billfold/protocol/signin/authApi'
import { open, seal } from '../embedded/sealing.ts'
import { type AuthDeps, addSeconds, type Db } from './authDeps.ts'
import { RefusedToken } from './refusedToken.ts'

const daySeconds = 86_400
export const idleSeconds = 7 * daySeconds
const maxSeconds = 30 * daySeconds
/** How long a page may retry a token whose response got lost. */
export const retrySeconds = 10

/** A sign-in on a site. */
export type SignIn = {
  id: string
  projectId: string
  chainId: CaipNetworkId
  address: string
  signedInAt: Date
  endsAt: Date
}
type NewSignIn = {
  projectId: string
  origin: string
  chainId: CaipNetworkId
  address: string
  /** Whether a contract signed, rather than a key. */
  isContract: boolean
  /** The device's name. */
  label: string
  at: Date
  /** The message's expiry, beyond which no one agreed to anything. */
  until: Date | undefined
}
type Renewable = SignIn & { refreshToken: string }

/** Stores a new sign-in, with its first refresh token. */
export async function addSignIn(tx: Db, { keyring }: Pick<AuthDeps, 'keyring'>, input: NewSignIn): Promise<Renewable> {
  const { projectId, origin, chainId, address, isContract, label, at, until } = input
  const id = randomUUID()
  const longest = addSeconds(at, maxSeconds)
  const endsAt = until && until < longest ? until : longest
  await tx
    .insertInto('auth_sign_ins')
    .values({
      id,
      project_id: projectId,
      address_index: keyring.addressIndex(chainId, address),
      owner_index: keyring.ownerIndex(chainId, address, isContract),
      account: keyring.seal(['auth-account', id], Buffer.from(caipAddress(chainId, address))),
      origin,
      label,
      signed_in_at: at,
      last_used_at: at,
      ends_at: endsAt,
    })
    .execute()
  return { id, projectId, chainId, address, signedInAt: at, endsAt, refreshToken: await newRefreshToken(tx, id, at) }
}

/** A page's view of its sign-in. */
export async function describeSignIn({ tokens }: Pick<AuthDeps, 'tokens'>, signIn: Renewable): Promise<SignedIn> {
  const { id, refreshToken, ...rest } = signIn
  return { ...(await tokens.signAccess({ signInId: id, ...rest })), refreshToken }
}

/** The sign-in of an access token, if it is still valid. */
export async function findSignIn(deps: AuthDeps, token: string | undefined, projectId: string): Promise<SignIn> {
  const id = await deps.tokens.readAccess(token, projectId)
  const row = await deps.db
    .selectFrom('auth_sign_ins')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('ends_at', '>', deps.now())
    .executeTakeFirst()
  if (!row) throw new RefusedToken('ended')
  return readSignInRow(deps, row)
}

type Row = { id: string; project_id: string; account: Buffer; signed_in_at: Date; ends_at: Date }
export function readSignInRow({ keyring }: Pick<AuthDeps, 'keyring'>, row: Row): SignIn {
  const account = keyring.open(['auth-account', row.id], row.account).toString() as CaipAddress
  const { address } = parseCaipAddress(account)
  return {
    id: row.id,
    projectId: row.project_id,
    chainId: networkOf(account),
    address,
    signedInAt: row.signed_in_at,
    endsAt: row.ends_at,
  }
}

async function newRefreshToken(tx: Db, signInId: string, at: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx
    .insertInto('auth_refresh_tokens')
    .values({ hash: hashOf(token), sign_in_id: signInId, made_at: at, used_at: null, successor: null })
    .execute()
  return token
}

/**
 * Rotates a sign-in's refresh token: each works once. A second use means that it was copied, and ends the sign-in for
 * every holder. A client whose response got lost may retry for a few seconds and gets the same next token, as long as
 * that is unused.
 */
export async function refreshSignIn(
  deps: AuthDeps,
  refreshToken: string,
  site: { projectId: string; origin: string },
): Promise<SignedIn> {
  const { db, now, log } = deps
  const at = now()
  const next = await db.transaction().execute(async (tx): Promise<Renewable | 'ended' | 'origin'> => {
    const signInRow = await tx
      .selectFrom('auth_refresh_tokens as t')
      .innerJoin('auth_sign_ins as s', 's.id', 't.sign_in_id')
      .select(['t.hash', 't.made_at', 't.used_at', 't.successor'])
      .select(['s.id', 's.project_id', 's.account', 's.origin', 's.signed_in_at', 's.ends_at'])
      .where('t.hash', '=', hashOf(refreshToken))
      .where('s.project_id', '=', site.projectId)
      .forUpdate()
      .executeTakeFirst()
    if (!signInRow) return 'ended'
    if (signInRow.origin !== site.origin) return 'origin'
    const end = () => tx.deleteFrom('auth_sign_ins').where('id', '=', signInRow.id).execute()
    if (signInRow.ends_at <= at || addSeconds(signInRow.made_at, idleSeconds) <= at) {
      await end()
      return 'ended'
    }
    const signIn = readSignInRow(deps, signInRow)
    if (!signInRow.used_at) {
      const fresh = await newRefreshToken(tx, signInRow.id, at)
      const successor = seal(sealedUnder(refreshToken), ['auth-successor', signInRow.id], Buffer.from(fresh))
      await tx
        .updateTable('auth_refresh_tokens')
        .set({ used_at: at, successor })
        .where('hash', '=', signInRow.hash)
        .execute()
      await tx.updateTable('auth_sign_ins').set({ last_used_at: at }).where('id', '=', signInRow.id).execute()
      return { ...signIn, refreshToken: fresh }
    }
    if (signInRow.successor && at <= addSeconds(signInRow.used_at, retrySeconds)) {
      const same = open([sealedUnder(refreshToken)], ['auth-successor', signInRow.id], signInRow.successor).toString()
      if (await isUnused(tx, same)) return { ...signIn, refreshToken: same }
    }
    await end()
    log.warn({ project: site.projectId, signIn: signInRow.id }, 'refresh token reused: sign-in ended')
    return 'ended'
  })
  if (typeof next === 'string') throw new RefusedToken(next)
  return describeSignIn(deps, next)
}

async function isUnused(tx: Db, token: string): Promise<boolean> {
  const row = await tx
    .selectFrom('auth_refresh_tokens')
    .select('used_at')
    .where('hash', '=', hashOf(token))
    .executeTakeFirst()
  return row?.used_at === null
}

/** Ends a sign-in, its refresh token with it. */
export async function endSignIn({ db }: Pick<AuthDeps, 'db'>, { id }: SignIn): Promise<void> {
  await db.deleteFrom('auth_sign_ins').where('id', '=', id).execute()
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
const sealedUnder = (token: string): Buffer => createHash('sha256').update('auth-successor').update(token).digest()
