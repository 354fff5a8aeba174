import { networkOfOrigin } from './addresses.ts'
import type { Mailbox, NewMessage } from './mailbox.ts'
import { liveBytesOf } from './mailbox.ts'
import { type Account, createQuota, type Quota } from './quota.ts'
import type { RelayConfig } from './relayConfig.ts'

export type StorageQuotas = ReturnType<typeof createStorageQuotas>

type Config = Pick<RelayConfig, 'mailboxBytes' | 'addressStored' | 'clientStored' | 'topicStored'>

/** Bytes that the addresses of one wider network may store together, as a multiple of one address's limit. */
const networkFactor = 8

/**
 * Limits the mailbox space of an address, its wider network, a publisher at an address, and everyone together on a
 * topic.
 */
export function createStorageQuotas(mailbox: Pick<Mailbox, 'bytesOf'>, config: Config) {
  // Never the whole store, whatever the settings.
  const limit = Math.min(config.addressStored, config.mailboxBytes / 4)
  const addresses = createQuota({
    limit,
    measure: (origin) => mailbox.bytesOf.origin(origin),
    unmeasuredBytes: 0,
    sentence: 'Too many messages of this network address wait to be read or to expire',
  })
  const networks = createQuota({
    limit: Math.min(config.addressStored * networkFactor, config.mailboxBytes / 4),
    measure: (network) => mailbox.bytesOf.network(network),
    unmeasuredBytes: 0,
    sentence: 'Too many messages of this network wait to be read or to expire',
  })
  const publishers = createQuota({
    limit: config.clientStored,
    measure: (key) => mailbox.bytesOf.publisher(key.slice(0, 16), key.slice(16)),
    unmeasuredBytes: config.clientStored / 64,
    sentence: 'Too many messages of this client wait to be read',
  })
  const topics = createQuota({
    limit: config.topicStored,
    measure: (topic) => mailbox.bytesOf.topic(topic),
    unmeasuredBytes: config.topicStored / 64,
    sentence: 'Too many messages on this topic wait to be read',
  })

  const all = [addresses, networks, publishers, topics]

  return {
    /**
     * Reserves space for one publisher's messages, or rejects. Returns without a promise if the space is known to be
     * free.
     */
    reserve(messages: readonly NewMessage[]): Share[] | Promise<Share[]> {
      const wanted = wantedFor(messages)
      const shares: Share[] = []
      for (let i = 0; i < wanted.length; i++) {
        const { quota, key, bytes } = wanted[i]!
        const account = quota.take(key, bytes)
        if (account instanceof Promise) return takeRest(wanted, i, account, shares)
        shares.push({ quota, account, bytes })
      }
      return shares
    },
    settle,
    forgetIdle(): void {
      for (const quota of all) quota.forgetIdle()
    },
    size: () => all.reduce((sum, quota) => sum + quota.size(), 0),
  }

  /** The bytes that a publish takes of each quota. */
  function wantedFor(messages: readonly NewMessage[]): Wanted[] {
    const [first] = messages
    if (!first) return []
    const { origin, publisher } = first
    let sum = liveBytesOf(first)
    const byTopic = new Map([[first.topic, sum]])
    for (let i = 1; i < messages.length; i++) {
      const bytes = liveBytesOf(messages[i]!)
      sum += bytes
      byTopic.set(messages[i]!.topic, (byTopic.get(messages[i]!.topic) ?? 0) + bytes)
    }
    const wanted = [
      { quota: addresses, key: origin, bytes: sum },
      { quota: networks, key: networkOfOrigin(origin), bytes: sum },
      { quota: publishers, key: origin + publisher, bytes: sum },
    ]
    for (const [key, bytes] of byTopic) wanted.push({ quota: topics, key, bytes })
    return wanted
  }
}

type Wanted = { quota: Quota; key: string; bytes: number }
/** Reserved space, until the messages are stored or fail. */
type Share = { quota: Quota; account: Account; bytes: number }

/** Reserves the rest, from the first quota that needs the database. */
async function takeRest(wanted: Wanted[], from: number, asking: Promise<Account>, taken: Share[]): Promise<Share[]> {
  try {
    for (let i = from; i < wanted.length; i++) {
      const { quota, key, bytes } = wanted[i]!
      const account = await (i === from ? asking : quota.take(key, bytes))
      taken.push({ quota, account, bytes })
    }
    return taken
  } catch (e) {
    settle(taken, false)
    throw e
  }
}

/** Marks reserved space as used, or frees it. */
function settle(shares: readonly Share[], isStored: boolean): void {
  for (const { quota, account, bytes } of shares) quota.settle(account, bytes, isStored)
}
