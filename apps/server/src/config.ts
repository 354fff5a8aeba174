import { isPublicStart } from '@billfold/protocol/isPublicStart'
import { parseOriginRule } from '@billfold/protocol/originRule'
import * as z from 'zod/mini'
import { readSmartAccountKeys } from './bundler/readSmartAccountKeys.ts'
import { readChains } from './chains/readChains.ts'
import { readSocial } from './embedded/readSocial.ts'
import { readPictureSettings } from './images/readPictureSettings.ts'
import { readNames } from './names/readNames.ts'
import { readOnramp } from './onramp/readOnramp.ts'
import { readEnvironment } from './process/readEnvironment.ts'
import { StartupError } from './process/startupError.ts'
import { localProject } from './projects/projects.ts'
import { readHosted } from './providers/hosted/readHosted.ts'
import { readOwnContracts } from './providers/quotes/trustedContracts.ts'

function whole(min: number, max: number, fallback: number) {
  const should = `a whole number from ${min} to ${max}`
  return z._default(z.coerce.number(should).check(z.int(should), z.gte(min, should), z.lte(max, should)), fallback)
}

function oneOf<const T extends readonly [string, ...string[]]>(values: T, fallback: T[number]) {
  return z._default(z.enum(values, `one of ${values.join(', ')}`), fallback)
}

const httpUrl = 'a URL like https://api.example'
const hostList = /^\s*[\w.-]+(?::\d+)?(?:\s*,\s*[\w.-]+(?::\d+)?)*\s*$/
const evmAddress = 'an address like 0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const walletOrigin = 'an origin like https://wallet.example'
const smtpUrl = 'a URL like smtps://user:password@mail.example'
const databaseUrl = 'a URL like postgres://user:password@host:5432/database'

const variables = z.object({
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: whole(0, 65_535, 4102),
  DATABASE_URL: z.string(databaseUrl).check(z.refine((s) => /^postgres(ql)?:$/.test(protocolOf(s)), databaseUrl)),
  DATABASE_PASSWORD_FILE: z.optional(z.string()),
  DATABASE_POOL_SIZE: whole(1, 500, 10),
  LOG_LEVEL: oneOf(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], 'info'),
  TRUST_PROXY: whole(0, 10, 0),
  RATE_LIMIT: whole(1, 1_000_000, 600),
  PROJECT_RATE_LIMIT: whole(1, 100_000_000, 60_000),
  REQUEST_TIMEOUT_MS: whole(100, 600_000, 15_000),
  BODY_LIMIT_BYTES: whole(1_024, 100_000_000, 262_144),
  DEFAULT_PROJECT: oneOf(['none', 'local'], 'none'),
  DEFAULT_PROJECT_ORIGINS: z._default(z.string(), localProject.origins.join(',')),
  REGISTRY_DIR: z.optional(z.string()),
  REGISTRY_LOGOS: oneOf(['on', 'off'], 'on'),
  ANALYTICS_RETENTION_DAYS: whole(1, 3_650, 90),
  ANALYTICS_BYTES_PER_DAY: whole(1_000_000, 1_000_000_000_000, 1_000_000_000),
  PUBLIC_URL: z.optional(z.string(httpUrl).check(z.refine((s) => /^https?:$/.test(protocolOf(s)), httpUrl))),
  DEVNET_URL: z.optional(z.string(httpUrl).check(z.refine((s) => /^https?:$/.test(protocolOf(s)), httpUrl))),
  INDEXER: oneOf(['on', 'off'], 'on'),
  INDEX_ADDRESSES_PER_DAY: whole(1, 1_000_000, 30),
  INDEX_BACK_BLOCKS: whole(0, 1_000_000_000, 0),
  INDEX_FORGET_DAYS: whole(1, 3_650, 30),
  CCIP_GATEWAYS: z._default(z.string().check(z.regex(hostList, 'hosts with commas between them')), ''),
  RPC_TIMEOUT_MS: whole(100, 120_000, 10_000),
  POOL_MIN_LIQUIDITY_USD: whole(0, 1_000_000_000, 25_000),
  RPC_ANSWER_LIMIT_BYTES: whole(1_024, 100_000_000, 8_000_000),
  RPC_HEAVY_AT_ONCE: whole(1, 1_000, 8),
  QUOTE_TIMEOUT_MS: whole(100, 30_000, 2_500),
  SWAP_FEE_BPS: whole(0, 100, 85),
  SWAP_FEE_RECIPIENT: z.optional(z.string(evmAddress).check(z.regex(/^0x[0-9a-fA-F]{40}$/, evmAddress))),
  SWAP_TRUSTED_CONTRACTS: z._default(z.string(), ''),
  EMBEDDED_SECRETS: z.optional(z.string()),
  WALLET_ORIGIN: z.optional(z.string(walletOrigin).check(z.refine(isOrigin, walletOrigin))),
  SMTP_URL: z.optional(z.string(smtpUrl).check(z.refine((s) => /^smtps?:$/.test(protocolOf(s)), smtpUrl))),
  MAIL_FROM: z.optional(z.string().check(z.regex(/^[^\r\n]+@[^\r\n]+$/, 'a sender like Wallet <wallet@example.com>'))),
  AUTH_SECRETS: z.optional(z.string()),
  AUTH_TOKEN_MINUTES: whole(1, 1_440, 15),
  AUTH_RATE_LIMIT: whole(1, 1_000_000, 60),
  MAIL_PAUSE_SECONDS: whole(0, 3_600, 30),
  LOGIN_STARTS_PER_HOUR: whole(1, 100_000, 20),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'at least 16 characters long'))),
})

