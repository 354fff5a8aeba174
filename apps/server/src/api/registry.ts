import { registryApi, registryRoutes } from '@billfold/protocol/api/registry'
import type { Handlers } from '@billfold/protocol/contract'
import type { CallContext } from '../http/serveContract.ts'

/** The calls of the registry's wire that are about the project itself, and where they live. */
export const projectApi = { getAnalyticsConfig: registryApi.getAnalyticsConfig }
export const projectRoutes = { getAnalyticsConfig: registryRoutes.getAnalyticsConfig }

/** Answers what a kit asks about its project. */
export const projectHandlers: Handlers<typeof projectApi, CallContext> = {
  getAnalyticsConfig: async (_, { project }) => ({ isAnalyticsEnabled: project.features.analytics === true }),
}
