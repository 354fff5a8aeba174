import type { Feature } from '../../feature.ts'
import { toStoredTransaction } from './toStoredTransaction.ts'
import { maxTransactions, reduceTransactions, type Transaction } from './transactions.ts'

function read(text: string): readonly Transaction[] | undefined {
  const list: unknown = JSON.parse(text)
  if (!Array.isArray(list)) return undefined
  return list
    .map(toStoredTransaction)
    .filter((t) => t !== undefined)
    .slice(0, 2 * maxTransactions)
}

/** What comes of the visitor's transactions with the modal. */
export const lateTransactions: Feature<readonly Transaction[]> = {
  reduce: reduceTransactions,
  keeps: [
    {
      key: '@billfold/transactions',
      write: ({ transactions }) => (transactions.length > 0 ? JSON.stringify(transactions) : undefined),
      read: (text, restored) => {
        const transactions = read(text)
        if (transactions) restored.transactions = transactions
      },
      heard: (text) => {
        const transactions = text === undefined ? undefined : read(text)
        return transactions && { type: 'transaction/heard', transactions }
      },
    },
  ],
}
