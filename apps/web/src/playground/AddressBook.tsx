import { saveContact } from '@billfold/core/features/addressBook/keepAddresses'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { isAddressText } from '@billfold/protocol/signin/isAddressText'
import type { AppKit } from '@billfold/react'
import { useAppKitNetwork } from '@billfold/react'
import type { CloudAuthSIWX } from '@billfold/react/siwx'
import { type FormEvent, useCallback, useState } from 'react'
import { AddressText } from '../AddressText.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { AccountList } from './AccountList.tsx'
import { type Contact, entryOf, readBook } from './accountBook.ts'
import { useRequest } from './useRequest.ts'

type Props = { kit: AppKit['kit']; siwx: CloudAuthSIWX }

/** An account's contacts, stored by the server and passed to this device's kit: it offers them when one sends. */
export function AddressBook({ kit, siwx }: Props) {
  const { caipNetworkId } = useAppKitNetwork()
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState('')
  const ask = useCallback(async () => {
    const { metadata = {} } = (await siwx.getSessionAccount()) as { metadata?: Record<string, unknown> }
    const book = readBook(metadata)
    for (const contact of book) saveContact(kit, contact)
    return book
  }, [kit, siwx])
  const { value: book, isAway = false, again } = useRequest(ask)

  const keep = async (contact: Contact, isKept: boolean): Promise<boolean> => {
    setProblem('')
    try {
      await siwx.setSessionAccountMetadata(await entryOf(contact, isKept))
      const { namespace, address: of } = contact
      if (!isKept) kit.store.send({ type: 'contact/removed', namespace, address: of })
      again()
      return true
    } catch {
      setProblem('That could not be saved. Try again.')
      return false
    }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const to = address.trim()
    const networkId = (caipNetworkId ?? '') as CaipNetworkId
    if (!name.trim()) return setProblem('Say who it is.')
    if (!isAddressText(networkId, to)) return setProblem('Not an address on the current network.')
    const namespace = networkId.split(':')[0] as Contact['namespace']
    if (!(await keep({ namespace, address: to, name: name.trim() }, true))) return
    setName('')
    setAddress('')
  }
  return (
    <AccountList title="Address book" isLoading={!book} isAway={isAway} onAgain={again}>
      {book?.length === 0 && <p className="quiet">No contacts yet. Add one to find it by name when you send.</p>}
      <ul className="play-list">
        {book?.map((contact) => (
          <li key={`${contact.namespace}:${contact.address}`} data-testid="book-contact">
            <div>
              <strong>{contact.name}</strong>
              <AddressText address={contact.address} />
            </div>
            <CopyButton text={contact.address} label={`Copy the address of ${contact.name}`} />
            <button
              type="button"
              className="button button-quiet"
              onClick={() => void keep(contact, false)}
              aria-label={`Remove ${contact.name}`}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      <form className="play-form" onSubmit={(event) => void submit(event)} noValidate>
        <label>
          Name
          <input
            className="field"
            value={name}
            maxLength={40}
            autoComplete="off"
            onChange={(event) => setName(event.currentTarget.value)}
            data-testid="book-name"
          />
        </label>
        <label>
          Address
          <input
            className="field"
            value={address}
            dir="ltr"
            maxLength={128}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setAddress(event.currentTarget.value)}
            data-testid="book-address"
          />
        </label>
        <button type="submit" className="button" data-testid="book-save">
          Add
        </button>
      </form>
      <p role="alert" data-testid="book-problem">
        {problem}
      </p>
    </AccountList>
  )
}
