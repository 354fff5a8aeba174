import { forgetRecipient } from '@billfold/core/features/addressBook/keepAddresses'
import { goBack } from '@billfold/core/features/modal/navigate'
import { editDraft } from '@billfold/core/features/send/editDraft'
import type { Contact, Recipient } from '@billfold/core/model/addressBook'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { useState } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { sendTexts } from '../../i18n/compiled/sendTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Address } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Identicon } from '../../ui/Identicon.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { Nothing } from '../../ui/Nothing.tsx'
import { ContactForm } from './ContactForm.tsx'
import { canScan, ScanPanel } from './ScanPanel.tsx'

/** Recipients: scanned, saved, or sent to before. */
export function WalletSendRecipientsView() {
  const kit = useKit()
  const text = useArea(sendTexts)
  const [isScanning, setScanning] = useState(false)
  const namespace = useSelect((state) => state.network.activeNamespace)
  const contacts = useSelect((state) => state.addressBook.contacts.filter((c) => c.namespace === namespace))
  const recipients = useSelect((state) => state.addressBook.recipients.filter((r) => r.namespace === namespace))
  const isSame = (a: { address: string }) => (b: { address: string }) => sameAddress(namespace, a.address, b.address)
  // One account may have been written in several ways: the latest stands for it.
  const others = recipients.filter((r, at) => !contacts.some(isSame(r)) && recipients.findIndex(isSame(r)) === at)
  const choose = (to: string) => {
    editDraft(kit, { to })
    goBack(kit)
  }
  if (isScanning) return <ScanPanel onFound={choose} onStop={() => setScanning(false)} />
  return (
    <div className="stack">
      {canScan() ? (
        <Button wide icon="qr" data-testid="send-scan" onClick={() => setScanning(true)}>
          {text.scan}
        </Button>
      ) : null}
      {contacts.length > 0 ? <h2 className="heading">{text.saved}</h2> : null}
      <ul className="rows" aria-label={text.saved}>
        {contacts.map((one) => (
          <Saved key={one.address} contact={one} onChoose={choose} />
        ))}
      </ul>
      {others.length > 0 ? <h2 className="heading">{text.recent}</h2> : null}
      <ul className="rows" aria-label={text.recent}>
        {others.map((one) => (
          <Recent key={one.address} recipient={one} onChoose={choose} />
        ))}
      </ul>
      {contacts.length + others.length === 0 ? (
        <Nothing icon="person" title={text.nobodyYet} text={text.nobodyYetText}>
          <Button size="s" data-testid="send-nobody-back" onClick={() => goBack(kit)}>
            {text.label.addAddress}
          </Button>
        </Nothing>
      ) : (
        <p className="footnote">{text.nobodyYetText}</p>
      )}
    </div>
  )
}

function Saved({ contact, onChoose }: { contact: Contact; onChoose: (address: string) => void }) {
  const kit = useKit()
  const text = useArea(sendTexts)
  const [isEdited, setEdited] = useState(false)
  const { address, name, namespace } = contact
  if (isEdited)
    return (
      <li>
        <ContactForm address={address} name={name} onDone={() => setEdited(false)} />
      </li>
    )
  return (
    <li className="send-person">
      <ListRow
        lead={<Identicon address={address} />}
        title={name}
        detail={<Address value={address} />}
        data-testid="send-contact"
        onClick={() => onChoose(address)}
      />
      <IconButton
        icon="pencil"
        label={text.rename(isolate(name))}
        data-testid="send-contact-rename"
        onClick={() => setEdited(true)}
      />
      <IconButton
        icon="close"
        label={text.remove(isolate(name))}
        data-testid="send-contact-remove"
        onClick={() => kit.store.send({ type: 'contact/removed', namespace, address })}
      />
    </li>
  )
}

function Recent({ recipient, onChoose }: { recipient: Recipient; onChoose: (address: string) => void }) {
  const kit = useKit()
  const text = useArea(sendTexts)
  const [isSaved, setSaved] = useState(false)
  const { address, name, namespace } = recipient
  if (isSaved)
    return (
      <li>
        <ContactForm address={address} name={name ?? ''} onDone={() => setSaved(false)} />
      </li>
    )
  return (
    <li className="send-person">
      <ListRow
        lead={<Identicon address={address} />}
        title={name ?? <Address value={address} />}
        detail={name ? <Address value={address} /> : undefined}
        data-testid="send-recent"
        onClick={() => onChoose(address)}
      />
      <IconButton icon="buy" label={text.save} data-testid="send-recent-save" onClick={() => setSaved(true)} />
      <IconButton
        icon="close"
        label={text.remove(isolate(name ?? address))}
        data-testid="send-recent-remove"
        onClick={() => forgetRecipient(kit, { namespace, address })}
      />
    </li>
  )
}
