import type { Kysely } from 'kysely'
import type { Registry } from 'prom-client'
import type { Chains } from '../chains/createChains.ts'
import type { Schema } from '../db/schema.ts'
import type { Quota } from '../limits/createMemoryLimiter.ts'
import type { Log } from '../log/createLog.ts'
import type { Rpc } from '../rpc/createRpc.ts'
import { createAuth } from './createAuth.ts'
import { createAuthKeyring } from './createAuthKeyring.ts'
import { createAuthKeys } from './createAuthKeys.ts'
import { createAuthTokens } from './createAuthTokens.ts'
import { startTidying } from './deleteExpiredAuth.ts'
import { readAuthSecrets } from './readAuthSecrets.ts'
import type { AuthServing } from './serveAuth.ts'

export type AuthSettings = {
  secretsDir: string
  /** Requires existing secrets. */
  isPublic?: boolean
  issuer: string
  accessSeconds: number
  clientQuota: Quota
  projectQuota: Quota
}
type Parts = { db: Kysely<Schema>; chains: Chains; rpc: Rpc; log: Log; register: Registry; now?: () => Date }

/** Sign-in with the operator's secrets, and its cleanup, until stopped. */
export async function startAuth(
  settings: AuthSettings,
  { db, chains, rpc, log, register, now = () => new Date() }: Parts,
): Promise<{ serving: AuthServing; stop(): Promise<void> }> {
  const keyring = createAuthKeyring(readAuthSecrets(settings.secretsDir, settings))
  const keys = createAuthKeys({ db, keyring, now, tokenSeconds: settings.accessSeconds })
  // Fails now, and not on the first visitor, if the secrets do not match the database.
  await keys.signing()
  const tokens = createAuthTokens({ keys, now, ...settings })
  const tidying = startTidying({ db, now, log, keys, register })
  const { clientQuota, projectQuota } = settings
  const auth = createAuth({ db, keyring, tokens, chains, rpc, now, log, keys })
  return { serving: { ...auth, clientQuota, projectQuota }, stop: tidying.stop }
}
