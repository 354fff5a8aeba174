import { byServer, channelOf, shardOf } from './channels.ts'
import type { Listener } from './redisLink.ts'

/** Topics in one command. */
const atOnce = 1_000
/** How long a new subscriber waits for its channel before its mailbox is read; afterwards the mailbox is searched again. */
const patienceMs = 1_000

type Options = {
  isSharded: boolean
  listener: () => Listener
  /** Topics that clients here listen to. */
  topics: () => string[]
  hasTopic: (topic: string) => boolean
  /** Some channels could not be subscribed to: all have to be, again. */
  onLost: () => void
  /** Channels came so late that something may have been missed. */
  onGap: () => void
}

/** Subscribes to the channels of exactly the topics that clients here listen to. */
export function createTopicChannels({ isSharded, listener, topics, hasTopic, onLost, onGap }: Options) {
  /** Topics whose channels are subscribed to, or about to be. */
  let subscribed = new Set<string>()
  let touched = new Set<string>()
  let listening: Promise<void> | undefined

  async function flush(): Promise<void> {
    const [joined, left]: [string[], string[]] = [[], []]
    for (const topic of touched)
      if (!hasTopic(topic)) {
        if (subscribed.delete(topic)) left.push(topic)
      } else if (!subscribed.has(topic)) {
        subscribed.add(topic)
        joined.push(topic)
      }
    touched = new Set()
    const current = listener()
    await Promise.all([
      ...channelLists(joined).map((channels) => current.subscribe(channels)),
      ...channelLists(left).map((channels) => current.unsubscribe(channels)),
    ])
  }

  const channelLists = (names: string[]): string[][] =>
    byServer(names, (topic) => topic, isSharded).flatMap((list) =>
      Array.from({ length: Math.ceil(list.length / atOnce) }, (_, i) =>
        list.slice(i * atOnce, (i + 1) * atOnce).map((topic) => channelOf(shardOf(topic), topic)),
      ),
    )

  /** Where this fails or takes long, topics are polled, or searched for afterwards. */
  async function flushInTime(): Promise<void> {
    const flushed = flush().catch(onLost)
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      late.resolve()
      void flushed.then(onGap)
    }, patienceMs)
    await Promise.race([flushed, late.promise])
    clearTimeout(timer)
  }

  return {
    /** For a connection without channels: subscribes to all. */
    async restart(): Promise<void> {
      subscribed = new Set()
      touched = new Set(topics())
      await flush()
    },
    /** A topic got its first subscriber here, or lost its last. */
    noteTopic(topic: string): void {
      touched.add(topic)
      if (touched.size > 1) return
      const before = listening
      const begun = Promise.withResolvers<void>()
      listening = begun.promise
      setImmediate(async () => {
        await Promise.all([before, flushInTime()])
        if (listening === begun.promise) listening = undefined
        begun.resolve()
      })
    },
    /** Resolves once the topics noted so far are subscribed to; undefined if they are already. */
    whenListening: (): Promise<void> | undefined => listening,
  }
}
