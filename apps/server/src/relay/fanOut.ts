import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'

/** A message for another node to read: its topic and its number in the shared mailbox. */
export type Announced = { topic: string; seq: number }

/** Announces messages stored here to the other nodes, and receives their announcements. */
export type FanOut = {
  announce(messages: readonly Announced[]): void
  /** False while the other nodes are unreachable: then nodes poll the mailbox, often. */
  isUp(): boolean
  close(): Promise<void>
}

type FanOutListeners = {
  onAnnounced: (messages: Announced[]) => void
  /** An announcement may be lost: check the mailbox. */
  onGap: () => void
  say: (line: string) => void
}

/** For a single node: it announces to no one. */
export const createLoneFanOut = (): FanOut => ({ announce() {}, isUp: () => true, close: async () => {} })

const channel = 'billfold:relay'

/**
 * Several nodes over Redis. Only topics and numbers pass through it, never a message: PostgreSQL holds the mailbox, and
 * Redis only signals when to read it. Without Redis nothing is lost, only delayed.
 */
export function createRedisFanOut(url: string, { onAnnounced, onGap, say }: FanOutListeners): FanOut {
  const self = randomBytes(8).toString('hex')
  const options = {
    connectTimeout: 5_000,
    // A lost connection fails at once, and is retried without end.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 6), 1_000),
    // Redis must answer a ping in time; otherwise the connection counts as lost.
    keepAlive: 10_000,
    socketTimeout: 15_000,
  }
  const teller = new Redis(url, options)
  const listener = new Redis(url, { ...options, autoResubscribe: false })
  let isListening = false
  let hasMissed = false
  let untold: Announced[] = []

  // Errors repeat at every attempt; only the change of state is logged.
  for (const connection of [teller, listener]) connection.on('error', () => {})
  listener.on('ready', async () => {
    try {
      await listener.subscribe(channel)
      isListening = true
      say('fan-out connected')
      onGap()
    } catch {
      listener.disconnect(true)
    }
  })
  listener.on('close', () => {
    if (isListening) say('fan-out lost: looking into the mailbox instead')
    isListening = false
  })
  listener.on('message', (_, text) => {
    const incoming = readAnnouncement(text)
    if (!incoming || incoming.from === self) return
    if (incoming.gap) onGap()
    else onAnnounced(incoming.messages)
  })
  teller.on('ready', () => {
    if (!hasMissed) return
    hasMissed = false
    tell({ from: self, gap: true, messages: [] })
  })
  // Checks both connections even when there is no traffic.
  const heartbeat = setInterval(() => {
    for (const connection of [teller, listener]) connection.ping().catch(() => {})
  }, 5_000)

  function tell(announcement: { from: string; gap?: boolean; messages: readonly Announced[] }) {
    teller.publish(channel, JSON.stringify(announcement)).catch(() => {
      hasMissed = true
    })
  }

  return {
    announce(messages) {
      // Announces all messages of one commit together: their publishes are answered in the same tick.
      if (untold.length === 0)
        setImmediate(() => {
          tell({ from: self, messages: untold })
          untold = []
        })
      untold.push(...messages)
    },
    isUp: () => isListening && teller.status === 'ready',
    async close() {
      clearInterval(heartbeat)
      teller.disconnect()
      listener.disconnect()
    },
  }
}

function readAnnouncement(text: string): { from: string; gap: boolean; messages: Announced[] } | undefined {
  try {
    const { from, gap, messages } = JSON.parse(text)
    if (typeof from !== 'string' || !Array.isArray(messages)) return undefined
    const isGood = messages.every((m) => typeof m?.topic === 'string' && Number.isSafeInteger(m?.seq))
    return isGood ? { from, gap: gap === true, messages } : undefined
  } catch {
    return undefined // not one of ours: another program uses the channel
  }
}
