import * as z from 'zod/mini'
import { caller } from '../api/caller.ts'
import type { HttpRoutes } from '../api/http.ts'
import type { Contract } from '../contract.ts'
import { maxSignInLength } from './signInText.ts'

const short = (length: number) => z.string().check(z.minLength(1), z.maxLength(length))
const jwt = z.string().check(z.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/), z.maxLength(4096))
const refreshToken = z.string().check(z.regex(/^[\w-]+$/), z.maxLength(200))
const caip2 = z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/))

/** The user's wallet, as AppKit sends it; the server neither trusts nor stores it. */
const walletInfo = z.object({
  type: z.enum(['social', 'walletconnect', 'extension', 'unknown']),
  name: z.optional(short(200)),
  icon: z.optional(z.string().check(z.maxLength(2000))),
  social: z.optional(short(50)),
  identifier: z.optional(short(320)),
})

const status = z.object({ status: z.string() })
const signedIn = z.object({
  /** The access token: `Authorization: Bearer …`. */
  token: jwt,
  /** Good for one use, which brings the next one. */
  refreshToken,
  /** Seconds until the access token ends. */
  expiresIn: z.int().check(z.gte(1)),
})
export type SignedIn = z.infer<typeof signedIn>

/** A site's data about a person besides the address. */
export const userMetadata = z.record(
  z.string().check(z.regex(/^\w{1,64}$/)),
  z.union([z.string().check(z.maxLength(2000)), z.number(), z.boolean(), z.null()]),
)

/**
 * Sign-in with a wallet, as AppKit's clients call it. `authenticate` carries `x-nonce-jwt: Bearer …`; `me` and all
 * below it carry `Authorization: Bearer …`. What is refused is `sign_in_unproven` with the reason as its field.
 */
export const authApi = {
  /**
   * A nonce for one sign-in on the requesting page's domain. If the caller already names the account, it is bound to
   * that.
   */
  nonce: {
    input: z.object({ ...caller, address: z.optional(short(128)), chainId: z.optional(caip2) }),
    output: z.object({ nonce: z.string().check(z.regex(/^[0-9a-zA-Z]{22,64}$/)), token: jwt }),
  },
  authenticate: {
    input: z.object({
      ...caller,
      clientId: z.optional(z.nullable(z.string().check(z.maxLength(400)))),
      message: short(maxSignInLength),
      signature: short(20_000),
      walletInfo: z.optional(z.nullable(walletInfo)),
    }),
    output: signedIn,
  },
  refresh: { input: z.object({ ...caller, refreshToken }), output: signedIn },
  me: {
    input: z.object({ ...caller }),
    output: z.object({
      address: short(128),
      /** A number on EVM chains, as existing clients expect; elsewhere the chain's reference. */
      chainId: z.union([z.int(), short(32)]),
      caip2Network: caip2,
      /** Unix seconds. */
      signedInAt: z.int(),
      metadata: userMetadata,
    }),
  },
  updateUserMetadata: { input: z.object({ ...caller, metadata: userMetadata }), output: status },
  /** Sets all of it, as AppKit 1.8.0 does; null removes it. */
  setAccountMetadata: { input: z.object({ ...caller, metadata: z.nullable(userMetadata) }), output: status },
  /** Ends this sign-in, its refresh token with it. */
  signOut: { input: z.object({ ...caller }), output: status },
  /** The sites of the project where the same address is signed in, the calling one included; newest first. */
  listSignIns: {
    input: z.object({ ...caller }),
    output: z.object({
      signIns: z
        .array(
          z.object({
            id: z.uuid(),
            /** `Firefox, Linux`: enough to know a device again. */
            label: z.string(),
            origin: z.string(),
            caip2Network: caip2,
            /** Unix seconds. */
            signedInAt: z.int(),
            lastUsedAt: z.int(),
            isThis: z.boolean(),
          }),
        )
        .check(z.maxLength(100)),
    }),
  },
  /** Ends another sign-in of the same address. */
  endSignIn: { input: z.object({ ...caller, id: z.uuid() }), output: status },
} satisfies Contract

export const authRoutes = {
  nonce: { method: 'GET', path: '/auth/v1/nonce' },
  authenticate: { method: 'POST', path: '/auth/v1/authenticate' },
  refresh: { method: 'POST', path: '/auth/v1/refresh' },
  me: { method: 'GET', path: '/auth/v1/me' },
  updateUserMetadata: { method: 'PATCH', path: '/auth/v1/update-user-metadata' },
  setAccountMetadata: { method: 'PUT', path: '/auth/v1/account-metadata' },
  signOut: { method: 'POST', path: '/auth/v1/sign-out' },
  listSignIns: { method: 'GET', path: '/auth/v1/sign-ins' },
  endSignIn: { method: 'DELETE', path: '/auth/v1/sign-ins/:id' },
} as const satisfies HttpRoutes<typeof authApi>

/** The path of the public keys of access tokens, for servers that verify by themselves. */
export const jwksPath = '/auth/v1/jwks.json'
