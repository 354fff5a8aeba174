import { randomBytes } from 'node:crypto'
import { type Announced, readAnnouncement, writeAnnouncement } from './announcement.ts'
import { byServer, channelOf, readChannel, shardOf, shards } from './channels.ts'
import { createFormerFanOut } from './formerFanOut.ts'
import { createRedisLink, type Listener, type Publisher } from './redisLink.ts'
import { createTopicChannels } from './topicChannels.ts'

/** Announces messages stored here to the other nodes, and receives their announcements. */
export type FanOut = {
  announce(messages: readonly Announced[]): void
  /** Topics that clients here began or ceased to listen to. */
  noteTopic(topic: string): void
  /** Resolves once the topics noted so far are announced here, or polled; undefined if they are already. */
  whenListening(): Promise<void> | undefined
  /** False while the other nodes are unreachable: then nodes poll the mailbox, often. */
  isUp(): boolean
  close(): Promise<void>
}

type Options = {
  /** Topics that clients here listen to. */
  topics: () => string[]
  hasTopic: (topic: string) => boolean
  onAnnounced: (messages: Announced[]) => void
  /** An announcement may be lost: check the mailbox. */
  onGap: () => void
  say: (line: string) => void
  /** Counts announcements of other nodes that arrived here. */
  onReceived?: (topic: string) => void
  /** Reports this node's usage of shared limits; undefined if there is nothing to report. */
  writeUsage?: () => string | undefined
  readUsage?: (from: string, text: string) => void
  beatMs?: number
}

/** For a single node: it announces to no one. */
export const createLoneFanOut = (): FanOut => ({
  announce() {},
  noteTopic() {},
  whenListening: () => undefined,
  isUp: () => true,
  close: async () => {},
})

const gapChannel = channelOf(0, 'gap')
/** Reports of usage: the sender, a space, and the report. */
const usageChannel = channelOf(0, 'usage')
/** Beats that may be missing before announcements count as lost. */
const silentBeats = 3

/**
 * Several nodes over Redis. A topic has a channel of its own, so a node receives only what its sockets need. PostgreSQL holds the
 * mailbox, and Redis signals: without it nothing is lost, only delayed. A node hears its own beats through every shard; when it
 * does not, it polls the mailbox and opens its connections again.
 */
export function createRedisFanOut(url: string, options: Options): FanOut {
  const { topics, hasTopic, onAnnounced, onGap, say, onReceived, writeUsage, readUsage, beatMs = 1_000 } = options
  const self = randomBytes(8).toString('hex')
  const link = createRedisLink(url)
  const { isSharded } = link
  const beatShards = isSharded ? Array.from({ length: shards }, (_, i) => i) : [0]
  const publisher = link.openPublisher()
  const former = isSharded ? undefined : createFormerFanOut(publisher, self, { onAnnounced, onGap })
  const announcer = createAnnouncer({ publisher, self, isSharded, former })
  const channels = createTopicChannels({ isSharded, listener: () => listener, topics, hasTopic, onLost: lose, onGap })

  let openedAt = 0
  let listener = openListener()
  /** By shard. */
  const heardAt = new Map<number, number>()
  let wasUp = false
  let isClosed = false

  function openListener(): Listener {
    openedAt = performance.now()
    return link.openListener({ onReady: () => void begin(), onLost: lose, onText })
  }

  /** Subscribes to everything, and then hears its own beat. */
  async function begin() {
    const current = listener
    try {
      await current.subscribe([gapChannel, usageChannel])
      for (const shard of beatShards) await current.subscribe([channelOf(shard, self)])
      await former?.listen(current)
      await channels.restart()
      beat()
    } catch {
      // Without its beats the listener is opened again.
    }
  }

  function onText(channel: string, text: string) {
    if (former?.hear(channel, text)) return
    const { shard, name } = readChannel(channel) ?? {}
    if (shard === undefined || name === undefined) return
    if (channel === gapChannel) return text === self ? undefined : onGap()
    if (channel === usageChannel) {
      const end = text.indexOf(' ')
      if (text.slice(0, end) !== self) readUsage?.(text.slice(0, end), text.slice(end + 1))
      return
    }
    if (name === self) {
      heardAt.set(shard, performance.now())
      return judge()
    }
    const announcement = readAnnouncement(name, text)
    if (!announcement || announcement.from === self) return
    onReceived?.(name)
    onAnnounced(announcement.messages)
  }

  const isUp = () => {
    const since = performance.now() - silentBeats * beatMs - 500
    return publisher.isReady() && beatShards.every((shard) => (heardAt.get(shard) ?? Number.NEGATIVE_INFINITY) > since)
  }

  function lose() {
    heardAt.clear()
    judge()
  }

  function judge() {
    const now = isUp()
    if (now === wasUp || isClosed) return
    wasUp = now
    say(now ? 'fan-out connected' : 'fan-out lost: looking into the mailbox instead')
    if (now) onGap()
  }

  function beat() {
    judge()
    // Longer than a connection takes: a member of a cluster may have been replaced, or this side's view of it be old.
    if (!wasUp && performance.now() - openedAt > Math.max(5 * beatMs, 2_000)) {
      listener.close()
      listener = openListener()
    }
    if (!publisher.isReady()) return
    for (const shard of beatShards) publisher.publish([{ channel: channelOf(shard, self), text: '' }]).catch(() => {})
    const usage = writeUsage?.()
    if (usage) publisher.publish([{ channel: usageChannel, text: `${self} ${usage}` }]).catch(() => {})
    former?.look()
    announcer.announceGap()
  }

  const beats = setInterval(beat, beatMs)

  return {
    announce: announcer.announce,
    noteTopic: channels.noteTopic,
    whenListening: () => (wasUp ? channels.whenListening() : undefined),
    isUp,
    async close() {
      isClosed = true
      clearInterval(beats)
      publisher.close()
      listener.close()
    },
  }
}

type Announcing = {
  publisher: Publisher
  self: string
  isSharded: boolean
  former: ReturnType<typeof createFormerFanOut> | undefined
}

/** Announces what was stored in one tick together, and remembers whether something could not be announced. */
function createAnnouncer({ publisher, self, isSharded, former }: Announcing) {
  let unannounced: Announced[] = []
  let hasMissed = false

  function announceAll() {
    const byTopic = new Map<string, Announced[]>()
    for (const message of unannounced) {
      const known = byTopic.get(message.topic)
      if (known) known.push(message)
      else byTopic.set(message.topic, [message])
    }
    for (const list of byServer(byTopic, ([topic]) => topic, isSharded))
      publish(
        list.map(([topic, messages]) => ({
          channel: channelOf(shardOf(topic), topic),
          text: writeAnnouncement(self, messages),
        })),
      )
    former?.announce(unannounced)
    unannounced = []
  }

  function publish(texts: { channel: string; text: string }[]) {
    publisher.publish(texts).catch(() => {
      hasMissed = true
    })
  }

  return {
    announce(messages: readonly Announced[]): void {
      if (unannounced.length === 0 && messages.length > 0) setImmediate(announceAll)
      unannounced.push(...messages)
    },
    /** Tells the others to search the mailbox, if something could not be announced. */
    announceGap(): void {
      if (!hasMissed) return
      hasMissed = false
      publish([{ channel: gapChannel, text: self }])
      former?.announceGap()
    },
  }
}
