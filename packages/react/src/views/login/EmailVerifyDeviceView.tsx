import { registerDevice } from '@billfold/core/features/embedded/registerDevice'
import { goBack } from '@billfold/core/features/modal/navigate'
import type { View } from '@billfold/core/model/modal'
import type { ErrorCode } from '@billfold/protocol/error'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import type { EmbeddedTexts } from '../../i18n/compiled/embeddedTexts.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Ring } from '../../ui/Ring.tsx'
import { EmailText } from './EmailText.tsx'
import { useEmbedded } from './useEmbedded.ts'

/** Waits until the wallet knows this device, by the link that was mailed or by what the frame shows. */
export function EmailVerifyDeviceView({ view }: { view: Extract<View, { name: 'EmailVerifyDevice' }> }) {
  const kit = useKit()
  const { text, state, message } = useEmbedded()
  const { email, isProven = false } = view
  const mailUrl = useSelect(({ options }) => (options.debug ? options.mailUrl : undefined))
  const isWaiting = state.phase === 'device' || state.phase === 'passed'
  return (
    <div className="panel">
      <Ring state={isWaiting ? 'waiting' : 'caution'} round>
        <span className="empty-icon">
          <Icon name="key" />
        </span>
      </Ring>
      <div className="panel-text" role="status">
        <p className="panel-title">{text.device.title}</p>
        <p className="code-email">
          <EmailText email={email} />
        </p>
        <p className="panel-detail" data-testid="device-said">
          {isWaiting ? text.device.text : (wordsOf(text, state.trouble?.code) ?? message ?? text.device.failed)}
        </p>
      </div>
      <div className="actions">
        {isWaiting ? null : (
          <Button
            look="primary"
            wide
            icon="refresh"
            data-testid="device-again"
            onClick={() => void registerDevice(kit, { email, isProven })}
          >
            {text.device.again}
          </Button>
        )}
        {mailUrl && isWaiting ? (
          <LinkButton wide href={mailUrl} data-testid="otp-mailbox">
            {text.otp.mails}
          </LinkButton>
        ) : null}
        <Button look="quiet" wide data-testid="device-other" onClick={() => goBack(kit)}>
          {text.device.other}
        </Button>
      </div>
    </div>
  )
}

const wordsOf = ({ device }: EmbeddedTexts, code: ErrorCode | undefined): string | undefined =>
  code === 'user_rejected' ? device.rejected : code === 'not_found' ? device.ended : undefined
