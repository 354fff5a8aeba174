import { isPublicStart } from '@billfold/protocol/isPublicStart'
import { parseOriginRule } from '@billfold/protocol/originRule'
import { readLifetimes } from '@billfold/protocol/settings/readLifetimes'
import { apiSettings, chainSettings, identitySettings } from '@billfold/protocol/settings/serverSettings'
import { schemaOf } from '@billfold/protocol/settings/setting'
import type * as z from 'zod/mini'
import { readSmartAccountKeys } from './bundler/readSmartAccountKeys.ts'
import { readChains } from './chains/readChains.ts'
import { readSocial } from './embedded/readSocial.ts'
import { readPictureSettings } from './images/readPictureSettings.ts'
import { readNames } from './names/readNames.ts'
import { readOnramp } from './onramp/readOnramp.ts'
import { readEnvironment } from './process/readEnvironment.ts'
import { StartupError } from './process/startupError.ts'
import { readHosted } from './providers/hosted/readHosted.ts'
import { readOwnContracts } from './providers/quotes/trustedContracts.ts'
import { readTelemetry } from './telemetry/readTelemetry.ts'

const settings = { ...apiSettings, ...chainSettings, ...identitySettings }
type Variables = z.infer<ReturnType<typeof schemaOf<typeof settings>>>

/** The operator's settings, validated. */
export type Config = ReturnType<typeof readConfig>

/** Reads the server's settings from the environment; a wrong one is one sentence. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const e = readEnvironment(schemaOf(settings), env)
  const isPublic = isPublicStart({ env, host: e.HOST, publicUrl: e.PUBLIC_URL })
  if (isPublic) rejectLocalSettings(e)
  return {
    host: e.HOST,
    port: e.PORT,
    database: {
      url: e.DATABASE_URL,
      directUrl: e.DATABASE_DIRECT_URL,
      passwordFile: e.DATABASE_PASSWORD_FILE,
      poolSize: e.DATABASE_POOL_SIZE,
      statementTimeoutMs: e.REQUEST_TIMEOUT_MS,
    },
    replica:
      e.DATABASE_READ_URL === undefined
        ? undefined
        : { url: e.DATABASE_READ_URL, maxLagMs: e.DATABASE_READ_MAX_LAG_SECONDS * 1_000 },
    logLevel: e.LOG_LEVEL,
    trustProxy: e.TRUST_PROXY,
    clientQuota: { limit: e.RATE_LIMIT, windowMs: 60_000 },
    projectQuota: { limit: e.PROJECT_RATE_LIMIT, windowMs: 60_000 },
    requestTimeoutMs: e.REQUEST_TIMEOUT_MS,
    bodyLimitBytes: e.BODY_LIMIT_BYTES,
    localProjectOrigins: e.DEFAULT_PROJECT === 'local' ? readOrigins(e.DEFAULT_PROJECT_ORIGINS) : undefined,
    registryDir: e.REGISTRY_DIR,
    hasLogos: e.REGISTRY_LOGOS === 'on',
    analyticsRetentionDays: e.ANALYTICS_RETENTION_DAYS,
    orderRetentionDays: e.ORDER_RETENTION_DAYS,
    sponsorshipRetentionDays: e.SPONSORSHIP_RETENTION_DAYS,
    analyticsBytesPerDay: e.ANALYTICS_BYTES_PER_DAY,
    metricsToken: e.METRICS_TOKEN,
    maxProjects: e.PROJECT_METRICS,
    telemetry: readTelemetry(env),
    publicUrl: e.PUBLIC_URL?.replace(/\/+$/, ''),
    devnetUrl: e.DEVNET_URL,
    isIndexing: e.INDEXER === 'on',
    indexing: { connections: e.INDEXER_CONNECTIONS, leaseMs: e.INDEXER_LEASE_SECONDS * 1_000 },
    following: { backBlocks: e.INDEX_BACK_BLOCKS, forgetDays: e.INDEX_FORGET_DAYS },
    followQuotas: {
      client: { limit: e.INDEX_ADDRESSES_PER_DAY, windowMs: 86_400_000 },
      project: { limit: e.INDEX_ADDRESSES_PER_DAY * 100, windowMs: 86_400_000 },
    },
    isPublic,
    ...readLifetimes(e, isPublic),
    migrates: e.MIGRATE === 'start',
    embedded: readEmbedded(e, env, isPublic),
    auth: readAuth(e, isPublic),
    names: readNames(env),
    pictures: readPictureSettings(env, e.DEVNET_URL),
    onramp: readOnramp(env),
    chains: readChains(env),
    smartAccountKeys: readSmartAccountKeys(env),
    hosted: readHosted(env),
    ccipGateways: e.CCIP_GATEWAYS.split(',')
      .map((host) => host.trim())
      .filter(Boolean),
    swapFee:
      e.SWAP_FEE_RECIPIENT && e.SWAP_FEE_BPS > 0
        ? { bps: e.SWAP_FEE_BPS, recipient: e.SWAP_FEE_RECIPIENT as `0x${string}` }
        : undefined,
    quoteDeadlineMs: e.QUOTE_TIMEOUT_MS,
    ownSwapContracts: readOwnContracts(e.SWAP_TRUSTED_CONTRACTS),
    poolTrust: { minLiquidityUsd: e.POOL_MIN_LIQUIDITY_USD },
    rpcLimits: {
      deadlineMs: e.RPC_TIMEOUT_MS,
      maxBytes: e.RPC_ANSWER_LIMIT_BYTES,
      heavyAtOnce: e.RPC_HEAVY_AT_ONCE,
    },
  }
}

/** For others than this machine, nothing counts that is fit for trying out only. */
function rejectLocalSettings(e: Variables): void {
  const start = 'this server can be reached by others'
  if (e.PUBLIC_URL !== undefined && protocolOf(e.PUBLIC_URL) !== 'https:')
    throw new StartupError(`PUBLIC_URL must start with https: ${start}.`)
  if (e.DEFAULT_PROJECT === 'local') throw new StartupError(`DEFAULT_PROJECT must not be local: ${start}.`)
}

