import { balancesApi, balancesRoutes } from '@billfold/protocol/api/balances'
import { chainsApi, chainsRoutes } from '@billfold/protocol/api/chains'
import { historyApi, historyRoutes } from '@billfold/protocol/api/history'
import { identityApi, identityRoutes } from '@billfold/protocol/api/identity'
import { nftsApi, nftsRoutes } from '@billfold/protocol/api/nfts'
import { onrampApi, onrampRoutes } from '@billfold/protocol/api/onramp'
import { pricesApi, pricesRoutes } from '@billfold/protocol/api/prices'
import { namesApi, namesRoutes, profileApi, profileRoutes } from '@billfold/protocol/api/profile'
import { projectApi, projectRoutes } from '@billfold/protocol/api/project'
import { swapApi, swapRoutes } from '@billfold/protocol/api/swap'
import type { ApiSource } from './api.ts'
import { createApi } from './createApi.ts'

const contract = {
  ...balancesApi,
  ...chainsApi,
  ...historyApi,
  ...identityApi,
  ...nftsApi,
  ...namesApi,
  ...onrampApi,
  ...pricesApi,
  ...profileApi,
  getConfig: projectApi.getConfig,
  ...swapApi,
}
const routes = {
  ...balancesRoutes,
  ...chainsRoutes,
  ...historyRoutes,
  ...identityRoutes,
  ...nftsRoutes,
  ...namesRoutes,
  ...onrampRoutes,
  ...pricesRoutes,
  ...profileRoutes,
  getConfig: projectRoutes.getConfig,
  ...swapRoutes,
}

/** Server calls of an account or a login; a disconnected dialog does not load them. */
export const createMoneyApi = (source: ApiSource) => createApi(contract, routes, source)
