import { showNotice } from '@billfold/core/features/notice/showNotice'
import { useId } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { EmailText } from './EmailText.tsx'
import { OtpField } from './OtpField.tsx'
import { useCountdown } from './useCountdown.ts'
import { useEmbedded } from './useEmbedded.ts'

/** The form for a mailed code, and for requesting another one. */
export function CodeForm({
  email,
  onCode,
  onAgain,
}: {
  /** The address it was sent to; empty if the page does not know. */
  email: string
  onCode: (otp: string) => void
  /** Sends another one; resolves when that was tried. */
  onAgain: () => Promise<void>
}) {
  const kit = useKit()
  const { text, state, message } = useEmbedded()
  const { otp } = text
  const mailUrl = useSelect(({ options }) => (options.debug ? options.mailUrl : undefined))
  const isDialog = useSelect(({ options }) => !options.enableEmbedded)
  const wait = useCountdown(state.mail?.againAt, 'narrow')
  const problem = useId()
  const isBusy = state.phase === 'checking' || state.phase === 'passed'
  const again = async () => {
    await onAgain()
    const { embedded } = kit.store.get()
    if (embedded?.phase === 'code' && !embedded.trouble) showNotice(kit, 'message', { params: { message: otp.resent } })
  }
  return (
    <div className="panel">
      <div className="panel-text">
        <p className="panel-detail">{otp.sent}</p>
        <p className="panel-title code-email">
          <EmailText email={email} />
        </p>
        <p className="panel-detail">{otp.lives}</p>
      </div>
      <OtpField
        label={otp.label}
        digitLabel={otp.digit}
        attempt={state.wrong}
        busy={isBusy}
        describedBy={problem}
        invalid={message !== undefined}
        takesFocus={isDialog}
        onComplete={onCode}
      />
      <div className="code-said">
        <p id={problem} className="problem" role="alert" data-testid="otp-problem">
          {message ?? ''}
        </p>
        <p className="code-busy" role="status">
          {isBusy ? (
            <>
              <Spinner size={16} /> {otp.checking}
            </>
          ) : null}
        </p>
      </div>
      <div className="actions">
        <Button
          wide
          disabled={isBusy || state.phase === 'mailing' || wait !== undefined}
          busy={state.phase === 'mailing'}
          data-testid="otp-resend"
          onClick={() => void again()}
        >
          {wait === undefined ? otp.resend : otp.resendIn(wait)}
        </Button>
        {mailUrl ? (
          <LinkButton wide look="quiet" href={mailUrl} data-testid="otp-mailbox">
            {otp.mails}
          </LinkButton>
        ) : null}
      </div>
    </div>
  )
}
