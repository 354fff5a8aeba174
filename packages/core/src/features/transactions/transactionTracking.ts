import { trackRequests } from '../../flows/trackRequests.ts'
import type { Kit } from '../../kit.ts'
import { sendNetworkRequest } from '../../rpc/sendNetworkRequest.ts'
import { refreshBalances } from './refreshBalances.ts'
import { trackTransactions } from './trackTransactions.ts'

/** Tracks sent transactions, and requests without a response. */
function trackAll(kit: Kit): void {
  trackTransactions(kit)
  trackRequests(kit)
}

/** Code that tracks a transaction, in one file: loaded before a send request, and wherever a transaction is open. */
export const transactionTracking = { trackTransactions: trackAll, refreshBalances, sendNetworkRequest }
