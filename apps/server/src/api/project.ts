import { projectApi as laterApi, projectRoutes as laterRoutes, remoteFeatures } from '@billfold/protocol/api/project'
import { registryApi, registryRoutes } from '@billfold/protocol/api/registry'
import type { Handlers } from '@billfold/protocol/contract'
import type { Chains } from '../chains/createChains.ts'
import type { ServerChain } from '../chains/serverChain.ts'
import type { CallContext } from '../http/serveContract.ts'

/** The calls that are about the project itself, and where they live. */
export const projectApi = { getAnalyticsConfig: registryApi.getAnalyticsConfig, ...laterApi }
export const projectRoutes = { getAnalyticsConfig: registryRoutes.getAnalyticsConfig, ...laterRoutes }

type Able = { supports(chain: ServerChain): boolean }
type Deps = {
  chains: Pick<Chains, 'list'>
  sources: { quotes: readonly Able[]; history: readonly Able[] }
  embedded?: { socials?: readonly string[] } | undefined
  onramp?: object | undefined
}

/**
 * Answers what a kit asks about its project: which of the features that later clients ask about the operator has set up, and who provides each. Of swaps and of
 * sellers those clients know one name each that asks this server, no matter who gives the quotes or sells.
 */
export function projectHandlers(deps: Deps): Handlers<typeof projectApi, CallContext> {
  const { chains, sources, embedded, onramp } = deps
  const has = (able: readonly Able[]) => chains.list().some((chain) => able.some((source) => source.supports(chain)))
  const served = (): Partial<Record<(typeof remoteFeatures)[number], string[]>> => ({
    ...(has(sources.quotes) ? { swap: ['1inch'] } : {}),
    ...(has(sources.history) ? { activity: [] } : {}),
    // Embedded wallets have mail: anyone who has them can be logged in by it.
    ...(embedded ? { social_login: ['email', ...(embedded.socials ?? [])] } : {}),
    ...(onramp ? { onramp: ['coinbase'] } : {}),
  })
  return {
    getAnalyticsConfig: async (_, { project }) => ({ isAnalyticsEnabled: project.features.analytics === true }),
    getConfig: async () => {
      const all = served()
      // Never null: clients take that for "nothing decided" and show what they show by default, e-mail and social logins among it.
      return { features: remoteFeatures.map((id) => ({ id, isEnabled: all[id] !== undefined, config: all[id] ?? [] })) }
    },
    getOrigins: async (_, { project }) => ({
      allowedOrigins: project.origins,
      recovery: project.features.recovery ?? 'convenient',
    }),
  }
}
