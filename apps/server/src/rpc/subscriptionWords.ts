import type { Namespace } from '@billfold/protocol/caip'

/** How a family's nodes are asked for news over a WebSocket. */
export type SubscriptionWords = {
  /**
   * What a method does to subscriptions; undefined for one that has nothing to do with them. One that is `within` asks for something by
   * the subscription it names first, and one that is `beside` for something that lives as long as the connection.
   */
  verb(method: string): 'begin' | 'end' | 'within' | 'beside' | undefined
  /** Whether this server takes it: what pages need, and no firehose. */
  isTaken(method: string, params: readonly unknown[]): boolean
  /** What is taken, for who asked for something else. */
  taken: string
  /** The notification by which a node answers what was asked `within`: it is told after the reply to the question. */
  answers?: string
  /** Whether the node ends the subscription with this notification. */
  isLast?(notification: string, result: unknown): boolean
}

/** Logs of a contract or of some kind: without either they are everything that a chain does, for each who asks. */
const isNarrow = (filter: unknown): boolean => {
  const { address, topics } = typeof filter === 'object' && filter !== null ? (filter as Record<string, unknown>) : {}
  const isNamed = (value: unknown): boolean =>
    typeof value === 'string' || (Array.isArray(value) && value.length > 0 && value.every(isNamed))
  return isNamed(address) || (Array.isArray(topics) && topics.some(isNamed))
}
const solanaKinds = new Set(['account', 'signature', 'slot'])
const solanaMethod = /^([a-z]+)(Subscribe|Unsubscribe)$/

const polkadotVerbs = [
  [
    'begin',
    /^(?:(?:chain|state|grandpa|beefy)_subscribe\w*|author_submitAndWatchExtrinsic|transactionWatch_v1_submitAndWatch|chainHead_\w+_follow|archive_\w+_storage(?:Diff)?)$/,
  ],
  [
    'end',
    /^(?:(?:chain|state|grandpa|beefy)_unsubscribe\w*|author_unwatchExtrinsic|transactionWatch_v1_unwatch|chainHead_\w+_unfollow|archive_\w+_stop\w+)$/,
  ],
  // What reads a block that a `chainHead_v1_follow` has pinned: by a request, answered by the subscription's events.
  ['within', /^chainHead_v1_(?:header|body|call|storage|continue|stopOperation|unpin)$/],
  ['beside', /^transaction_v1_(?:broadcast|stop)$/],
] as const
const polkadotKinds = new Set([
  'chain_subscribeNewHead',
  'chain_subscribeNewHeads',
  'chain_subscribeFinalizedHeads',
  'state_subscribeRuntimeVersion',
  'author_submitAndWatchExtrinsic',
  'transactionWatch_v1_submitAndWatch',
  'chainHead_v1_follow',
])

/** The words of each family; one without a row here has no subscriptions. */
export const subscriptionWords: Readonly<Record<Namespace, SubscriptionWords | undefined>> = {
  eip155: {
    verb: (method) => (method === 'eth_subscribe' ? 'begin' : method === 'eth_unsubscribe' ? 'end' : undefined),
    isTaken: (_, [kind, filter]) => kind === 'newHeads' || (kind === 'logs' && isNarrow(filter)),
    taken: 'newHeads, and to logs of an address or with topics',
  },
  solana: {
    verb(method) {
      const [, , verb] = solanaMethod.exec(method) ?? []
      return verb === 'Subscribe' ? 'begin' : verb === 'Unsubscribe' ? 'end' : undefined
    },
    isTaken: (method) => solanaKinds.has(solanaMethod.exec(method)?.[1] ?? ''),
    taken: 'accounts, signatures and slots',
    isLast: (notification) => notification === 'signatureNotification',
  },
  polkadot: {
    verb: (method) => polkadotVerbs.find(([, words]) => words.test(method))?.[0],
    isTaken: (method, [keys]) =>
      // Without keys it is everything that changes.
      method === 'state_subscribeStorage' ? Array.isArray(keys) && keys.length > 0 : polkadotKinds.has(method),
    taken: 'heads, the runtime’s version, storage by its keys and transactions on their way',
    answers: 'chainHead_v1_followEvent',
    isLast: (notification, result) =>
      notification === 'chainHead_v1_followEvent' && (result as { event?: unknown } | null)?.event === 'stop',
  },
  bip122: undefined,
}
