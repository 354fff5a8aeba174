import type { View } from '@billfold/core/features/modal/modal'
import { ChangeCode } from './embedded/ChangeCode.tsx'

/** The code that went to the present e-mail. */
export const UpdateEmailPrimaryOtpView = ({ view }: { view: Extract<View, { name: 'UpdateEmailPrimaryOtp' }> }) => (
  <ChangeCode kind="primary" view={view} />
)
