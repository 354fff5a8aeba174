import * as z from 'zod/mini'
import { authenticateParams, authenticateResult } from './authenticate.ts'
import { proposalNamespaces, sessionNamespaces } from './namespaces.ts'
import { peerMetadata, publicKey } from './peer.ts'

const relay = z.object({
  protocol: z.string().check(z.maxLength(32)),
  data: z.optional(z.string().check(z.maxLength(512))),
})
const expiry = z.int().check(z.gte(0), z.lte(4_102_444_800)) // Unix seconds, before the year 2100
const peer = z.object({ publicKey, metadata: peerMetadata })
const reason = z.object({ code: z.int(), message: z.string().check(z.maxLength(1_000)) })
const chainId = z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/))
const properties = z.record(z.string(), z.unknown())
const yes = z.literal(true)
const nothing = z.looseObject({})

const propose = z.object({
  relays: z.array(relay).check(z.minLength(1), z.maxLength(10)),
  requiredNamespaces: proposalNamespaces,
  optionalNamespaces: z._default(proposalNamespaces, {}),
  sessionProperties: z.optional(properties),
  scopedProperties: z.optional(properties),
  proposer: peer,
  expiryTimestamp: z.optional(expiry),
  pairingTopic: z.optional(z.string()),
})

const settle = z.object({
  relay,
  namespaces: sessionNamespaces,
  controller: peer,
  expiry,
  sessionProperties: z.optional(properties),
  scopedProperties: z.optional(properties),
  sessionConfig: z.optional(z.object({ disableDeepLink: z.optional(z.boolean()) })),
})

const request = z.object({
  request: z.object({
    method: z.string().check(z.minLength(1), z.maxLength(128)),
    params: z.unknown(),
    expiryTimestamp: z.optional(expiry),
  }),
  chainId,
})

const event = z.object({
  event: z.object({ name: z.string().check(z.minLength(1), z.maxLength(128)), data: z.unknown() }),
  chainId,
})

const minute = 60
const day = 86_400

/**
 * The calls between the two sides of a pairing or session, inside envelopes. `tag` tells the relay the kind of message,
 * `ttl` how many seconds to keep it, `prompt` whether to notify a person.
 */
export const sessionMethods = {
  wc_sessionPropose: {
    input: propose,
    output: z.object({ relay, responderPublicKey: publicKey }),
    request: { tag: 1100, ttl: 5 * minute, prompt: true },
    response: { tag: 1101, ttl: 5 * minute },
    reject: { tag: 1120, ttl: 5 * minute },
    autoReject: { tag: 1121, ttl: 5 * minute },
  },
  wc_sessionSettle: {
    input: settle,
    output: yes,
    request: { tag: 1102, ttl: 5 * minute, prompt: false },
    response: { tag: 1103, ttl: 5 * minute },
  },
  wc_sessionUpdate: {
    input: z.object({ namespaces: sessionNamespaces }),
    output: yes,
    request: { tag: 1104, ttl: day, prompt: false },
    response: { tag: 1105, ttl: day },
  },
  wc_sessionExtend: {
    input: nothing,
    output: yes,
    request: { tag: 1106, ttl: day, prompt: false },
    response: { tag: 1107, ttl: day },
  },
  wc_sessionRequest: {
    input: request,
    output: z.unknown(),
    request: { tag: 1108, ttl: 5 * minute, prompt: true },
    response: { tag: 1109, ttl: 5 * minute },
  },
  wc_sessionEvent: {
    input: event,
    output: yes,
    request: { tag: 1110, ttl: 5 * minute, prompt: true },
    response: { tag: 1111, ttl: 5 * minute },
  },
  wc_sessionDelete: {
    input: reason,
    output: yes,
    request: { tag: 1112, ttl: day, prompt: false },
    response: { tag: 1113, ttl: day },
  },
  wc_sessionPing: {
    input: nothing,
    output: yes,
    request: { tag: 1114, ttl: minute / 2, prompt: false },
    response: { tag: 1115, ttl: minute / 2 },
  },
  wc_sessionAuthenticate: {
    input: authenticateParams,
    output: authenticateResult,
    request: { tag: 1116, ttl: 60 * minute, prompt: true },
    response: { tag: 1117, ttl: 60 * minute },
    reject: { tag: 1118, ttl: 5 * minute },
    autoReject: { tag: 1119, ttl: 5 * minute },
  },
  wc_pairingDelete: {
    input: reason,
    output: yes,
    request: { tag: 1000, ttl: day, prompt: false },
    response: { tag: 1001, ttl: day },
  },
  wc_pairingPing: {
    input: nothing,
    output: yes,
    request: { tag: 1002, ttl: minute / 2, prompt: false },
    response: { tag: 1003, ttl: minute / 2 },
  },
} as const

export type SessionMethod = keyof typeof sessionMethods
export type SessionInput<M extends SessionMethod> = z.infer<(typeof sessionMethods)[M]['input']>
export type SessionOutput<M extends SessionMethod> = z.infer<(typeof sessionMethods)[M]['output']>

/** The method of a name, if the protocol has one. */
export const sessionMethodOf = (name: string): SessionMethod | undefined =>
  Object.hasOwn(sessionMethods, name) ? (name as SessionMethod) : undefined

/** Lifetimes in seconds: a pairing and a proposal, a session, and the bounds of a request's own expiry. */
export const lifetimes = { proposal: 5 * minute, session: 7 * day, request: { min: 5 * minute, max: 7 * day } } as const

/** The content of an envelope: a request, a result or an error, each with the request's id. */
export const peerMessage = z.union([
  z.object({ id: z.int(), jsonrpc: z.literal('2.0'), method: z.string().check(z.maxLength(64)), params: z.unknown() }),
  z.object({
    id: z.int(),
    jsonrpc: z.literal('2.0'),
    error: z.object({ code: z.int(), message: z.string(), data: z.optional(z.unknown()) }),
  }),
  z
    .object({ id: z.int(), jsonrpc: z.literal('2.0'), result: z.unknown() })
    .check(z.refine((value) => value.result !== undefined, 'a result is not absent')),
])
export type PeerMessage = z.infer<typeof peerMessage>

/** An id for a request to the other side: the milliseconds, then three random digits. Later ids are larger. */
export const createPeerId = (nowMs: number, random: () => number = Math.random): number =>
  Math.floor(nowMs) * 1_000 + Math.floor(random() * 1_000)
