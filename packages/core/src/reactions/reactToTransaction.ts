import type { transactionTracking } from '../features/transactions/transactionTracking.ts'
import type { Kit } from '../kit.ts'
import { isUndecided } from '../model/transactions.ts'
import type { After, Reaction } from './reaction.ts'

const fetchAgainMs = 5000

/** A pending transaction is tracked; a settled one refreshes the balances that it changed. */
export const reactToTransaction: Reaction = (kit, [event, now], after) => {
  switch (event.type) {
    case 'transaction/heard':
    case 'transaction/sent':
    case 'transaction/reopened':
      trackOpen(kit, after)
      break
    case 'transaction/settled': {
      const transaction = now.transactions.find((t) => t.hash === event.hash)
      if (transaction && !isUndecided(transaction))
        withTracking(kit, ({ refreshBalances }) => refreshBalances(kit, transaction))
      break
    }
  }
}

/** Tracks pending transactions, even from before a reload. If the code fails to load, nothing stays pending forever. */
export function trackOpen(kit: Kit, after: After): void {
  withTracking(
    kit,
    ({ trackTransactions }) => trackTransactions(kit),
    () => after('follow', fetchAgainMs, () => trackOpen(kit, after)),
  )
}

function withTracking(kit: Kit, work: (all: typeof transactionTracking) => unknown, otherwise?: () => void): void {
  void import('../features/transactions/transactionTracking.ts').then(
    (m) => kit.isDisposed || work(m.transactionTracking),
    (e) => {
      kit.ports.log.info('Could not fetch code to track transactions', e)
      if (!kit.isDisposed) otherwise?.()
    },
  )
}
