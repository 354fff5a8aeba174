import { projectApi as laterApi, projectRoutes as laterRoutes, remoteFeatures } from '@billfold/protocol/api/project'
import { registryApi, registryRoutes } from '@billfold/protocol/api/registry'
import type { Handlers } from '@billfold/protocol/contract'
import type { Chains } from '../chains/createChains.ts'
import type { ServerChain } from '../chains/serverChain.ts'
import type { ProjectFeatures } from '../db/schema.ts'
import type { CallContext } from '../http/serveContract.ts'
import { stockVersion, stockVersionOf } from './stockVersion.ts'

/** The calls about the project itself. */
export const projectApi = { getAnalyticsConfig: registryApi.getAnalyticsConfig, ...laterApi }
export const projectRoutes = { getAnalyticsConfig: registryRoutes.getAnalyticsConfig, ...laterRoutes }

type Able = { supports(chain: ServerChain): boolean }
type Deps = {
  chains: Pick<Chains, 'list'>
  sources: { quotes: readonly Able[]; history: readonly Able[] }
  embedded?: { socials?: readonly string[] } | undefined
  onramp?: { countries: readonly string[] } | undefined
}
type Served = Partial<Record<(typeof remoteFeatures)[number], string[]>>

/** Returns the features of the caller's project, each in the terms that the client's version knows. */
export function projectHandlers(deps: Deps): Handlers<typeof projectApi, CallContext> {
  const { chains, sources, embedded, onramp } = deps
  const has = (able: readonly Able[]) => chains.list().some((chain) => able.some((source) => source.supports(chain)))
  const served = ({ swaps, activity, buying, logins }: ProjectFeatures, sv: string | undefined): Served => ({
    // The only source that these clients know, whatever the quotes come from.
    ...(swaps !== false && has(sources.quotes) ? { swap: ['1inch'] } : {}),
    ...(activity !== false && has(sources.history) ? { activity: [] } : {}),
    ...(buying !== false && onramp ? sellersFor(sv, onramp) : {}),
    // Embedded wallets have email: anyone can log in by it.
    ...(logins !== false && embedded ? { embedded_login: ['email', ...(embedded.socials ?? [])] } : {}),
  })
  return {
    getAnalyticsConfig: async (_, { project }) => ({ isAnalyticsEnabled: project.features.analytics === true }),
    getConfig: async ({ sv }, { project }) => {
      const all = served(project.features, sv)
      // Never null: clients would then show their defaults, email and social logins among them.
      return { features: remoteFeatures.map((id) => ({ id, isEnabled: all[id] !== undefined, config: all[id] ?? [] })) }
    },
    getOrigins: async (_, { project }) => ({
      allowedOrigins: project.origins,
      recovery: project.features.recovery ?? 'hardened',
    }),
  }
}

/**
 * Until 1.7.13 AppKit knows Coinbase, which stands for this server's on-ramp. Later it knows only Meld, at the vendor's
 * own account; from 1.7.20 on it also requests exchanges by name (`reown_getExchanges`), but never sends a country.
 */
function sellersFor(sv: string | undefined, { countries }: { countries: readonly string[] }): Served {
  const version = stockVersionOf(sv)
  return {
    ...(version !== undefined && version < stockVersion(7, 14) ? { onramp: ['coinbase'] } : {}),
    ...(countries.length === 0 ? { fund_from_exchange: [] } : {}),
  }
}
