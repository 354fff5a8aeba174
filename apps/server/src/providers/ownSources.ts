import type { Namespace } from '@billfold/protocol/caip'
import type { Kysely } from 'kysely'
import type { ServerChain } from '../chains/serverChain.ts'
import type { Schema } from '../db/schema.ts'
import type { Rpc } from '../rpc/createRpc.ts'
import { createChainBalances } from './balances/createChainBalances.ts'
import { createDiscoveredTokens } from './balances/createDiscoveredTokens.ts'
import { createBitcoinBalances } from './bitcoin/createBitcoinBalances.ts'
import { createBitcoinHistory } from './bitcoin/createBitcoinHistory.ts'
import { createIndexedHistory } from './history/createIndexedHistory.ts'
import { createPolkadotBalances } from './polkadot/createPolkadotBalances.ts'
import { createChainPrices } from './prices/createChainPrices.ts'
import type { PoolTrust } from './prices/createPoolPrices.ts'
import { createMintNames } from './solana/createMintNames.ts'
import { createSolanaBalances } from './solana/createSolanaBalances.ts'
import { createSolanaHistory } from './solana/createSolanaHistory.ts'
import type { BalanceSource, HistorySource, PriceSource } from './source.ts'

export type OwnOptions = {
  rpc: Rpc
  /** Where the index is; without it an account has no history of ours, and its unlisted tokens are not found. */
  db?: Kysely<Schema> | undefined
  poolTrust?: Partial<PoolTrust> | undefined
  /** Whether a hosted source can be asked for the history of a chain. */
  isToldElsewhere(chain: ServerChain): boolean
}
type OwnSources = {
  balances?: BalanceSource | undefined
  prices?: PriceSource | undefined
  /** Its id is its own: a page of history goes on with the source that began it. */
  history?: HistorySource | undefined
  /** History that hosted sources know better, and that is asked for after them. */
  nodeHistory?: HistorySource | undefined
}

/** What the nodes of a family and our index of them tell, without any other company; what is absent they cannot. */
export const ownSources: Readonly<Record<Namespace, (options: OwnOptions) => OwnSources>> = {
  eip155: ({ rpc, db, poolTrust, isToldElsewhere }) => ({
    balances: createChainBalances({ rpc, discoveredTokens: db && createDiscoveredTokens(db) }),
    prices: createChainPrices({ rpc, trust: poolTrust }),
    // With nobody else to ask, what there is of a past that is still being looked up is better than nothing.
    history: db && createIndexedHistory({ db, answersPartly: (chain) => !isToldElsewhere(chain) }),
  }),
  solana: ({ rpc }) => {
    const namesOf = createMintNames(rpc)
    return { balances: createSolanaBalances({ rpc, namesOf }), nodeHistory: createSolanaHistory({ rpc, namesOf }) }
  },
  polkadot: ({ rpc }) => ({ balances: createPolkadotBalances({ rpc }) }),
  bip122: () => ({ balances: createBitcoinBalances(), history: createBitcoinHistory() }),
}
