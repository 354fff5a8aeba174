import type { FarcasterSettings } from '@billfold/protocol/embedded/farcasterSettings'
import type { SocialSettings } from '@billfold/protocol/embedded/socialSettings'
import type { Kysely } from 'kysely'
import type { Registry } from 'prom-client'
import type { Schema } from '../db/schema.ts'
import type { Log } from '../log/createLog.ts'
import { createRetries } from '../process/createRetries.ts'
import { startCleanup } from './cleanUp.ts'
import { createEmbedded } from './createEmbedded.ts'
import { createFarcaster } from './createFarcaster.ts'
import { createKeyring } from './createKeyring.ts'
import { createMailer } from './createMailer.ts'
import { createTickets } from './createTickets.ts'
import { createTokens } from './createTokens.ts'
import { readSecrets } from './readSecrets.ts'
import type { EmbeddedServing } from './serveEmbedded.ts'
import { createSocialProviders } from './socialProviders.ts'

type EmbeddedSettings = {
  secretsDir: string
  /** Requires existing secrets. */
  isPublic?: boolean
  walletOrigin: string
  smtpUrl: string
  mailFrom: string
  mailPauseSeconds: number
  loginStartsPerHour: number
  social: SocialSettings
  farcaster?: FarcasterSettings | undefined
}

/** Embedded wallets with the operator's secrets and mail, and their cleanup, until stopped. */
export function startEmbedded(
  settings: EmbeddedSettings,
  { db, log, register }: { db: Kysely<Schema>; log: Log; register: Registry },
): { serving: EmbeddedServing; stop(): Promise<void> } {
  const secrets = readSecrets(settings.secretsDir, settings)
  const now = () => new Date()
  const mailer = createMailer(settings)
  const tokens = createTokens(secrets.tokenKeys, now)
  const providers = createSocialProviders(settings.social)
  const { mailPauseSeconds, loginStartsPerHour, walletOrigin } = settings
  const limits = { mailPauseSeconds, loginStartsPerHour }
  const retries = createRetries({ loop: 'embedded', register, log })
  const parts = { db, log, now, mailer, ...limits, tokens, providers, keyring: createKeyring(secrets), retries }
  const upkeep = startCleanup(parts)
  const farcaster = createFarcaster(settings.farcaster, walletOrigin)
  const tickets = createTickets(secrets.ticketKeys, now)
  const deps = { ...parts, tickets, farcaster, walletOrigin, onNotice: upkeep.wake }
  return {
    serving: { ...createEmbedded(deps), walletOrigin },
    async stop() {
      await upkeep.stop()
      mailer.close()
    },
  }
}
