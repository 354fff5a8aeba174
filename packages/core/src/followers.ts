import { askWays } from './askWays.ts'
import { followTransactions } from './features/transactions/followTransactions.ts'
import { refreshBalances } from './features/transactions/refreshBalances.ts'
import type { Kit } from './kit.ts'
import { followAsked } from './sending/followAsked.ts'

/** Tracks sent transactions, and requests without a response. */
function followAll(kit: Kit): void {
  followTransactions(kit)
  followAsked(kit)
}

/** Code that tracks a transaction, in one file: loaded before a send request, and wherever a transaction is open. */
export const followers = { followTransactions: followAll, refreshBalances, askWays }
