import * as z from 'zod/mini'
import type { Contract } from '../contract.ts'
import { caller } from './caller.ts'
import type { HttpRoutes } from './http.ts'

const text = z.string().check(z.maxLength(4096))
/** ISO 8601; null where nobody tells, as ENS does not. */
const time = z.nullable(text)

/** Whom a name stands for: addresses by the number that SLIP-44 and ENSIP-11 give a coin, Ethereum's 60 first. */
export const profile = z.object({
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

export const profileApi = {
  getProfile: {
    input: z.object({
      ...caller,
      name: z.string().check(z.minLength(1), z.maxLength(255)),
      apiVersion: z.optional(z.string().check(z.maxLength(10))),
    }),
    /** Under apiVersion 2 a name that stands for no account is an empty list, as the public server has it; else it is 404. */
    output: z.union([profile, z.array(z.never())]),
  },
} satisfies Contract

export const profileRoutes = {
  getProfile: { method: 'GET', path: '/v1/profile/account/:name' },
} as const satisfies HttpRoutes<typeof profileApi>
