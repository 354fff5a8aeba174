import type { Namespace } from '@billfold/protocol/caip'
import { lowerHex } from '../chains/eip155/hex.ts'

/** A family's subscription methods over a WebSocket. */
type SubscriptionWords = {
  /**
   * A method's effect on subscriptions; undefined if it has none. `within` is a request by the subscription that its
   * first parameter names, `beside` one for something that lives as long as the connection.
   */
  verb(method: string): 'begin' | 'end' | 'within' | 'beside' | undefined
  /** Whether this server supports it: what pages need, and no firehose. */
  isTaken(method: string, params: readonly unknown[]): boolean
  /** Normalizes the parameters, if callers share the subscription. */
  shared?(params: readonly unknown[]): readonly unknown[]
  /** The supported subscriptions, for the error message. */
  taken: string
  /** The notification that answers a request `within`: it follows the reply to the request. */
  answers?: string
  /** Whether the node ends the subscription with this notification. */
  isLast?(notification: string, result: unknown): boolean
}

/** An account as a log topic; not the zero address, which every mint names. */
const accountTopic = /^0x0{24}(?!0{40})[0-9a-f]{40}$/
/** The most contracts, or values of one topic, in a subscription. */
const maxNamed = 200

/** Normalizes a text or a list, so that equal filters are equal texts. Undefined for anything else. */
function readNames(value: unknown): readonly string[] | undefined {
  const list = typeof value === 'string' ? [value] : value
  if (!Array.isArray(list) || list.length === 0 || list.length > maxNamed) return undefined
  return list.every((each) => typeof each === 'string') ? [...new Set(list.map(lowerHex))].sort() : undefined
}

/**
 * A log filter by contract or account; undefined for any other. A kind of event alone would match everything on a
 * chain: every transfer of every token.
 */
function readLogFilter(filter: unknown): object | undefined {
  const { address, topics } = typeof filter === 'object' && filter !== null ? (filter as Record<string, unknown>) : {}
  const contracts = address === undefined ? undefined : readNames(address)
  const list = topics === undefined ? [] : topics
  if ((address !== undefined && !contracts) || !Array.isArray(list) || list.length > 4) return undefined
  const named = list.map((each) => (each === null ? null : readNames(each)))
  if (named.includes(undefined)) return undefined
  const isOfAccount = named.slice(1).some((values) => values?.every((value) => accountTopic.test(value)))
  if (!contracts && !isOfAccount) return undefined
  return { ...(contracts && { address: contracts }), ...(named.length > 0 && { topics: named }) }
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
  // Reads of a block that a `chainHead_v1_follow` has pinned: requests that the subscription's events answer.
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

/** The methods of each family; a family without a row has no subscriptions. */
export const subscriptionWords: Readonly<Record<Namespace, SubscriptionWords | undefined>> = {
  eip155: {
    verb: (method) => (method === 'eth_subscribe' ? 'begin' : method === 'eth_unsubscribe' ? 'end' : undefined),
    isTaken: (_, [kind, filter]) => kind === 'newHeads' || (kind === 'logs' && readLogFilter(filter) !== undefined),
    shared: ([kind, filter]) => (kind === 'logs' ? [kind, readLogFilter(filter)] : [kind]),
    taken: 'newHeads, and to logs of an address or with an account among the topics',
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
      // Without keys it covers every change.
      method === 'state_subscribeStorage' ? Array.isArray(keys) && keys.length > 0 : polkadotKinds.has(method),
    taken: 'heads, the runtime’s version, storage by its keys and transactions on their way',
    answers: 'chainHead_v1_followEvent',
    isLast: (notification, result) =>
      notification === 'chainHead_v1_followEvent' && (result as { event?: unknown } | null)?.event === 'stop',
  },
  bip122: undefined,
}
