import type { State } from '../../model/state.ts'
import { type Transaction, transactionsKey } from '../../model/transactions.ts'
import type { Feature } from '../../store/feature.ts'
import { toStoredTransaction } from './toStoredTransaction.ts'
import { maxDismissed, maxTransactions, reduceDismissed, reduceTransactions } from './transactions.ts'

type Stored = Required<Pick<State, 'transactions' | 'dismissed'>>

function read(text: string): Stored | undefined {
  const list: unknown = JSON.parse(text)
  if (!Array.isArray(list)) return undefined
  return {
    transactions: list
      .map(toStoredTransaction)
      .filter((t) => t !== undefined)
      .slice(0, 2 * maxTransactions),
    dismissed: list.flatMap(dismissedIn).slice(0, maxDismissed),
  }
}

/** The dismissed list's entry; versions that do not know it skip it. */
function dismissedIn(entry: unknown): readonly string[] {
  const { dismissed } = (entry ?? {}) as { dismissed?: unknown }
  return Array.isArray(dismissed) ? dismissed.filter((name) => typeof name === 'string') : []
}

function write({ transactions, dismissed = [] }: State): string | undefined {
  const all: readonly (Transaction | Pick<Stored, 'dismissed'>)[] = [
    ...transactions,
    ...(dismissed.length > 0 ? [{ dismissed }] : []),
  ]
  return all.length > 0 ? JSON.stringify(all) : undefined
}

/** The part of the transactions that loads with the modal. */
export const deferredTransactions: Feature<readonly Transaction[]> = {
  reduce: reduceTransactions,
  keeps: [
    {
      key: transactionsKey,
      write,
      read: (text, restored) => {
        Object.assign(restored, read(text))
      },
      externalEvent: (text) => {
        const stored = text === undefined ? undefined : read(text)
        return stored && { type: 'transaction/heard', ...stored }
      },
    },
  ],
}

/** Dismissed transactions, stored with the list. */
export const deferredDismissed: Feature<State['dismissed']> = { reduce: reduceDismissed }
