import { contactNameLength } from '@billfold/core/features/addressBook/addressBook'
import { saveContact } from '@billfold/core/features/addressBook/keepAddresses'
import { cleanText } from '@billfold/protocol/cleanText'
import { useState } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { sendTexts } from '../../i18n/compiled/sendTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Address } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'

/** Names an address, on this device only. The whole address is next to it: a saved address is trusted from then on. */
export function ContactForm({ address, name, onDone }: { address: string; name: string; onDone: () => void }) {
  const kit = useKit()
  const text = useArea(sendTexts)
  const namespace = useSelect((state) => state.network.activeNamespace)
  const [typed, setTyped] = useState(name)
  const clean = cleanText(typed, contactNameLength)
  return (
    <form
      className="send-box"
      onSubmit={(event) => {
        event.preventDefault()
        if (!clean) return
        saveContact(kit, { namespace, address, name: clean })
        onDone()
      }}
    >
      <input
        className="send-to-input"
        aria-label={text.saveAs}
        placeholder={text.saveAs}
        value={typed}
        maxLength={contactNameLength}
        autoComplete="off"
        data-testid="send-contact-name"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Address value={address} whole />
      <div className="send-box-foot">
        <Button size="s" look="quiet" onClick={onDone}>
          {text.cancel}
        </Button>
        <Button size="s" type="submit" disabled={!clean} data-testid="send-contact-save">
          {text.save}
        </Button>
      </div>
    </form>
  )
}
