import type { Namespace } from '@billfold/protocol/caip'
import type { Kysely } from 'kysely'
import type { ServerChain } from '../chains/serverChain.ts'
import type { Reads } from '../db/createReads.ts'
import type { Schema } from '../db/schema.ts'
import type { Following } from '../indexer/createFollowing.ts'
import type { Rpc } from '../rpc/createRpc.ts'
import { createChainBalances } from './balances/createChainBalances.ts'
import { createDiscoveredTokens } from './balances/createDiscoveredTokens.ts'
import { createBitcoinBalances } from './bitcoin/createBitcoinBalances.ts'
import { createBitcoinHistory } from './bitcoin/createBitcoinHistory.ts'
import { createReadEsplora } from './bitcoin/createReadEsplora.ts'
import { createIndexedHistory } from './history/createIndexedHistory.ts'
import { createPolkadotBalances } from './polkadot/createPolkadotBalances.ts'
import { createPolkadotHistory } from './polkadot/createPolkadotHistory.ts'
import { createChainPrices } from './prices/createChainPrices.ts'
import type { PoolTrust } from './prices/createPoolPrices.ts'
import { createMintNames } from './solana/createMintNames.ts'
import { createSolanaBalances } from './solana/createSolanaBalances.ts'
import { createSolanaHistory } from './solana/createSolanaHistory.ts'
import type { BalanceSource, HistorySource, PriceSource } from './source.ts'

export type OwnOptions = {
  rpc: Rpc
  /** The index's database. Without it EVM accounts have no history from us, and their unlisted tokens are not found. */
  db?: Kysely<Schema> | undefined
  /** For reads of the index that may be some seconds old. */
  reads?: Reads | undefined
  /** Follows accounts that someone asks for. */
  follow?: Following | undefined
  poolTrust?: Partial<PoolTrust> | undefined
  /** Whether a hosted source has history for a chain. */
  isToldElsewhere(chain: ServerChain): boolean
}
type OwnSources = {
  balances?: BalanceSource | undefined
  prices?: PriceSource | undefined
  /** Its id must be unique: the next page is read from the source that served the first. */
  history?: HistorySource | undefined
  /** History that reaches less far than a hosted source's: a fallback, tried after those. */
  nodeHistory?: HistorySource | undefined
}

/** The sources that need no third party: a family's nodes and our index. A source that is absent is one the family does not have. */
export const ownSources: Readonly<Record<Namespace, (options: OwnOptions) => OwnSources>> = {
  eip155: ({ rpc, db, reads, follow, poolTrust, isToldElsewhere }) => ({
    balances: createChainBalances({ rpc, discoveredTokens: db && createDiscoveredTokens(db, follow, reads) }),
    prices: createChainPrices({ rpc, trust: poolTrust }),
    // Without a hosted source, a partial history is better than none while the backfill is running.
    history: db && createIndexedHistory({ db, reads, follow, answersPartly: (chain) => !isToldElsewhere(chain) }),
  }),
  solana: ({ rpc }) => {
    const namesOf = createMintNames(rpc)
    return { balances: createSolanaBalances({ rpc, namesOf }), nodeHistory: createSolanaHistory({ rpc, namesOf }) }
  },
  polkadot: ({ rpc }) => ({ balances: createPolkadotBalances({ rpc }), nodeHistory: createPolkadotHistory({ rpc }) }),
  bip122: () => {
    const read = createReadEsplora()
    return { balances: createBitcoinBalances(read), history: createBitcoinHistory(read) }
  },
}
