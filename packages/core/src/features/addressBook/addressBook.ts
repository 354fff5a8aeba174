import type { Namespace } from '@billfold/protocol/caip'
import type { AddressBook, Contact, Recipient } from '../../model/addressBook.ts'
import type { Event } from '../../model/state.ts'
import type { Feature } from '../../store/feature.ts'
import { addressBookInitial } from './addressBookInitial.ts'

const maxContacts = 200
const maxRecipients = 50
export const contactNameLength = 40

type Place = { namespace: string; address: string }
const isAt = (a: Place) => (b: Place) => a.namespace === b.namespace && a.address === b.address

/** Stores contacts and recent recipients, newest first, on this device only. */
function reduceAddressBook(state: AddressBook, e: Event): AddressBook {
  switch (e.type) {
    case 'contact/saved': {
      const isThis = isAt(e.contact)
      const isKnown = state.contacts.some(isThis)
      const contacts = isKnown
        ? state.contacts.map((c) => (isThis(c) ? e.contact : c))
        : [...state.contacts, e.contact].slice(-maxContacts)
      return { ...state, contacts }
    }
    case 'addressBook/heard':
      return e.book
    case 'contact/removed':
      return { ...state, contacts: state.contacts.filter((c) => !isAt(e)(c)) }
    case 'recipient/forgotten':
      return { ...state, recipients: state.recipients.filter((r) => !isAt(e)(r)) }
    case 'transaction/sent': {
      const { kind, meant, networkId, sentAt } = e.transaction
      if (kind !== 'send') return state
      const namespace = networkId.split(':')[0] as Namespace
      const to = { namespace, address: meant.to, at: sentAt, ...(meant.name ? { name: meant.name } : {}) }
      return { ...state, recipients: [to, ...state.recipients.filter((r) => !isAt(to)(r))].slice(0, maxRecipients) }
    }
    default:
      return state
  }
}

/** Parses a stored address book, dropping invalid entries. */
function toStoredBook(value: unknown): AddressBook {
  const { contacts, recipients } = (value ?? {}) as Partial<Record<keyof AddressBook, unknown>>
  const sound = <T extends Place>(list: unknown, more: (one: T) => boolean): T[] =>
    Array.isArray(list)
      ? (list as T[]).filter(
          (one) => typeof one?.namespace === 'string' && typeof one.address === 'string' && one.address && more(one),
        )
      : []
  return {
    contacts: sound<Contact>(contacts, ({ name }) => typeof name === 'string' && name !== '').slice(-maxContacts),
    recipients: sound<Recipient>(recipients, ({ at }) => Number.isFinite(at)).slice(0, maxRecipients),
  }
}

/** The part that loads with the modal. */
export const deferredAddressBook: Feature<AddressBook> = {
  reduce: reduceAddressBook,
  keeps: [
    {
      key: '@billfold/address_book',
      write: ({ addressBook }) => (addressBook === addressBookInitial ? undefined : JSON.stringify(addressBook)),
      read: (text, restored) => {
        restored.addressBook = toStoredBook(JSON.parse(text))
      },
      externalEvent: (text) =>
        text === undefined ? undefined : { type: 'addressBook/heard', book: toStoredBook(JSON.parse(text)) },
    },
  ],
}
