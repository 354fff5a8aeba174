import type { Mailbox, NewMessage } from './mailbox.ts'
import { liveBytesOf } from './mailbox.ts'
import { createQuota, type Quota } from './quota.ts'
import type { RelayConfig } from './relayConfig.ts'

type Config = Pick<RelayConfig, 'mailboxBytes' | 'addressStored' | 'clientStored' | 'topicStored'>

/** Who may put how much into the mailboxes: an address, a publisher at an address, and everyone together on a topic. */
export function createStoreRoom(mailbox: Pick<Mailbox, 'bytesOf'>, config: Config) {
  // Never the whole store, whatever the operator says.
  const limit = Math.min(config.addressStored, config.mailboxBytes / 4)
  const addresses = createQuota({
    limit,
    measure: (origin) => mailbox.bytesOf.origin(origin),
    unasked: 0,
    sentence: 'Too many messages of this network address wait to be read or to expire',
  })
  const publishers = createQuota({
    limit: config.clientStored,
    measure: (key) => mailbox.bytesOf.publisher(key.slice(0, 16), key.slice(16)),
    unasked: config.clientStored / 64,
    sentence: 'Too many messages of this client wait to be read',
  })
  const topics = createQuota({
    limit: config.topicStored,
    measure: (topic) => mailbox.bytesOf.topic(topic),
    unasked: config.topicStored / 64,
    sentence: 'Too many messages on this topic wait to be read',
  })

  /** What a publish takes of each. */
  function sharesOf(messages: readonly NewMessage[]): [Quota, string, number][] {
    const [first] = messages
    if (!first) return []
    const byTopic = new Map<string, number>()
    let all = 0
    for (const message of messages) {
      const bytes = liveBytesOf(message)
      all += bytes
      byTopic.set(message.topic, (byTopic.get(message.topic) ?? 0) + bytes)
    }
    const shares: [Quota, string, number][] = [
      [addresses, first.origin, all],
      [publishers, first.origin + first.publisher, all],
    ]
    for (const [topic, bytes] of byTopic) shares.push([topics, topic, bytes])
    return shares
  }

  return {
    /** Stores messages of one publisher where there is room for them, and rejects where there is none. */
    async keep<T>(messages: readonly NewMessage[], store: () => Promise<T>): Promise<T> {
      const taken: [Quota, string, number][] = []
      let isStored = false
      try {
        for (const share of sharesOf(messages)) {
          const [quota, key, bytes] = share
          const waiting = quota.take(key, bytes)
          if (waiting) await waiting
          taken.push(share)
        }
        const stored = await store()
        isStored = true
        return stored
      } finally {
        for (const [quota, key, bytes] of taken) quota.settle(key, bytes, isStored)
      }
    },
    forgetIdle(): void {
      for (const quota of [addresses, publishers, topics]) quota.forgetIdle()
    },
  }
}