/** Embedded wallets need all five settings, and are off without any of the first four. */
function readEmbedded(e: Variables, env: NodeJS.ProcessEnv, isPublic: boolean) {
  const settings = {
    EMBEDDED_SECRETS: e.EMBEDDED_SECRETS,
    WALLET_ORIGIN: e.WALLET_ORIGIN,
    SMTP_URL: e.SMTP_URL,
    MAIL_FROM: e.MAIL_FROM,
  }
  const missing = Object.entries(settings).find(([, value]) => value === undefined)?.[0]
  const set = Object.entries(settings).find(([, value]) => value !== undefined)?.[0]
  if (!set) return undefined
  if (missing) throw new StartupError(`${missing} must be set too: embedded wallets need it, and ${set} is set.`)
  // Links in emails would otherwise lead wherever a request's Host header says.
  if (e.PUBLIC_URL === undefined)
    throw new StartupError('PUBLIC_URL must be set too: links in the emails of embedded wallets lead there.')
  if (e.MAIL_PAUSE_SECONDS < 30 && !e.DEVNET_URL)
    throw new StartupError('MAIL_PAUSE_SECONDS must be 30 or more: less is for a local network.')
  return {
    secretsDir: e.EMBEDDED_SECRETS!,
    isPublic,
    walletOrigin: e.WALLET_ORIGIN!,
    smtpUrl: e.SMTP_URL!,
    mailFrom: e.MAIL_FROM!,
    mailPauseSeconds: e.MAIL_PAUSE_SECONDS,
    loginStartsPerHour: e.LOGIN_STARTS_PER_HOUR,
    ...readSocial(env),
  }
}

/** Sign-in with a wallet is off without a place for its secrets. */
function readAuth(e: Variables, isPublic: boolean) {
  if (e.AUTH_SECRETS === undefined) return undefined
  return {
    secretsDir: e.AUTH_SECRETS,
    isPublic,
    // The same for every server behind one address, whatever each of them sees of it.
    issuer: e.PUBLIC_URL?.replace(/\/+$/, '') ?? 'billfold',
    accessSeconds: e.AUTH_TOKEN_MINUTES * 60,
    clientQuota: { limit: e.AUTH_RATE_LIMIT, windowMs: 60_000 },
    projectQuota: { limit: e.AUTH_RATE_LIMIT * 100, windowMs: 60_000 },
  }
}

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : ''
}

function readOrigins(list: string): string[] {
  const origins = list
    .split(',')
    .map((s) => s.trim())
    .filter(Boolean)
  try {
    for (const origin of origins) parseOriginRule(origin)
  } catch (e) {
    throw new StartupError(`DEFAULT_PROJECT_ORIGINS must be comma-separated origins; ${(e as Error).message}`)
  }
  return origins
}
