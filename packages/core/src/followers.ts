import { askWays } from './askWays.ts'
import { followTransactions } from './features/transactions/followTransactions.ts'
import { refreshBalances } from './features/transactions/refreshBalances.ts'
import type { Kit } from './kit.ts'
import { followAsked } from './sending/followAsked.ts'

/** Follows what a wallet sent, and what it was asked to send and has not answered. */
function followAll(kit: Kit): void {
  followTransactions(kit)
  followAsked(kit)
}

/** What follows a transaction to its end, in one file: fetched before a wallet is asked to send one, and wherever one is open. */
export const followers = { followTransactions: followAll, refreshBalances, askWays }
