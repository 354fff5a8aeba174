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

/** The server's calls, less who asks: that is filled in. */
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

/** Everything an action may touch. */
export type Kit = {
  store: KitStore
  /** Absent until someone asked something: `queriesOf(kit)` in a view, `loadQueries(kit)` in code that a resting page carries. */
  queries?: QueryClient
  latest: Latest
  api: Api
  chains: Chains
  connectors: Connectors
  /** Absent where no relay is named. */
  walletConnect?: WalletConnect
  /** Absent where no embedded wallet is named, and until its code is here. */
  embedded?: KitEmbedded
  ports: Ports
  /** The language on the screen, where there is a screen: a BCP 47 tag. */
  language?: () => string
  /** The options as they are now. */
  readonly options: Options
  readonly isDisposed: boolean
  /** What a server says an account has, with what its wallet says of it. */
  withAssets(address: CaipAddress, rows: readonly TokenBalance[]): Promise<readonly TokenBalance[]>
  /** Fetches what is missing of it now, where it would come later. */
  complete(): void
  /** Runs it when the kit is disposed of. */
  endWith(stop: Stop): void
  /** Ends every listener and timer; the kit is then inert. */
  dispose(): void
}
