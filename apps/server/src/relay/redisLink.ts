import { readRedisUrl } from '@billfold/protocol/settings/readRedisUrl'
import { openRedis, type RedisConnection } from './openRedis.ts'

/** Publishes to channels, and fails at once while Redis is unreachable. */
export type Publisher = {
  isReady(): boolean
  /** Publishes texts of one shard, in order. */
  publish(texts: readonly { channel: string; text: string }[]): Promise<void>
  /** Subscribers of a channel. */
  countSubscribers(channel: string): Promise<number>
  close(): void
}

/** Listens to channels; a lost connection starts over without any. */
export type Listener = {
  subscribe(channels: readonly string[]): Promise<void>
  unsubscribe(channels: readonly string[]): Promise<void>
  /** Hears a channel without counting as its subscriber. */
  overhear(channel: string): Promise<void>
  close(): void
}

type Listening = {
  /** Connected: nothing is subscribed yet. */
  onReady: () => void
  onLost: () => void
  onText: (channel: string, text: string) => void
}

/** Redis as nodes use it: one server, the primary that sentinels name, or a cluster with sharded channels. */
export function createRedisLink(url: string) {
  const servers = readRedisUrl(url)
  if (!servers) throw new Error('the URL of Redis is malformed')
  const isSharded = servers.kind === 'cluster'
  return {
    isSharded,
    openPublisher: (): Publisher => openPublisher(openRedis(servers), isSharded),
    openListener: (on: Listening): Listener => openListener(openRedis(servers), isSharded, on),
  }
}

function openPublisher(redis: RedisConnection, isSharded: boolean): Publisher {
  return {
    isReady: () => redis.status === 'ready',
    async publish(texts) {
      if (redis.status !== 'ready') throw new Error('Redis is unreachable')
      // Texts of one shard go to one server, and so in one write.
      const pipeline = redis.pipeline()
      for (const { channel, text } of texts)
        if (isSharded) pipeline.spublish(channel, text)
        else pipeline.publish(channel, text)
      for (const [error] of (await pipeline.exec()) ?? []) if (error) throw error
    },
    async countSubscribers(channel) {
      const [, count] = (await redis.pubsub('NUMSUB', channel)) as [string, number]
      return Number(count)
    },
    close: () => redis.disconnect(),
  }
}

function openListener(redis: RedisConnection, isSharded: boolean, { onReady, onLost, onText }: Listening): Listener {
  redis.on('ready', onReady)
  redis.on('close', onLost)
  redis.on(isSharded ? 'smessage' : 'message', onText)
  redis.on('pmessage', (_pattern: string, channel: string, text: string) => onText(channel, text))
  return {
    async subscribe(channels) {
      if (isSharded) await redis.ssubscribe(...channels)
      else await redis.subscribe(...channels)
    },
    async unsubscribe(channels) {
      if (isSharded) await redis.sunsubscribe(...channels)
      else await redis.unsubscribe(...channels)
    },
    async overhear(channel) {
      await redis.psubscribe(channel)
    },
    close() {
      redis.removeAllListeners()
      redis.on('error', () => {}) // closing may fail as well
      redis.disconnect()
    },
  }
}
