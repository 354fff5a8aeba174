import { projectApi as laterApi, projectRoutes as laterRoutes, remoteFeatures } from '@billfold/protocol/api/project'
import { registryApi, registryRoutes } from '@billfold/protocol/api/registry'
import type { Handlers } from '@billfold/protocol/contract'
import type { CallContext } from '../http/serveContract.ts'

/** The calls that are about the project itself, and where they live. */
export const projectApi = { getAnalyticsConfig: registryApi.getAnalyticsConfig, ...laterApi }
export const projectRoutes = { getAnalyticsConfig: registryRoutes.getAnalyticsConfig, ...laterRoutes }

/**
 * What this server can do of what later clients ask about, and by whom; the change that brings a thing adds its row. `1inch` is the one name
 * of a swap that those clients know, whoever gives the quotes.
 */
const served: Partial<Record<(typeof remoteFeatures)[number], string[]>> = { swap: ['1inch'], activity: [] }

/** Answers what a kit asks about its project. */
export const projectHandlers: Handlers<typeof projectApi, CallContext> = {
  getAnalyticsConfig: async (_, { project }) => ({ isAnalyticsEnabled: project.features.analytics === true }),
  getConfig: async () => ({
    // Never null: clients take that for "nothing decided" and show what they show by default, e-mail and social logins among it.
    features: remoteFeatures.map((id) => ({ id, isEnabled: served[id] !== undefined, config: served[id] ?? [] })),
  }),
  getOrigins: async (_, { project }) => ({
    allowedOrigins: project.origins,
    recovery: project.features.recovery ?? 'convenient',
  }),
}
