import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Log } from '../log/createLog.ts'
import type { Retries } from '../process/createRetries.ts'
import type { Keyring } from './createKeyring.ts'
import type { Mailer } from './createMailer.ts'
import type { Tokens } from './createTokens.ts'

/** What the handlers of embedded wallets work with. */
export type EmbeddedDeps = {
  db: Kysely<Schema>
  keyring: Keyring
  tokens: Tokens
  mailer: Mailer
  /** Between two mails to one address; 30 unless told. */
  mailPauseSeconds?: number
  /** How often one network may begin to log in; 20 unless told. */
  loginStartsPerHour?: number
  now: () => Date
  /** Told of each mail that is put into the queue, before its transaction ends. */
  onNotice?: () => void
  log: Log
  /** Of the cleanup loop: failing steps, accounts and mails. */
  retries: Retries
}
export type Db = Kysely<Schema>

/** The moment so many seconds from another. */
export const addSeconds = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000)
