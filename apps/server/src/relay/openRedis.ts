import type { RedisServers } from '@billfold/protocol/settings/readRedisUrl'
import { Cluster, Redis, type RedisOptions } from 'ioredis'

export type RedisConnection = Redis | Cluster

const retryStrategy = (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 6), 1_000)

/** Opens a connection to Redis; a command fails at once while it is lost, and it is retried without end. */
export function openRedis({
  kind,
  hosts,
  isTls,
  username,
  password,
  database,
  primary,
  sentinelPassword,
}: RedisServers): RedisConnection {
  const login = { ...(username && { username }), ...(password && { password }), ...(isTls && { tls: {} }) }
  const common = {
    ...login,
    connectTimeout: 5_000,
    maxRetriesPerRequest: 0,
    // Redis must answer in time; otherwise the connection counts as lost.
    keepAlive: 10_000,
    socketTimeout: 15_000,
    autoResubscribe: false,
  } satisfies RedisOptions
  if (kind === 'cluster') {
    const cluster = new Cluster(hosts, {
      redisOptions: common,
      enableOfflineQueue: false,
      shardedSubscribers: true,
      clusterRetryStrategy: retryStrategy,
      slotsRefreshTimeout: 2_000,
      slotsRefreshInterval: 5_000,
      maxRedirections: 3,
      // Addresses that a cluster names are used as they are, except behind TLS, where names must match certificates.
      ...(isTls && { dnsLookup: (host: string, done: (e: null, address: string) => void) => done(null, host) }),
    })
    return silence(cluster)
  }
  const single = { ...common, db: database, enableOfflineQueue: false, retryStrategy }
  if (kind === 'single') return silence(new Redis({ ...single, ...hosts[0]! }))
  return silence(
    new Redis({
      ...single,
      sentinels: hosts,
      name: primary!,
      sentinelRetryStrategy: retryStrategy,
      ...(sentinelPassword && { sentinelPassword }),
      ...(isTls && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
    }),
  )
}

/** Errors repeat at every attempt; only the change of state is logged. */
function silence<C extends RedisConnection>(connection: C): C {
  connection.on('error', () => {})
  return connection
}
