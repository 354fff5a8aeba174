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
type Served = Partial<Record<(typeof remoteFeatures)[number], string[]>>
const served: Served = { swap: ['1inch'], activity: [] }

type Deps = { embedded?: { socials?: readonly string[] } | undefined; onramp?: object | undefined }

/** Answers what a kit asks about its project: of logins and of buying, what the operator has set up. */
export function projectHandlers({ embedded, onramp }: Deps = {}): Handlers<typeof projectApi, CallContext> {
  const all: Served = {
    ...served,
    // Embedded wallets have mail: whoever has them can be logged in by it.
    ...(embedded ? { social_login: ['email', ...(embedded.socials ?? [])] } : {}),
    // Of sellers, too, those clients know one name that asks this server, whoever sells.
    ...(onramp ? { onramp: ['coinbase'] } : {}),
  }
  return {
    getAnalyticsConfig: async (_, { project }) => ({ isAnalyticsEnabled: project.features.analytics === true }),
    getConfig: async () => ({
      // Never null: clients take that for "nothing decided" and show what they show by default, e-mail and social logins among it.
      features: remoteFeatures.map((id) => ({ id, isEnabled: all[id] !== undefined, config: all[id] ?? [] })),
    }),
    getOrigins: async (_, { project }) => ({
      allowedOrigins: project.origins,
      recovery: project.features.recovery ?? 'convenient',
    }),
  }
}
