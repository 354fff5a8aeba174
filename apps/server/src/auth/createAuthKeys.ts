import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { queryDatabase } from '../db/queryDatabase.ts'
import { StartupError } from '../process/startupError.ts'
import { addSeconds, type Db } from './authDeps.ts'
import type { PublicKey } from './authTables.ts'
import type { AuthKeyring } from './createAuthKeyring.ts'

/** How long one key signs. */
const signsSeconds = 30 * 86_400
/** How long clients may cache the public keys; a new key waits longer than that before it signs. */
export const publishedSeconds = 300
const aheadSeconds = 2 * publishedSeconds
/** Maximum age of our own copy. */
const staleSeconds = 30
const skewSeconds = 60
// Any fixed number, the same for every server.
const lockId = 4_102_000_010

type Deps = { db: Db; keyring: AuthKeyring; now: () => Date; tokenSeconds: number }
type SigningKey = {
  kid: string
  publicKey: PublicKey
  verifies: KeyObject
  sealed: Buffer
  signsAt: Date
  endsAt: Date | null
}
export type AuthKeys = ReturnType<typeof createAuthKeys>

/**
 * The keys of access tokens, shared by all servers through the database. The newest one that is due signs; the others
 * verify until their last token has expired. A new one is created each month and published before it signs.
 */
export function createAuthKeys(deps: Deps) {
  const { db, keyring, now } = deps
  let held: { at: number; keys: SigningKey[] } | undefined
  let loading: Promise<SigningKey[]> | undefined
  let loadedAt = 0
  const opened = new Map<string, KeyObject>()

  async function load(): Promise<SigningKey[]> {
    loading ??= queryDatabase(async () => {
      const at = now()
      let keys = await readKeys(db, at)
      if (!keys[0] || isDue(keys[0], at)) {
        await makeKey(deps)
        keys = await readKeys(db, at)
      }
      held = { at: at.getTime(), keys }
      loadedAt = performance.now()
      return keys
    }).finally(() => {
      loading = undefined
    })
    return loading
  }
  async function current(): Promise<SigningKey[]> {
    const at = now().getTime()
    return held && Math.abs(at - held.at) < staleSeconds * 1000 ? held.keys : load()
  }

  return {
    load,
    /** The current signing key. */
    async signing(): Promise<{ kid: string; key: KeyObject }> {
      const at = now()
      const keys = await current()
      const { kid, sealed } = keys.find(({ signsAt }) => signsAt <= at) ?? keys.at(-1)!
      const key = opened.get(kid) ?? openKey(keyring, kid, sealed)
      opened.set(kid, key)
      return { kid, key }
    },
    /** A key by its id; queries the database for one that another server may have created, at most once a second. */
    async find(kid: string): Promise<KeyObject | undefined> {
      const known = (await current()).find((key) => key.kid === kid)
      if (known || performance.now() - loadedAt < 1000) return known?.verifies
      return (await load()).find((key) => key.kid === kid)?.verifies
    },
    /** The published key set (RFC 7517). */
    async jwks() {
      return {
        keys: (await current()).map(({ kid, publicKey }) => ({ ...publicKey, kid, use: 'sig' as const, alg: 'ES256' })),
      }
    },
  }
}

/** When to create a key: when the newest has signed for its month, ahead in any case, or to sign at once. */
type Want = 'due' | 'ahead' | 'now'

/** Creates the next key, unless another server has just done so; the very first one signs at once. */
export async function makeKey({ db, keyring, now, tokenSeconds }: Deps, want: Want = 'due'): Promise<void> {
  const at = now()
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(lockId)})`.execute(tx)
    const [newest] = await readKeys(tx, at)
    if (want === 'due' && newest && !isDue(newest, at)) return
    const signsAt = newest && want !== 'now' ? addSeconds(at, aheadSeconds) : at
    // Another server may sign with the old key until its copy is renewed.
    const endsAt = addSeconds(signsAt, staleSeconds + tokenSeconds + skewSeconds)
    await tx.updateTable('auth_keys').set({ ends_at: endsAt }).where('ends_at', 'is', null).execute()
    const kid = randomBytes(12).toString('base64url')
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x, y } = pair.publicKey.export({ format: 'jwk' })
    const publicKey: PublicKey = { kty: 'EC', crv: 'P-256', x: x!, y: y! }
    await tx
      .insertInto('auth_keys')
      .values({
        kid,
        public_key: JSON.stringify(publicKey),
        private_key: keyring.seal(['auth-key', kid], pair.privateKey.export({ format: 'der', type: 'pkcs8' })),
        made_at: at,
        signs_at: signsAt,
        ends_at: null,
      })
      .execute()
  })
}

/** Revokes a leaked key: its tokens are rejected as soon as each server has renewed its copy. */
export async function revokeKey(deps: Deps, kid: string): Promise<boolean> {
  const { numDeletedRows } = await deps.db.deleteFrom('auth_keys').where('kid', '=', kid).executeTakeFirst()
  const left = await readKeys(deps.db, deps.now())
  if (!left.some(({ signsAt, endsAt }) => signsAt <= deps.now() && !endsAt)) await makeKey(deps, 'now')
  return numDeletedRows > 0n
}

const isDue = ({ signsAt }: SigningKey, at: Date): boolean => addSeconds(signsAt, signsSeconds) <= at

/** The keys whose tokens are valid, the newest first. */
export async function readKeys(db: Db, at: Date): Promise<SigningKey[]> {
  const rows = await db
    .selectFrom('auth_keys')
    .selectAll()
    .where((e) => e.or([e('ends_at', 'is', null), e('ends_at', '>', at)]))
    .orderBy('signs_at', 'desc')
    .execute()
  return rows.map((row) => ({
    kid: row.kid,
    publicKey: row.public_key,
    verifies: createPublicKey({ key: { ...row.public_key }, format: 'jwk' }),
    sealed: row.private_key,
    signsAt: row.signs_at,
    endsAt: row.ends_at,
  }))
}

function openKey(keyring: AuthKeyring, kid: string, sealed: Buffer): KeyObject {
  try {
    return createPrivateKey({ key: keyring.open(['auth-key', kid], sealed), format: 'der', type: 'pkcs8' })
  } catch {
    throw new StartupError(
      `AUTH_SECRETS cannot decrypt key ${kid} of this database: give all servers the same directory, or revoke the key.`,
    )
  }
}
