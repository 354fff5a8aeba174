import { connectEmail } from '@billfold/core/features/embedded/connectEmail'
import { submitCode } from '@billfold/core/features/embedded/submitCode'
import type { View } from '@billfold/core/model/modal'
import { useKit } from '../../hooks/KitContext.ts'
import { CodeForm } from './CodeForm.tsx'

/** The code that logs in. */
export function EmailVerifyOtpView({ view: { email } }: { view: Extract<View, { name: 'EmailVerifyOtp' }> }) {
  const kit = useKit()
  return (
    <CodeForm
      email={email}
      onCode={(otp) => void submitCode(kit, { email, otp })}
      onAgain={() => connectEmail(kit, { email, again: true })}
    />
  )
}
