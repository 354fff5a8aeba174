import * as z from 'zod/mini'
import type { Contract } from '../contract.ts'
import { caller } from './caller.ts'
import type { HttpRoutes } from './http.ts'

const text = z.string().check(z.maxLength(4096))
/** ISO 8601; null if unknown, as with ENS. */
const time = z.nullable(text)

/** A name's records: addresses by coin type (SLIP-44, ENSIP-11). */
const profile = z.object({
  name: text,
  registered: time,
  updated: time,
  addresses: z.record(z.string().check(z.regex(/^\d{1,10}$/)), z.object({ address: text, created: time })),
  attributes: z.array(z.record(z.string(), z.unknown())),
  /** When this was looked up, ISO 8601, and who knew it. */
  resolvedAt: z.optional(text),
  source: z.optional(text),
})
export type Profile = z.infer<typeof profile>

const signedBy = {
  /** By ENSIP-11; the chain on which a contract account says whether it signed. */
  coin_type: z.int().check(z.gte(0), z.lte(0xffff_ffff)),
  address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  message: z.string().check(z.minLength(1), z.maxLength(4000)),
  signature: z.string().check(z.regex(/^0x[0-9a-fA-F]+$/), z.maxLength(20_000)),
}

/**
 * Whether to return the addresses of every coin. Existing clients pay the first address of the response, and coin types
 * are in ascending order: by default, the response has none that would precede the EVM account's.
 */
const coinTypes = z.optional(z.literal('all'))

export const profileApi = {
  getProfile: {
    input: z.object({
      ...caller,
      name: z.string().check(z.minLength(1), z.maxLength(255)),
      coinTypes,
      apiVersion: z.optional(z.string().check(z.maxLength(10))),
    }),
    /**
     * Under apiVersion 2, a name without an account is an empty list, as on the public server; otherwise it is a 404.
     */
    output: z.union([profile, z.array(z.unknown()).check(z.maxLength(0))]),
  },
  /** An account's names; without any, an empty list under apiVersion 2, otherwise a 404. */
  getNames: {
    input: z.object({
      ...caller,
      address: z.string().check(z.minLength(1), z.maxLength(128)),
      sender: z.optional(z.string().check(z.maxLength(128))),
      coinTypes,
      apiVersion: z.optional(z.string().check(z.maxLength(10))),
    }),
    output: z.array(profile).check(z.maxLength(100)),
  },
  /** Names similar to the requested one; the first is that one itself. */
  getNameSuggestions: {
    input: z.object({
      ...caller,
      name: z.string().check(z.minLength(1), z.maxLength(255)),
      zone: z.optional(z.string().check(z.maxLength(255))),
    }),
    output: z.object({
      suggestions: z.array(z.object({ name: text, registered: z.boolean() })).check(z.maxLength(10)),
    }),
  },
} satisfies Contract

/** Names under the operator's own, proven by signature: they need no project. */
export const namesApi = {
  registerName: { input: z.object(signedBy), output: profile },
  changeName: { input: z.object({ ...signedBy, name: text }), output: profile },
  /** `proof` is the signature of the account that is added, over the same message, as its family writes signatures. */
  setNameAddress: {
    input: z.object({
      ...signedBy,
      name: text,
      proof: z.optional(z.string().check(z.regex(/^[0-9A-Za-z+/=]+$/), z.maxLength(20_000))),
    }),
    output: profile,
  },
  releaseName: { input: z.object({ ...signedBy, name: text }), output: z.object({ status: z.string() }) },
} satisfies Contract

export const profileRoutes = {
  getProfile: { method: 'GET', path: '/v1/profile/account/:name' },
  getNames: { method: 'GET', path: '/v1/profile/reverse/:address' },
  getNameSuggestions: { method: 'GET', path: '/v1/profile/suggestions/:name' },
} as const satisfies HttpRoutes<typeof profileApi>

export const namesRoutes = {
  registerName: { method: 'POST', path: '/v1/profile/account' },
  changeName: { method: 'POST', path: '/v1/profile/account/:name/attributes' },
  setNameAddress: { method: 'POST', path: '/v1/profile/account/:name/address' },
  releaseName: { method: 'POST', path: '/v1/profile/account/:name/release' },
} as const satisfies HttpRoutes<typeof namesApi>
