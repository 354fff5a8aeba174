import type { View } from '@billfold/core/features/modal/modal'
import { ChangeCode } from './embedded/ChangeCode.tsx'

/** The code that went to the new e-mail. */
export const UpdateEmailSecondaryOtpView = ({ view }: { view: Extract<View, { name: 'UpdateEmailSecondaryOtp' }> }) => (
  <ChangeCode kind="secondary" view={view} />
)
