import type { CaipAddress } from '@billfold/protocol/caip'
import type { QueryClient } from '@tanstack/query-core'
import type { Api } from './api/api.ts'
import type { Chains } from './chains/chain.ts'
import type { Connectors } from './model/connectors.ts'
import type { KitEmbedded } from './model/kitEmbedded.ts'
import type { Options } from './model/options.ts'
import type { TokenBalance } from './model/tokenBalance.ts'
import type { WalletConnect } from './model/walletConnectClient.ts'
import type { Stop } from './ports/clock.ts'
import type { Ports } from './ports/ports.ts'
import type { Latest } from './store/latest.ts'
import type { KitStore } from './store/store.ts'

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
