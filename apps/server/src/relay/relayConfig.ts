import * as z from 'zod/mini'
import { readEnvironment } from '../process/readEnvironment.ts'
import { StartupError } from '../process/startupError.ts'

function whole(min: number, max: number, fallback: number) {
  const should = `a whole number from ${min} to ${max}`
  return z._default(z.coerce.number(should).check(z.int(should), z.gte(min, should), z.lte(max, should)), fallback)
}

const url = (should: string, protocols: RegExp) =>
  z.string(should).check(z.refine((s) => URL.canParse(s) && protocols.test(new URL(s).protocol), should))

const levels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
const addresses = 'addresses like wss://relay.example.org, with commas between them'

const variables = z.object({
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: whole(0, 65_535, 4103),
  RELAY_URL: z.optional(
    z.string().check(z.refine((s) => list(s).every((u) => /^wss?:\/\//.test(u) && URL.canParse(u)), addresses)),
  ),
  DATABASE_URL: url('a URL like postgres://user:password@host:5432/database', /^postgres(ql)?:$/),
  DATABASE_PASSWORD_FILE: z.optional(z.string()),
  DATABASE_POOL_SIZE: whole(2, 500, 10),
  REDIS_URL: z.optional(url('a URL like redis://host:6379', /^rediss?:$/)),
  LOG_LEVEL: z._default(z.enum(levels, `one of ${levels.join(', ')}`), 'info'),
  TRUST_PROXY: whole(0, 10, 0),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'at least 16 characters long'))),
  RELAY_CLIENT_RATE: whole(1, 100_000_000, 6_000),
  RELAY_ADDRESS_RATE: whole(1, 100_000_000, 60_000),
  RELAY_ADDRESS_BYTES: whole(131_072, 1_000_000_000_000, 268_435_456),
  RELAY_ADDRESS_UPGRADES: whole(1, 100_000_000, 600),
  RELAY_ADDRESS_SOCKETS: whole(1, 1_000_000, 500),
  RELAY_CLIENT_TOPICS: whole(1, 1_000_000, 2_000),
  RELAY_ADDRESS_TOPICS: whole(1, 10_000_000, 20_000),
  RELAY_MEMORY_BYTES: whole(16_777_216, 1_000_000_000_000, 536_870_912),
  RELAY_FRAME_BYTES: whole(262_144, 134_217_728, 4_194_304),
  RELAY_MAILBOX_BYTES: whole(1_048_576, Number.MAX_SAFE_INTEGER, 21_474_836_480),
  RELAY_ADDRESS_STORED: whole(131_072, Number.MAX_SAFE_INTEGER, 536_870_912),
  RELAY_CLIENT_STORED: whole(131_072, Number.MAX_SAFE_INTEGER, 67_108_864),
  RELAY_TOPIC_STORED: whole(131_072, Number.MAX_SAFE_INTEGER, 33_554_432),
  RELAY_UNREAD_HOURS: whole(1, 168, 24),
  RELAY_PING_MS: whole(100, 30_000, 25_000),
})

/** The relay's settings, validated. */
export type RelayConfig = ReturnType<typeof readRelayConfig>

/** Reads the relay's settings from the environment; throws one sentence for an invalid one. */
export function readRelayConfig(env: NodeJS.ProcessEnv) {
  const e = readEnvironment(variables, env)
  const perMinute = (limit: number) => ({ limit, windowMs: 60_000 })
  const urls = list(e.RELAY_URL ?? '')
  if (urls.length === 0 && !isLoopback(e.HOST))
    throw new StartupError(
      'RELAY_URL must be the address clients use, like wss://relay.example.org, when HOST is open to others: their tokens name it.',
    )
  return {
    host: e.HOST,
    port: e.PORT,
    urls,
    database: {
      url: e.DATABASE_URL,
      passwordFile: e.DATABASE_PASSWORD_FILE,
      poolSize: e.DATABASE_POOL_SIZE,
      statementTimeoutMs: 10_000,
    },
    redisUrl: e.REDIS_URL,
    logLevel: e.LOG_LEVEL,
    trustProxy: e.TRUST_PROXY,
    metricsToken: e.METRICS_TOKEN,
    clientRequests: perMinute(e.RELAY_CLIENT_RATE),
    addressRequests: perMinute(e.RELAY_ADDRESS_RATE),
    addressBytes: perMinute(e.RELAY_ADDRESS_BYTES),
    addressUpgrades: perMinute(e.RELAY_ADDRESS_UPGRADES),
    addressSockets: e.RELAY_ADDRESS_SOCKETS,
    clientTopics: e.RELAY_CLIENT_TOPICS,
    addressTopics: e.RELAY_ADDRESS_TOPICS,
    memoryBytes: e.RELAY_MEMORY_BYTES,
    frameBytes: e.RELAY_FRAME_BYTES,
    mailboxBytes: e.RELAY_MAILBOX_BYTES,
    addressStored: e.RELAY_ADDRESS_STORED,
    clientStored: e.RELAY_CLIENT_STORED,
    topicStored: e.RELAY_TOPIC_STORED,
    unreadSeconds: e.RELAY_UNREAD_HOURS * 3_600,
    pingMs: e.RELAY_PING_MS,
  }
}

/** The incumbent's relays, which stock clients name in their tokens whatever address they connect to. */
const vendorRelays = ['wss://relay.walletconnect.com', 'wss://relay.walletconnect.org']

/**
 * The audiences that tokens may name: the operator's addresses, or on a closed machine all its names and the
 * incumbent's relays, which it replaces.
 */
export function audiencesOf({ urls }: Pick<RelayConfig, 'urls'>, port: number): string[] {
  if (urls.length > 0) return urls
  const names = ['127.0.0.1', 'localhost', '[::1]', 'relay.billfold.localhost']
  return [...names.flatMap((name) => [`ws://${name}:${port}`, `ws://${name}:${port}/v1`]), ...vendorRelays]
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

const list = (text: string) =>
  text
    .split(',')
    .map((s) => s.trim())
    .filter(Boolean)
