import * as z from 'zod/mini'

/** Sent with every call: the project, the kit's type and version, and the relay's client id if there is one. */
export const caller = {
  projectId: z.string().check(z.maxLength(200)),
  st: z.optional(z.string().check(z.maxLength(200))),
  sv: z.optional(z.string().check(z.maxLength(200))),
  clientId: z.optional(z.string().check(z.maxLength(400))),
}
