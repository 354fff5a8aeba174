import type { AddressBook } from './addressBook.ts'

/** An empty book; apart from its reducer, because every page carries it. */
export const addressBookInitial: AddressBook = { contacts: [], recipients: [] }
