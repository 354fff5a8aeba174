import type { AddressBook } from './features/addressBook/addressBook.ts'
import type { Send } from './features/send/send.ts'
import type { Swap } from './features/swap/swap.ts'
import type { Transaction } from './features/transactions/transactions.ts'

// Where the slices begin whose reducers come with the modal (completeKit.ts): only data, since every page carries it.

export const sendInitial: Send = { draft: { amount: '', to: '' }, attempt: { phase: 'idle' } }
export const swapInitial: Swap = { draft: { amount: '' }, attempt: { phase: 'idle' } }
export const addressBookInitial: AddressBook = { contacts: [], recipients: [] }
export const transactionsInitial: readonly Transaction[] = []
