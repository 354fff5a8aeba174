import { connectEmail } from '@billfold/core/features/embedded/connectEmail'
import { type FormEvent, useId } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useKept } from '../../hooks/useKept.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useEmbedded } from './useEmbedded.ts'

const shortest = 3

/** The email to log in with; as the first way to connect, it has the view's primary action. */
export function EmailField({ disabled, isFirst }: { disabled: boolean; isFirst: boolean }) {
  const kit = useKit()
  const { text, state, message } = useEmbedded()
  const [email, setEmail] = useKept('login.email', '')
  const problem = useId()
  const isBusy = state.phase === 'mailing' || state.phase === 'passed'
  const written = email.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy && written.length > shortest) void connectEmail(kit, { email: written })
  }
  return (
    <form className="email" onSubmit={submit} noValidate>
      <div className="field">
        <Icon name="person" />
        <input
          type="email"
          className="field-input"
          aria-label={text.login.email}
          placeholder={text.login.email}
          aria-invalid={message ? true : undefined}
          aria-describedby={problem}
          value={email}
          disabled={disabled}
          readOnly={isBusy}
          dir="auto"
          autoComplete="email"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          data-testid="wui-email-input"
          onFocus={() => kit.store.send({ type: 'embedded/emailSelected' })}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {isBusy ? (
          <span className="email-busy">
            <Spinner size={20} />
          </span>
        ) : written.length > shortest && !isFirst ? (
          <IconButton icon="forward" label={text.login.go} type="submit" className="email-go" disabled={disabled} />
        ) : null}
      </div>
      <p id={problem} className="problem" role="alert" data-testid="email-problem">
        {message ?? ''}
      </p>
      {isFirst ? (
        <Button
          type="submit"
          look="primary"
          wide
          disabled={disabled || isBusy || written.length <= shortest}
          data-testid="email-go"
        >
          {text.login.go}
        </Button>
      ) : null}
    </form>
  )
}
