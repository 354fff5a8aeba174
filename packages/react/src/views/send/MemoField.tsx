import { editDraft } from '@billfold/core/features/send/editDraft'
import { useId } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { sendTexts } from '../../i18n/compiled/sendTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import type { SendForm } from './useSendForm.ts'

/** The recipient's memo: exchanges identify the sender by it. */
export function MemoField({ form: { draft, memo, memoLength, maxMemoBytes } }: { form: SendForm }) {
  const kit = useKit()
  const { memo: words } = useArea(sendTexts)
  const noteId = useId()
  const isLong = memoLength > maxMemoBytes
  return (
    <div className="send-box">
      <label className="send-label" htmlFor={`${noteId}-input`}>
        {words.label}
      </label>
      <input
        id={`${noteId}-input`}
        className="send-to-input"
        type="text"
        dir="auto"
        placeholder={words.optional}
        value={memo}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={isLong || undefined}
        aria-describedby={noteId}
        data-testid="send-memo-input"
        onChange={(event) => editDraft(kit, { memo: { text: event.currentTarget.value, to: draft.to } })}
      />
      <p id={noteId} role="status" className={isLong ? 'send-problem' : 'send-note'} data-testid="send-memo-said">
        {isLong ? words.tooLong(memoLength, maxMemoBytes) : words.hint}
      </p>
    </div>
  )
}
