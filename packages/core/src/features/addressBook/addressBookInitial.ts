import type { AddressBook } from './addressBook.ts'

/** An empty book; separate from its reducer, because every page loads it. */
export const addressBookInitial: AddressBook = { contacts: [], recipients: [] }
