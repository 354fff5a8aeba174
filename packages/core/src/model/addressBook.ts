import type { Namespace } from '@billfold/protocol/caip'

/** A saved contact. */
export type Contact = { namespace: Namespace; address: string; name: string }

/** A recent recipient, with the name it was looked up by. */
export type Recipient = { namespace: Namespace; address: string; at: number; name?: string }

export type AddressBook = { contacts: readonly Contact[]; recipients: readonly Recipient[] }

export type AddressBookEvent =
  | { type: 'contact/saved'; contact: Contact }
  | { type: 'contact/removed'; namespace: Namespace; address: string }
  | { type: 'recipient/forgotten'; namespace: Namespace; address: string }
  /** Another tab stored its book. */
  | { type: 'addressBook/heard'; book: AddressBook }
