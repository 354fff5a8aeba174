import { createHash, randomInt } from 'node:crypto'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { RefusedSignIn } from '@billfold/protocol/signin/refusedSignIn'
import { type AuthDeps, addSeconds, type Db } from './authDeps.ts'

const lastsSeconds = 600
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 32 of 62 letters and digits: 190 bits. */
const length = 32

/** The holder of a nonce: a project's page, and an account if one was named. */
type NonceHolder = {
  projectId: string
  origin: string
  address?: string | undefined
  chainId?: CaipNetworkId | undefined
}

/** Creates a nonce for one sign-in, and its token. */
export async function issueNonce({ db, keyring, tokens, now }: AuthDeps, holder: NonceHolder) {
  const nonce = Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
  const hash = hashOf(nonce)
  const { projectId, origin, address, chainId } = holder
  const endsAt = addSeconds(now(), lastsSeconds)
  const sealed = address === undefined ? null : keyring.seal(bound(hash), Buffer.from(address))
  await db
    .insertInto('auth_nonces')
    .values({ hash, project_id: projectId, origin, address: sealed, chain_id: chainId ?? null, ends_at: endsAt })
    .execute()
  return { nonce, token: await tokens.signNonce(projectId, nonce, endsAt) }
}

/**
 * The holder of a nonce, if it is still valid. Reading does not consume it: a failed attempt costs its owner nothing.
 */
export async function findNonce({ db, keyring, now }: AuthDeps, nonce: string): Promise<NonceHolder> {
  const row = await db
    .selectFrom('auth_nonces')
    .selectAll()
    .where('hash', '=', hashOf(nonce))
    .where('ends_at', '>', now())
    .executeTakeFirst()
  if (!row) throw gone()
  return {
    projectId: row.project_id,
    origin: row.origin,
    address: row.address ? keyring.open(bound(row.hash), row.address).toString() : undefined,
    chainId: (row.chain_id as CaipNetworkId | null) ?? undefined,
  }
}

/** Consumes a nonce: of two concurrent attempts, one succeeds. */
export async function consumeNonce(tx: Db, nonce: string, at: Date): Promise<void> {
  const used = await tx
    .deleteFrom('auth_nonces')
    .where('hash', '=', hashOf(nonce))
    .where('ends_at', '>', at)
    .returning('project_id')
    .executeTakeFirst()
  if (!used) throw gone()
}

const hashOf = (nonce: string): Buffer => createHash('sha256').update('nonce').update(nonce).digest()
const bound = (hash: Buffer) => ['auth-nonce', hash.toString('hex')] as const
const gone = () => new RefusedSignIn('nonce', 'its nonce was used already or has expired')
