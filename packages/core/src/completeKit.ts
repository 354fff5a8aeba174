import { reduceAddressBook, toStoredBook } from './features/addressBook/addressBook.ts'
import { reduceSend } from './features/send/send.ts'
import { toStoredTransaction } from './features/transactions/toStoredTransaction.ts'
import { maxTransactions, reduceTransactions } from './features/transactions/transactions.ts'
import type { Kit } from './kit.ts'
import { addressBookInitial, transactionsInitial } from './lateInitial.ts'
import { type Row, readRows, writeRows } from './persist.ts'
import type { Late, State } from './store.ts'

type Found = Pick<State, 'addressBook' | 'transactions'>

const late = {
  addressBook: reduceAddressBook,
  send: reduceSend,
  transactions: reduceTransactions,
} satisfies Late

/** What of them survives a reload. */
const rows: readonly Row<Found>[] = [
  {
    key: '@billfold/transactions',
    write: (state) => (state.transactions.length > 0 ? JSON.stringify(state.transactions) : undefined),
    read: (text, restored) => {
      const list: unknown = JSON.parse(text)
      if (!Array.isArray(list)) return
      restored.transactions = list
        .map(toStoredTransaction)
        .filter((t) => t !== undefined)
        .slice(0, maxTransactions)
    },
  },
  {
    key: '@billfold/address_book',
    write: ({ addressBook }) => (addressBook === addressBookInitial ? undefined : JSON.stringify(addressBook)),
    read: (text, restored) => {
      restored.addressBook = toStoredBook(JSON.parse(text))
    },
  },
]

const complete = new WeakSet<Kit>()

/**
 * Adds to a kit what only an opened modal needs: the slices of its flows, what storage has of them, and their reactions.
 * The modal brings it along, so that a page which rests does not carry it; a second call does nothing.
 */
export function completeKit(kit: Kit): void {
  if (complete.has(kit) || kit.isDisposed) return
  complete.add(kit)
  const { storage } = kit.ports
  const found = readRows(storage, rows, { addressBook: addressBookInitial, transactions: transactionsInitial })
  kit.store.add(late, found)
  kit.endWith(writeRows(kit.store, storage, rows))
}
