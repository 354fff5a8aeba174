import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Log } from '../log/createLog.ts'
import type { Retries } from '../process/createRetries.ts'
import type { Keyring } from './createKeyring.ts'
import type { Mailer } from './createMailer.ts'
import type { Tokens } from './createTokens.ts'

/** Dependencies of the embedded wallets' handlers. */
export type EmbeddedDeps = {
  db: Kysely<Schema>
  keyring: Keyring
  tokens: Tokens
  mailer: Mailer
  /** Between two mails to one address; 30 by default. */
  mailPauseSeconds?: number
  /** Logins that one network may start per hour; 20 by default. */
  loginStartsPerHour?: number
  now: () => Date
  /** Called for each mail that is queued, before its transaction ends. */
  onNotice?: () => void
  log: Log
  /** Of the cleanup loop: failing steps, accounts and mails. */
  retries: Retries
}
export type Db = Kysely<Schema>

/** `at` plus `seconds`. */
export const addSeconds = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000)
