import type { Chains } from '../chains.ts'
import type { Rpc } from '../rpc/createRpc.ts'
import { createChainBalances } from './balances/createChainBalances.ts'
import { createEnsNames } from './names/createEnsNames.ts'
import { createChainPrices } from './prices/createChainPrices.ts'
import type { BalanceSource, HistorySource, NameSource, PriceSource } from './source.ts'

/** Everybody who can be asked, each list in the order of asking. */
export type Sources = {
  balances: readonly BalanceSource[]
  prices: readonly PriceSource[]
  history: readonly HistorySource[]
  names: readonly NameSource[]
}

/** The sources of a server: the chain itself first, or alone; hosted ones where the operator has a key. */
export function createSources({ chains, rpc }: { chains: Chains; rpc: Rpc }): Sources {
  return {
    balances: [createChainBalances({ rpc })],
    prices: [createChainPrices({ rpc })],
    history: [],
    names: [createEnsNames({ chains, rpc })],
  }
}
