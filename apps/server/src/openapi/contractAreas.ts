import { analyticsApi, analyticsRoutes } from '@billfold/protocol/api/analytics'
import { balancesApi, balancesRoutes } from '@billfold/protocol/api/balances'
import { chainsApi, chainsRoutes } from '@billfold/protocol/api/chains'
import { historyApi, historyRoutes } from '@billfold/protocol/api/history'
import type { HttpRoute } from '@billfold/protocol/api/http'
import { identityApi, identityRoutes } from '@billfold/protocol/api/identity'
import { nftsApi, nftsRoutes } from '@billfold/protocol/api/nfts'
import { onrampApi, onrampRoutes } from '@billfold/protocol/api/onramp'
import { onrampStockApi, onrampStockRoutes } from '@billfold/protocol/api/onrampStock'
import { portfolioApi, portfolioRoutes } from '@billfold/protocol/api/portfolio'
import { pricesApi, pricesRoutes } from '@billfold/protocol/api/prices'
import { namesApi, namesRoutes, profileApi, profileRoutes } from '@billfold/protocol/api/profile'
import { projectApi, projectRoutes } from '@billfold/protocol/api/project'
import { registryApi, registryRoutes } from '@billfold/protocol/api/registry'
import { swapApi, swapRoutes } from '@billfold/protocol/api/swap'
import type { Contract } from '@billfold/protocol/contract'
import { embeddedRoutes } from '@billfold/protocol/embedded/embeddedApi'
import { networkNamesApi, networkNamesRoutes } from '@billfold/protocol/embedded/networkNames'
import { smartAccountApi, smartAccountRoutes } from '@billfold/protocol/embedded/smartAccount'
import { authRoutes } from '@billfold/protocol/signin/authApi'
import { memberApi as signedInApi, pageApi as signInApi } from '../auth/createAuth.ts'
import { openApi as embeddedLoginApi, memberApi as embeddedMemberApi } from '../embedded/createEmbedded.ts'

/** What a caller proves beside its project. */
export type Proof = 'accessToken' | 'dpop'
/** A contract as the document shows it: under a tag, with what its calls prove. */
export type ContractArea = {
  tag: string
  contract: Contract
  routes: Readonly<Record<string, HttpRoute>>
  proofs?: readonly Proof[]
}

/** Every contract that this server puts on the web. */
export const contractAreas: readonly ContractArea[] = [
  { tag: 'Registry', contract: registryApi, routes: registryRoutes },
  { tag: 'Registry', contract: projectApi, routes: projectRoutes },
  { tag: 'Registry', contract: chainsApi, routes: chainsRoutes },
  { tag: 'Accounts', contract: balancesApi, routes: balancesRoutes },
  { tag: 'Accounts', contract: portfolioApi, routes: portfolioRoutes },
  { tag: 'Accounts', contract: historyApi, routes: historyRoutes },
  { tag: 'Accounts', contract: pricesApi, routes: pricesRoutes },
  { tag: 'Accounts', contract: nftsApi, routes: nftsRoutes },
  { tag: 'Names', contract: identityApi, routes: identityRoutes },
  { tag: 'Names', contract: profileApi, routes: profileRoutes },
  { tag: 'Names', contract: namesApi, routes: namesRoutes },
  { tag: 'Names', contract: networkNamesApi, routes: networkNamesRoutes },
  { tag: 'Swaps', contract: swapApi, routes: swapRoutes },
  { tag: 'Buying', contract: onrampApi, routes: onrampRoutes },
  { tag: 'Buying', contract: onrampStockApi, routes: onrampStockRoutes },
  { tag: 'Smart accounts', contract: smartAccountApi, routes: smartAccountRoutes },
  { tag: 'Sign-in', contract: signInApi, routes: authRoutes },
  { tag: 'Sign-in', contract: signedInApi, routes: authRoutes, proofs: ['accessToken'] },
  { tag: 'Embedded wallets', contract: embeddedLoginApi, routes: embeddedRoutes, proofs: ['dpop'] },
  { tag: 'Embedded wallets', contract: embeddedMemberApi, routes: embeddedRoutes, proofs: ['accessToken', 'dpop'] },
  { tag: 'Analytics', contract: analyticsApi, routes: analyticsRoutes },
]
