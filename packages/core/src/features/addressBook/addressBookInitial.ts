import type { AddressBook } from '../../model/addressBook.ts'

/** An empty book; separate from its reducer, because every page loads it. */
export const addressBookInitial: AddressBook = { contacts: [], recipients: [] }
