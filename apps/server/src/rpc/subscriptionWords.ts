import type { Namespace } from '@billfold/protocol/caip'

/** How a family's nodes are asked for news over a WebSocket. */
export type SubscriptionWords = {
  /** What a method does to subscriptions; undefined for one that has nothing to do with them. */
  verb(method: string): 'begin' | 'end' | undefined
  /** Whether this server takes it: what pages need, and no firehose. */
  isTaken(method: string, params: readonly unknown[]): boolean
  /** What is taken, for who asked for something else. */
  taken: string
  /** Whether the node ends the subscription with this notification. */
  isLast?(notification: string): boolean
}

const evmKinds = new Set<unknown>(['newHeads', 'logs'])
const solanaKinds = new Set(['account', 'signature', 'slot'])
const solanaMethod = /^([a-z]+)(Subscribe|Unsubscribe)$/

const polkadotBegins = /^(?:(?:chain|state|grandpa|beefy)_subscribe\w*|author_submitAndWatchExtrinsic)$/
const polkadotEnds = /^(?:(?:chain|state|grandpa|beefy)_unsubscribe\w*|author_unwatchExtrinsic)$/
const polkadotKinds = new Set([
  'chain_subscribeNewHead',
  'chain_subscribeNewHeads',
  'chain_subscribeFinalizedHeads',
  'state_subscribeRuntimeVersion',
  'author_submitAndWatchExtrinsic',
])

/** The words of each family; one without a row here has no subscriptions. */
export const subscriptionWords: Readonly<Record<Namespace, SubscriptionWords | undefined>> = {
  eip155: {
    verb: (method) => (method === 'eth_subscribe' ? 'begin' : method === 'eth_unsubscribe' ? 'end' : undefined),
    isTaken: (_, [kind]) => evmKinds.has(kind),
    taken: 'newHeads and logs',
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
    verb: (method) => (polkadotBegins.test(method) ? 'begin' : polkadotEnds.test(method) ? 'end' : undefined),
    isTaken: (method, [keys]) =>
      // Without keys it is everything that changes.
      method === 'state_subscribeStorage' ? Array.isArray(keys) && keys.length > 0 : polkadotKinds.has(method),
    taken: 'heads, the runtime’s version, storage by its keys and transactions on their way',
  },
  bip122: undefined,
}
