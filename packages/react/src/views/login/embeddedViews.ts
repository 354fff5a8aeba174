import type { View } from '@billfold/core/model/modal'
import type { ComponentType } from 'react'
import { lazyScreen } from '../../modal/lazyScreen.tsx'
import { addStyles } from '../../theme/styleModal.ts'
import { ApproveTransactionView } from './ApproveTransactionView.tsx'
import { ConnectingSocialView } from './ConnectingSocialView.tsx'
import { ConnectSocialsView } from './ConnectSocialsView.tsx'
import { EmailVerifyDeviceView } from './EmailVerifyDeviceView.tsx'
import { EmailVerifyOtpView } from './EmailVerifyOtpView.tsx'
import { EmbeddedRows } from './EmbeddedRows.tsx'
import { loginStyles } from './loginStyles.ts'
import { UpdateEmailPrimaryOtpView } from './UpdateEmailPrimaryOtpView.tsx'
import { UpdateEmailSecondaryOtpView } from './UpdateEmailSecondaryOtpView.tsx'
import { UpdateEmailWalletView } from './UpdateEmailWalletView.tsx'
import { UpgradeCard } from './UpgradeCard.tsx'
import { UpgradeEmailWalletView } from './UpgradeEmailWalletView.tsx'

/** Extra settings of an embedded wallet. */
export const embeddedRows = () => EmbeddedRows

/** Extras of their account. */
export const upgradeCard = () => UpgradeCard

/** It shows a code, as connections to phones do, and comes with their rules. */
const ConnectingFarcaster = lazyScreen<{ view: Extract<View, { name: 'ConnectingFarcaster' }> }>(async () => {
  const [{ ConnectingFarcasterView }, { furtherStyles }] = await Promise.all([
    import('./ConnectingFarcasterView.tsx'),
    import('../connect/furtherStyles.ts'),
  ])
  addStyles(furtherStyles)
  return ConnectingFarcasterView
})

const views = {
  EmailVerifyOtp: EmailVerifyOtpView,
  EmailVerifyDevice: EmailVerifyDeviceView,
  ConnectSocials: ConnectSocialsView,
  ConnectingSocial: ConnectingSocialView,
  ConnectingFarcaster,
  ApproveTransaction: ApproveTransactionView,
  UpdateEmailWallet: UpdateEmailWalletView,
  UpdateEmailPrimaryOtp: UpdateEmailPrimaryOtpView,
  UpdateEmailSecondaryOtp: UpdateEmailSecondaryOtpView,
  UpgradeEmailWallet: UpgradeEmailWalletView,
}
export type EmbeddedViews = { [Name in keyof typeof views]: ComponentType<{ view: Extract<View, { name: Name }> }> }

/** The screens of the embedded wallet, drawn by their own rules. */
export function embeddedViews(): EmbeddedViews {
  addStyles(loginStyles)
  return views
}
