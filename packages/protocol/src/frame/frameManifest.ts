import * as z from 'zod/mini'

/**
 * Everything that a frame's server of one version sends: published beside the release, compared by `verifyFrame`. In `headers`, `{connect}` and
 * `{ancestors}` stand for the origins that the operator's settings decide.
 */
export const frameManifest = z.object({
  format: z.literal(1),
  version: z.string(),
  files: z.array(z.object({ path: z.string(), type: z.string(), bytes: z.number(), sha256: z.string() })),
  /** Text before and after the settings, which are inert data. */
  document: z.object({ before: z.string(), after: z.string() }),
  /** The whole document for a project that the server doesn't know. */
  unknownProject: z.string(),
  headers: z.object({ all: z.record(z.string(), z.string()), document: z.string(), file: z.string() }),
})
export type FrameManifest = z.infer<typeof frameManifest>

/** Placeholders in the headers. */
export const slots = { connect: '{connect}', ancestors: '{ancestors}' } as const
