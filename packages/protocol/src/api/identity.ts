import * as z from 'zod/mini'
import type { Contract } from '../contract.ts'
import { plainAddress } from './caipText.ts'
import { caller } from './caller.ts'
import type { HttpRoutes } from './http.ts'

const text = z.string().check(z.maxLength(4096))

/** An account's name and its avatar; null if it has none. */
const identity = z.object({
  name: z.nullable(text),
  avatar: z.nullable(text),
  /** When this was looked up, ISO 8601, and who knew it. */
  resolvedAt: z.optional(text),
  source: z.optional(text),
  /** The parent name under which the operator registers names; absent if they do not, or not for such an account. */
  zone: z.optional(text),
})
export type Identity = z.infer<typeof identity>

export const identityApi = {
  getIdentity: {
    input: z.object({ ...caller, address: plainAddress, sender: z.optional(plainAddress) }),
    output: identity,
  },
} satisfies Contract

export const identityRoutes = {
  getIdentity: { method: 'GET', path: '/v1/identity/:address' },
} as const satisfies HttpRoutes<typeof identityApi>
