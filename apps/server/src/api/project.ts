import { projectApi as laterApi, projectRoutes as laterRoutes, remoteFeatures } from '@billfold/protocol/api/project'
import { registryApi, registryRoutes } from '@billfold/protocol/api/registry'
import type { Handlers } from '@billfold/protocol/contract'
import type { CallContext } from '../http/serveContract.ts'

/** The calls that are about the project itself, and where they live. */
export const projectApi = { getAnalyticsConfig: registryApi.getAnalyticsConfig, ...laterApi }
export const projectRoutes = { getAnalyticsConfig: registryRoutes.getAnalyticsConfig, ...laterRoutes }

/** What this server can do of what later clients ask about; the change that brings a thing adds its name. */
const served: ReadonlySet<string> = new Set()

/** Answers what a kit asks about its project. */
export const projectHandlers: Handlers<typeof projectApi, CallContext> = {
  getAnalyticsConfig: async (_, { project }) => ({ isAnalyticsEnabled: project.features.analytics === true }),
  getConfig: async () => ({
    features: remoteFeatures.map((id) => ({ id, isEnabled: served.has(id), config: null })),
  }),
  getOrigins: async (_, { project }) => ({ allowedOrigins: project.origins }),
}
