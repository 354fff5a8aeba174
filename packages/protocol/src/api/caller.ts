import * as z from 'zod/mini'

/** What every call says about who is asking: the project, the kit's type and version, and the relay's client id if there is one. */
export const caller = {
  projectId: z.string(),
  st: z.optional(z.string()),
  sv: z.optional(z.string()),
  clientId: z.optional(z.string()),
}