/** The operator's settings, validated. */
export type Config = ReturnType<typeof readConfig>

/** Reads the server's settings from the environment; a wrong one is one sentence. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const e = readEnvironment(variables, env)
  const isPublic = isPublicStart({ env, host: e.HOST, publicUrl: e.PUBLIC_URL })
  if (isPublic) rejectLocalSettings(e)
  return {
    host: e.HOST,
    port: e.PORT,
    database: {
      url: e.DATABASE_URL,
      passwordFile: e.DATABASE_PASSWORD_FILE,
      poolSize: e.DATABASE_POOL_SIZE,
      statementTimeoutMs: e.REQUEST_TIMEOUT_MS,
    },
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
    analyticsBytesPerDay: e.ANALYTICS_BYTES_PER_DAY,
    metricsToken: e.METRICS_TOKEN,
    publicUrl: e.PUBLIC_URL?.replace(/\/+$/, ''),
    devnetUrl: e.DEVNET_URL,
    isIndexing: e.INDEXER === 'on',
    following: { backBlocks: e.INDEX_BACK_BLOCKS, forgetDays: e.INDEX_FORGET_DAYS },
    followQuotas: {
      client: { limit: e.INDEX_ADDRESSES_PER_DAY, windowMs: 86_400_000 },
      project: { limit: e.INDEX_ADDRESSES_PER_DAY * 100, windowMs: 86_400_000 },
    },
    isPublic,
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
function rejectLocalSettings(e: z.infer<typeof variables>): void {
  const start = 'this server can be reached by others'
  if (e.PUBLIC_URL !== undefined && protocolOf(e.PUBLIC_URL) !== 'https:')
    throw new StartupError(`PUBLIC_URL must start with https: ${start}.`)
  if (e.DEFAULT_PROJECT === 'local') throw new StartupError(`DEFAULT_PROJECT must not be local: ${start}.`)
}

/** Embedded wallets need all five settings, and are off without any of the first four. */
function readEmbedded(e: z.infer<typeof variables>, env: NodeJS.ProcessEnv, isPublic: boolean) {
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
function readAuth(e: z.infer<typeof variables>, isPublic: boolean) {
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

function isOrigin(text: string): boolean {
  return /^https?:$/.test(protocolOf(text)) && new URL(text).origin === text
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
