import type { View } from '@billfold/core/features/modal/modal'
import type { ComponentType } from 'react'
import { lazyScreen } from '../../modal/lazyScreen.tsx'
import { embeddedStyles } from '../../theme/embeddedStyles.ts'
import { addStyles } from '../../theme/styleModal.ts'
import { ApproveTransactionView } from '../ApproveTransactionView.tsx'
import { ConnectingSocialView } from '../ConnectingSocialView.tsx'
import { ConnectSocialsView } from '../ConnectSocialsView.tsx'
import { EmailVerifyDeviceView } from '../EmailVerifyDeviceView.tsx'
import { EmailVerifyOtpView } from '../EmailVerifyOtpView.tsx'
import { UpdateEmailPrimaryOtpView } from '../UpdateEmailPrimaryOtpView.tsx'
import { UpdateEmailSecondaryOtpView } from '../UpdateEmailSecondaryOtpView.tsx'
import { UpdateEmailWalletView } from '../UpdateEmailWalletView.tsx'
import { UpgradeEmailWalletView } from '../UpgradeEmailWalletView.tsx'
import { EmbeddedRows } from './EmbeddedRows.tsx'
import { UpgradeCard } from './UpgradeCard.tsx'

/** What the settings of an embedded wallet have beyond any other's. */
export const embeddedRows = () => EmbeddedRows

/** What their account has beyond any other's. */
export const upgradeCard = () => UpgradeCard

/** It shows a code, as connections to phones do, and comes with their rules. */
const ConnectingFarcaster = lazyScreen<{ view: Extract<View, { name: 'ConnectingFarcaster' }> }>(async () => {
  const [{ ConnectingFarcasterView }, { furtherStyles }] = await Promise.all([
    import('../ConnectingFarcasterView.tsx'),
    import('../../theme/furtherStyles.ts'),
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
  addStyles(embeddedStyles)
  return views
}
