import type { Kysely } from 'kysely'
import type { Chains } from '../chains/createChains.ts'
import type { Schema } from '../db/schema.ts'
import type { Log } from '../log/createLog.ts'
import type { Rpc } from '../rpc/createRpc.ts'
import type { AuthKeyring } from './createAuthKeyring.ts'
import type { AuthTokens } from './createAuthTokens.ts'

export type Db = Kysely<Schema>

/** Dependencies of the sign-in handlers. */
export type AuthDeps = {
  db: Db
  keyring: AuthKeyring
  tokens: AuthTokens
  chains: Pick<Chains, 'get' | 'list'>
  rpc: Rpc
  now: () => Date
  log: Log
}

/** `at` plus `seconds`. */
export const addSeconds = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000)
