import * as z from 'zod/mini'
import type { Contract } from '../contract.ts'
import { caller } from './caller.ts'
import type { HttpRoutes } from './http.ts'

/** One thing that happened in the kit, as `POST /e` carries it. */
export const trackedEvent = z.object({
  eventId: z.uuid(),
  url: z.string().check(z.maxLength(4096)),
  domain: z.string().check(z.maxLength(1024)),
  /** Milliseconds since 1970. */
  timestamp: z.int(),
  props: z.object({
    type: z.literal('track'),
    event: z.string().check(z.regex(/^[A-Z0-9_]{1,64}$/)),
    properties: z.optional(z.record(z.string().check(z.maxLength(64)), z.unknown())),
    address: z.optional(z.string().check(z.maxLength(200))),
  }),
})
export type TrackedEvent = z.infer<typeof trackedEvent>

/** Analytics: `POST /e`, the project in the query, the event in the body. */
export const analyticsApi = {
  e: {
    input: z.object({ ...caller, ...trackedEvent.shape }),
    output: z.object({ status: z.literal('ok') }),
  },
} satisfies Contract

export const analyticsRoutes = {
  e: { method: 'POST', path: '/e' },
} as const satisfies HttpRoutes<typeof analyticsApi>
