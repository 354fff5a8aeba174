import * as z from 'zod/mini'
import type { Contract } from '../contract.ts'
import { isStorableText } from '../isStorableText.ts'

/** The relay's limits. */
export const relayLimits = {
  messageBytes: 131_072,
  batch: 500,
  ttlSeconds: { min: 30, max: 604_800 },
  attestationBytes: 8_192,
} as const

/** 64 hexadecimal digits. */
export const topic = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'a topic is 64 hexadecimal digits'))

/** An envelope: base64 or base64url, so that its length is its size. */
const message = z
  .string()
  .check(
    z.minLength(1, 'a message is not empty'),
    z.maxLength(relayLimits.messageBytes, `a message is at most ${relayLimits.messageBytes} bytes long`),
    z.regex(/^[\w+/=-]+$/, 'a message is base64'),
  )

const { min, max } = relayLimits.ttlSeconds
const ttl = z
  .int('a ttl is a whole number of seconds')
  .check(z.gte(min, `a ttl is at least ${min} seconds`), z.lte(max, `a ttl is at most ${max} seconds`))
const tag = z
  .int('a tag is a whole number')
  .check(z.gte(0, 'a tag is not negative'), z.lte(2 ** 31 - 1, 'a tag is below 2^31'))
const attestation = z.nullish(
  z
    .string()
    .check(
      z.maxLength(relayLimits.attestationBytes, 'an attestation is at most 8192 bytes long'),
      z.refine(isStorableText, 'an attestation is whole characters, none of them NUL'),
    ),
)

const batch = <T extends z.ZodMiniType>(item: T) =>
  z
    .array(item)
    .check(
      z.minLength(1, 'a batch is not empty'),
      z.maxLength(relayLimits.batch, `a batch is at most ${relayLimits.batch} long`),
    )

// Objects drop unknown fields: a client's plain-text data next to its ciphertext (chain, method, hash) ends here.
const publish = z.object({ topic, message, ttl, prompt: z.optional(z.boolean()), tag: z._default(tag, 0), attestation })
const subscription = z.object({ topic, id: z.optional(z.string().check(z.maxLength(128))) })
const yes = z.literal(true)

/** A message as it comes out of the mailbox. `publishedAt` is in milliseconds. */
const relayedMessage = z.object({
  topic: z.string(),
  message: z.string(),
  publishedAt: z.number(),
  tag: z.number(),
  attestation: z.nullish(z.string()),
})
const fetched = z.object({ messages: z.array(relayedMessage), hasMore: z.boolean() })

/** The calls a client makes to a relay. */
export const relayContract = {
  irn_publish: { input: publish, output: yes },
  irn_batchPublish: { input: z.object({ messages: batch(publish) }), output: yes },
  irn_subscribe: { input: z.object({ topic }), output: z.string() },
  irn_batchSubscribe: { input: z.object({ topics: batch(topic) }), output: z.array(z.string()) },
  irn_unsubscribe: { input: subscription, output: yes },
  irn_batchUnsubscribe: { input: z.object({ subscriptions: batch(subscription) }), output: yes },
  irn_fetchMessages: { input: z.object({ topic }), output: fetched },
  irn_batchFetchMessages: { input: z.object({ topics: batch(topic) }), output: fetched },
  irn_batchReceive: {
    input: z.object({ receipts: batch(z.object({ topic, messageId: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })) }),
    output: yes,
  },
  wc_proposeSession: {
    input: z.object({ pairingTopic: topic, sessionProposal: message, ttl: z.optional(ttl), attestation }),
    output: yes,
  },
  wc_approveSession: {
    input: z.object({
      pairingTopic: topic,
      sessionTopic: topic,
      sessionProposalResponse: message,
      sessionSettlementRequest: message,
      ttl: z.optional(ttl),
    }),
    output: yes,
  },
} as const satisfies Contract

export type RelayContract = typeof relayContract
export type RelayMethod = keyof RelayContract
export type RelayedMessage = z.infer<typeof relayedMessage>
export type Publish = z.infer<typeof publish>

/** The call behind a name, where there is one: `iridium_publish` is an old name of `irn_publish`. */
export function relayMethodOf(name: string): RelayMethod | undefined {
  const modern = name.replace(/^iridium_/, 'irn_')
  return Object.hasOwn(relayContract, modern) ? (modern as RelayMethod) : undefined
}

/** A relay's push: a message for a topic that the client subscribed to. The client responds with `true`. */
export const subscriptionPush = z.object({
  id: z.union([z.string(), z.number()]),
  jsonrpc: z.literal('2.0'),
  method: z.enum(['irn_subscription', 'iridium_subscription']),
  params: z.object({ id: z.string(), data: relayedMessage }),
})

/** A relay's errors: the code, and the word in `error.data` with the details. */
export const relayErrors = {
  unauthorized: { code: 3000, data: 'Unauthorized' },
  token_time: { code: 3000, data: 'TokenTime' },
  too_many_requests: { code: 3001, data: 'TooManyRequests' },
  parse: { code: -32700, data: 'ParseError' },
  payload: { code: -32600, data: 'InvalidPayload' },
  unknown_method: { code: -32601, data: 'MethodNotFound' },
  ttl_too_short: { code: -32000, data: 'TtlTooShort' },
  ttl_too_long: { code: -32000, data: 'TtlTooLong' },
  mailbox_full: { code: -32000, data: 'MailboxLimitExceeded' },
  too_many_subscriptions: { code: -32000, data: 'SubscriberLimitExceeded' },
  unavailable: { code: -32603, data: 'Unavailable' },
  internal: { code: -32603, data: 'Internal' },
} as const satisfies Record<string, { code: number; data: string }>

export type RelayErrorName = keyof typeof relayErrors
