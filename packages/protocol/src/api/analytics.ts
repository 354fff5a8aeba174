import * as z from 'zod/mini'
import type { Contract } from '../contract.ts'
import { caller } from './caller.ts'
import type { HttpRoutes } from './http.ts'

const maxPropertiesBytes = 4096

/** One thing that happened in the kit, as `POST /e` carries it. */
export const trackedEvent = z.object({
  eventId: z.uuid(),
  url: z.string().check(z.maxLength(4096)),
  domain: z.string().check(z.maxLength(1024)),
  /** Milliseconds since 1970. */
  timestamp: z.int().check(z.gte(0), z.lte(Date.UTC(2200, 0))),
  props: z.object({
    type: z.literal('track'),
    event: z.string().check(z.regex(/^[A-Z0-9_]{1,64}$/)),
    properties: z.nullish(z.record(z.string().check(z.maxLength(64)), z.unknown()).check(z.refine(isSmall))),
    address: z.nullish(z.string().check(z.maxLength(200))),
  }),
})
export type TrackedEvent = z.infer<typeof trackedEvent>

/** Analytics: `POST /e`, the project in the query, the event in the body. */
export const analyticsApi = {
  e: {
    input: z.object({ ...caller, ...trackedEvent.shape }),
    // Clients only need the response to be JSON; ours says ACCEPTED.
    output: z.object({ status: z.string().check(z.maxLength(64)) }),
  },
} satisfies Contract

export const analyticsRoutes = {
  e: { method: 'POST', path: '/e', status: 202 },
} as const satisfies HttpRoutes<typeof analyticsApi>

function isSmall(properties: Record<string, unknown>): boolean {
  try {
    return new TextEncoder().encode(JSON.stringify(properties)).length <= maxPropertiesBytes
  } catch {
    // Too deep to be written down, or a circle: nothing that a kit would send.
    return false
  }
}
