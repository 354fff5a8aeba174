import { connectedAccount } from '@billfold/core/features/account/account'
import { submitEmailCode } from '@billfold/core/features/embedded/updateEmail'
import type { View } from '@billfold/core/features/modal/modal'
import { replace } from '@billfold/core/features/modal/navigate'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { CodeForm } from './CodeForm.tsx'

/** One of the two codes that change an e-mail; a visitor who needs another one starts over. */
export function ChangeCode({
  kind,
  view: { email, redirect },
}: {
  kind: 'primary' | 'secondary'
  view: Extract<View, { name: 'UpdateEmailPrimaryOtp' | 'UpdateEmailSecondaryOtp' }>
}) {
  const kit = useKit()
  const { shell } = useText()
  const present = useSelect((now) => connectedAccount(now)?.accounts[0].embedded?.user.email) ?? ''
  const to = redirect ? { redirect } : {}
  return (
    <CodeForm
      email={kind === 'primary' ? present : email}
      onCode={(otp) => void submitEmailCode(kit, { kind, otp, email, ...to })}
      onAgain={async () => replace(kit, { name: 'UpdateEmailWallet', ...to })}
      againLabel={shell.tryAgain}
    />
  )
}
