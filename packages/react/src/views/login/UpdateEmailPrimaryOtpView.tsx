import type { View } from '@billfold/core/model/modal'
import { UpdateEmailWalletView } from './UpdateEmailWalletView.tsx'

/** A view that sites know by name. The codes are entered on the wallet's own screen, so it begins the change. */
export const UpdateEmailPrimaryOtpView = ({ view }: { view: Extract<View, { name: 'UpdateEmailPrimaryOtp' }> }) => (
  <UpdateEmailWalletView view={view} />
)
