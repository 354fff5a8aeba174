import { updateEmail } from '@billfold/core/features/embedded/updateEmail'
import { goBack } from '@billfold/core/features/modal/navigate'
import { connectedAccount } from '@billfold/core/model/connectedAccount'
import type { View } from '@billfold/core/model/modal'
import { type FormEvent, useId, useState } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { Button } from '../../ui/Button.tsx'
import { useEmbedded } from './useEmbedded.ts'

const shortest = 3

type Views = Extract<View, { name: 'UpdateEmailWallet' | 'UpdateEmailPrimaryOtp' | 'UpdateEmailSecondaryOtp' }>

/** Another e-mail for the embedded wallet; a site that opens a later step proposes it. */
export function UpdateEmailWalletView({ view }: { view: Views }) {
  const kit = useKit()
  const { text, state, message } = useEmbedded()
  const { shell } = useText()
  const present = useSelect((now) => connectedAccount(now)?.accounts[0].embedded?.user.email) ?? ''
  const [email, setEmail] = useState('email' in view ? view.email : present)
  const [label, problem] = [useId(), useId()]
  const written = email.trim()
  const isBusy = state.phase === 'device'
  const isReady = written.length > shortest && written !== present
  const { redirect } = view
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !isBusy) void updateEmail(kit, { email: written, ...(redirect ? { redirect } : {}) })
  }
  return (
    <form className="stack" onSubmit={save} noValidate>
      <label className="heading" htmlFor={label}>
        {text.update.label}
      </label>
      <div className="field">
        <input
          id={label}
          type="email"
          className="field-input"
          value={email}
          readOnly={isBusy}
          dir="auto"
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="done"
          aria-invalid={message ? true : undefined}
          aria-describedby={problem}
          data-testid="wui-email-input"
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </div>
      <p id={problem} className={message ? 'problem' : 'panel-detail'} role="alert">
        {message ?? text.update.text}
      </p>
      <div className="actions">
        <Button
          look="primary"
          wide
          type="submit"
          disabled={!isReady || isBusy}
          busy={isBusy}
          data-testid="w3m-email-save"
        >
          {text.update.save}
        </Button>
        {redirect ? (
          <Button look="quiet" wide onClick={() => goBack(kit)}>
            {shell.cancel}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
