import { askWays } from './askWays.ts'
import { followTransactions } from './features/transactions/followTransactions.ts'
import { refreshBalances } from './features/transactions/refreshBalances.ts'

/** What follows a transaction to its end, in one file: fetched before a wallet is asked to send one, and wherever one is open. */
export const followers = { followTransactions, refreshBalances, askWays }
