import type { analyticsApi } from '@billfold/protocol/api/analytics'
import type { balancesApi } from '@billfold/protocol/api/balances'
import type { chainsApi } from '@billfold/protocol/api/chains'
import type { historyApi } from '@billfold/protocol/api/history'
import type { identityApi } from '@billfold/protocol/api/identity'
import type { nftsApi } from '@billfold/protocol/api/nfts'
import type { onrampApi } from '@billfold/protocol/api/onramp'
import type { pricesApi } from '@billfold/protocol/api/prices'
import type { namesApi, profileApi } from '@billfold/protocol/api/profile'
import type { projectApi } from '@billfold/protocol/api/project'
import type { registryApi } from '@billfold/protocol/api/registry'
import type { swapApi } from '@billfold/protocol/api/swap'
import type { CaipAddress } from '@billfold/protocol/caip'
import type { QueryClient } from '@tanstack/query-core'
import type { Asking } from './api/createApi.ts'
import type { Chains } from './chains/chain.ts'
import type { Connectors } from './connectors/createConnectors.ts'
import type { KitEmbedded } from './connectors/embedded/kitEmbedded.ts'
import type { WalletConnect } from './connectors/walletconnect/walletConnectConnectors.ts'
import type { TokenBalance } from './features/balances/tokenBalance.ts'
import type { Options } from './features/options/options.ts'
import type { Latest } from './latest.ts'
import type { Stop } from './ports/clock.ts'
import type { Ports } from './ports/ports.ts'
import type { KitStore } from './store.ts'

/** The server's calls; the caller's identity is filled in. */
export type Api = Asking<
  typeof registryApi &
    typeof analyticsApi &
    typeof balancesApi &
    typeof chainsApi &
    typeof historyApi &
    typeof identityApi &
    typeof namesApi &
    typeof nftsApi &
    typeof onrampApi &
    typeof pricesApi &
    typeof profileApi &
    Pick<typeof projectApi, 'getConfig'> &
    typeof swapApi
>

/** Everything an action may use. */
export type Kit = {
  store: KitStore
  /** Absent until first used: `queriesOf(kit)` in a view, `loadQueries(kit)` in code on an idle page. */
  queries?: QueryClient
  latest: Latest
  api: Api
  chains: Chains
  connectors: Connectors
  /** Absent without a relay. */
  walletConnect?: WalletConnect
  /** Absent without an embedded wallet, and until its code has loaded. */
  embedded?: KitEmbedded
  ports: Ports
  /** The displayed language, if any: a BCP 47 tag. */
  language?: () => string
  /** The current options. */
  readonly options: Options
  readonly isDisposed: boolean
  /** Merges the server's balances with the wallet's. */
  withAssets(address: CaipAddress, rows: readonly TokenBalance[]): Promise<readonly TokenBalance[]>
  /** Loads the deferred parts now. */
  complete(): void
  /** Registers a function to run on dispose. */
  endWith(stop: Stop): void
  /** Ends every listener and timer; the kit is then inert. */
  dispose(): void
}
