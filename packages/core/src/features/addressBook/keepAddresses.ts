import type { Namespace } from '@billfold/protocol/caip'
import { sameAddress } from '@billfold/protocol/sameAddress'
import type { Kit } from '../../kit.ts'
import type { Contact } from '../../model/addressBook.ts'

type Place = { namespace: Namespace; address: string }
/** Compares accounts, not notations. */
const isAccount = (a: Place) => (b: Place) =>
  a.namespace === b.namespace && sameAddress(a.namespace, a.address, b.address)

/** Names an account; replaces a name under another of its notations. */
export function saveContact({ store }: Pick<Kit, 'store'>, contact: Contact): void {
  for (const { namespace, address } of store.get().addressBook.contacts.filter(isAccount(contact)))
    if (address !== contact.address) store.send({ type: 'contact/removed', namespace, address })
  store.send({ type: 'contact/saved', contact })
}

/** Removes a recent recipient, in any notation. */
export function forgetRecipient({ store }: Pick<Kit, 'store'>, recipient: Place): void {
  for (const { namespace, address } of store.get().addressBook.recipients.filter(isAccount(recipient)))
    store.send({ type: 'recipient/forgotten', namespace, address })
}
