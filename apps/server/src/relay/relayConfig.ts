import { isPublicStart } from '@billfold/protocol/isPublicStart'
import { readLifetimes } from '@billfold/protocol/settings/readLifetimes'
import { relaySettings } from '@billfold/protocol/settings/relaySettings'
import { schemaOf } from '@billfold/protocol/settings/setting'
import { readEnvironment } from '../process/readEnvironment.ts'
import { StartupError } from '../process/startupError.ts'
import { readTelemetry } from '../telemetry/readTelemetry.ts'

/** The relay's settings, validated. */
export type RelayConfig = ReturnType<typeof readRelayConfig>

/** Reads the relay's settings from the environment; throws one sentence for an invalid one. */
export function readRelayConfig(env: NodeJS.ProcessEnv) {
  const e = readEnvironment(schemaOf(relaySettings), env)
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
    telemetry: readTelemetry(env),
    clientRequests: perMinute(e.RELAY_CLIENT_RATE),
    addressRequests: perMinute(e.RELAY_ADDRESS_RATE),
    addressBytes: perMinute(e.RELAY_ADDRESS_BYTES),
    addressUpgrades: perMinute(e.RELAY_ADDRESS_UPGRADES),
    addressSockets: e.RELAY_ADDRESS_SOCKETS,
    projects: e.RELAY_PROJECTS === 'required',
    projectRequests: perMinute(e.RELAY_PROJECT_RATE),
    projectSockets: e.RELAY_PROJECT_SOCKETS,
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
    migrates: e.MIGRATE === 'start',
    ...readLifetimes(e, isPublicStart({ env, host: e.HOST, publicUrl: urls[0] })),
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
