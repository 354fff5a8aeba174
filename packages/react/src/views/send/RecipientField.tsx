import { push } from '@billfold/core/features/modal/navigate'
import { showNotice } from '@billfold/core/features/notice/showNotice'
import { editDraft } from '@billfold/core/features/send/editDraft'
import { useId } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { type SendTexts, sendTexts } from '../../i18n/compiled/sendTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Address } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { AccountPicture } from '../account/AccountPicture.tsx'
import { canPaste } from './canPaste.ts'
import { KnownName } from './KnownName.tsx'
import type { SendForm } from './useSendForm.ts'

/** The recipient: typed, pasted, scanned or picked. The address found is shown whole, because the visitor decides by it. */
export function RecipientField({ form }: { form: SendForm }) {
  const kit = useKit()
  const text = useArea(sendTexts)
  const { draft, recipient } = form
  const noteId = useId()
  const set = (to: string) => editDraft(kit, { to })
  const paste = async () => {
    try {
      set((await navigator.clipboard.readText()).trim())
    } catch {
      // No permission: the visitor can still press the keys for it.
      showNotice(kit, 'pasteFailed', { variant: 'error' })
    }
  }
  return (
    <div className="send-box">
      <div className="send-box-head">
        <label className="send-label" htmlFor={`${noteId}-input`}>
          {text.to}
        </label>
        {draft.to === '' && canPaste() ? (
          <Button size="s" look="quiet" data-testid="send-paste" onClick={() => void paste()}>
            {text.paste}
          </Button>
        ) : null}
        <IconButton
          icon="person"
          label={text.people}
          data-testid="send-recipients"
          onClick={() => push(kit, { name: 'WalletSendRecipients' })}
        />
        {draft.to === '' ? null : (
          <IconButton icon="close" label={text.clear} data-testid="send-clear" onClick={() => set('')} />
        )}
      </div>
      <input
        id={`${noteId}-input`}
        className="send-to-input"
        type="text"
        dir="ltr"
        placeholder={text.recipient}
        value={draft.to}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={2000}
        aria-invalid={recipient.state === 'invalid' || undefined}
        aria-describedby={noteId}
        data-testid="send-recipient-input"
        onChange={(event) => set(event.currentTarget.value)}
      />
      <div id={noteId} role="status" className="send-said">
        <Said form={form} />
      </div>
    </div>
  )
}

function Said({ form: { recipient, isStopped, network } }: { form: SendForm }) {
  const text = useArea(sendTexts)
  if (recipient.state === 'looking') return recipient.isName ? <p className="send-note">{text.resolving}</p> : null
  if (recipient.state === 'invalid')
    return (
      <p className="send-problem" data-testid="send-recipient-problem">
        {wordsFor(recipient, text, network)}
      </p>
    )
  // A blocking risk shows the address itself, next to its look-alike.
  if (!recipient.found || isStopped) return null
  const { address, name, saying } = recipient.found
  return (
    <div className="send-found" data-testid="send-recipient-found">
      <AccountPicture address={address} />
      <div>
        <KnownName address={address} {...(name ? { name } : {})} />
        <Address value={address} whole />
        {saying ? (
          <p className="send-note" data-testid="send-link-says">
            {text.linkSays(isolate(saying))}
          </p>
        ) : null}
      </div>
    </div>
  )
}

function wordsFor(
  { code, isName }: { code: string; isName: boolean },
  { address }: SendTexts,
  network: SendForm['network'],
): string {
  // Names live on an EVM chain: elsewhere a name may exist without an address, or no network of the site may be able to
  // resolve it.
  if (isName && network && network.namespace !== 'eip155') {
    if (code === 'not_found') return address.lacks(isolate(network.name))
    if (code === 'network_unknown') return address.noNames
  }
  if (code === 'network_unknown') return address.otherNetwork
  if (code === 'not_found') return address.nobody
  if (code === 'invalid_input' || !isName) return address.invalid
  return address.failed
}
