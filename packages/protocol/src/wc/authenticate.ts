import * as z from 'zod/mini'
import { peerMetadata, publicKey } from './peer.ts'

const short = z.string().check(z.maxLength(2_000))
const words = z.array(short).check(z.maxLength(100))
/** A capability among them lists every method with every chain. */
const resources = z.array(z.string().check(z.maxLength(32_000))).check(z.maxLength(100))

/** The payload of a one-click sign-in (CAIP-122); nonce and domain bind the response to this request. */
const authPayload = z.object({
  type: z.literal('caip122'),
  chains: z
    .array(z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/)))
    .check(z.minLength(1), z.maxLength(100)),
  domain: short,
  aud: short,
  version: z.literal('1'),
  nonce: short.check(z.minLength(1)),
  iat: short,
  nbf: z.optional(short),
  exp: z.optional(short),
  statement: z.optional(short),
  requestId: z.optional(short),
  resources: z.optional(resources),
  signatureTypes: z.optional(z.record(z.string(), words)),
})

export const authenticateParams = z.object({
  authPayload,
  requester: z.object({ publicKey, metadata: peerMetadata }),
  expiryTimestamp: z.int().check(z.gte(0)),
})

/** A signed statement by one account (CAIP-74): issuer, payload and signature. */
const cacao = z.object({
  h: z.object({ t: z.enum(['caip122', 'eip4361']) }),
  p: z.object({
    iss: short,
    domain: short,
    aud: short,
    version: z.literal('1'),
    nonce: short,
    iat: short,
    nbf: z.optional(short),
    exp: z.optional(short),
    statement: z.optional(short),
    requestId: z.optional(short),
    resources: z.optional(resources),
  }),
  s: z.object({
    t: z.enum(['eip191', 'eip1271', 'eip6492']),
    s: z.string().check(z.maxLength(20_000)),
    m: z.optional(short),
  }),
})

export const authenticateResult = z.object({
  cacaos: z.array(cacao).check(z.minLength(1), z.maxLength(100)),
  responder: z.object({ publicKey, metadata: peerMetadata }),
})

export type AuthPayload = z.infer<typeof authPayload>
export type Cacao = z.infer<typeof cacao>
