import type { Wallet } from '@billfold/protocol/api/registry'
import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import type { SocialProvider } from '@billfold/protocol/frame/frameRequests'

/** Each view carries its own data, instead of a shared bag of optional fields. */
export type View =
  | { name: 'Connect'; guide?: 'get-started' | 'explore' }
  | { name: 'ConnectWallets' }
  | { name: 'AllWallets' }
  | { name: 'GetWallet' }
  | { name: 'Downloads'; wallet: Wallet }
  | { name: 'WhatIsAWallet' }
  | { name: 'WhatIsANetwork' }
  | { name: 'ConnectingExternal'; connectorId: string; namespace: Namespace; wallet?: Wallet }
  | { name: 'ConnectingMultiChain'; connectorId: string }
  /** A link or QR code: for one registry wallet, or for any. */
  | { name: 'ConnectingWalletConnect'; wallet?: Wallet }
  | { name: 'ConnectingWalletConnectBasic' }
  /** The mailed login code. */
  | { name: 'EmailVerifyOtp'; email: string }
  /** A device that the wallet does not know; `isProven`: the e-mail is already verified. */
  | { name: 'EmailVerifyDevice'; email: string; isProven?: true }
  | { name: 'ConnectSocials' }
  | { name: 'ConnectingSocial'; provider: SocialProvider }
  | { name: 'ConnectingFarcaster' }
  /** Behind the embedded wallet's prompt. */
  | { name: 'ApproveTransaction' }
  | { name: 'UpdateEmailWallet'; redirect?: 'Account' | 'AccountSettings' }
  | { name: 'UpdateEmailPrimaryOtp'; email: string; redirect?: 'Account' | 'AccountSettings' }
  | { name: 'UpdateEmailSecondaryOtp'; email: string; redirect?: 'Account' | 'AccountSettings' }
  | { name: 'UpgradeEmailWallet' }
  | { name: 'Account' }
  | { name: 'AccountSettings' }
  | { name: 'Profile' }
  /** `own`: the account's existing name; otherwise one is chosen. */
  | { name: 'RegisterAccountName'; own?: string }
  | { name: 'RegisterAccountNameSuccess'; own: string }
  | { name: 'SwitchAddress' }
  | { name: 'Transactions' }
  | { name: 'WalletReceive' }
  | { name: 'Swap' }
  | { name: 'SwapSelectToken'; side: 'from' | 'to' }
  | { name: 'SwapPreview' }
  | { name: 'SwapStatus'; hash: string }
  | { name: 'WalletCompatibleNetworks' }
  | { name: 'WalletSend' }
  | { name: 'WalletSendSelectToken' }
  | { name: 'WalletSendRecipients' }
  | { name: 'WalletSendPreview' }
  /** One of the visitor's own transactions. */
  /** `faster`: shows the cost of replacing it with a higher fee. */
  | { name: 'WalletSendStatus'; hash: string; faster?: true }
  /** The on-ramp providers and their prices. */
  | { name: 'OnRampProviders' }
  | { name: 'OnRampTokenSelect' }
  | { name: 'OnRampFiatSelect' }
  | { name: 'OnRampActivity' }
  | { name: 'BuyInProgress'; orderId: string }
  | { name: 'WhatIsABuy' }
  | { name: 'Networks' }
  | { name: 'SwitchNetwork'; networkId: CaipNetworkId }
  | { name: 'SwitchActiveChain'; namespace: Namespace; networkId?: CaipNetworkId }
  | { name: 'UnsupportedChain'; reason?: 'swap' }
  /** Requests a sign-in with the active account; the second is its older name. */
  | { name: 'SIWXSignMessage' }
  | { name: 'ConnectingSiwe' }

export type ViewName = View['name']

export type History = readonly [View, ...View[]]

export type Modal = {
  /** Visible; always true when embedded in the page. */
  open: boolean
  /** Part of the page instead of a dialog: closing only returns to its resting view. */
  embedded: boolean
  history: History
  direction: 'next' | 'prev'
  /** Refuses to close, for half a second. */
  shake: boolean
  /** Its UI code failed to load when it was last opened. */
  missing?: true
  /** Shows only this family's wallets. */
  namespace?: Namespace
  /** The view to open once connected, since it needs an account. */
  wanted?: View
}

export type ModalEvent =
  | { type: 'modal/opened'; view: View; namespace?: Namespace }
  | { type: 'modal/closed'; rest: View }
  /** Its UI code failed to load, so it closed. */
  | { type: 'modal/missed' }
  | { type: 'modal/refusedToClose' }
  | { type: 'modal/shakeEnded' }
  | { type: 'modal/pushed'; view: View }
  | { type: 'modal/reset'; view: View; namespace?: Namespace }
  | { type: 'modal/replaced'; view: View }
  | { type: 'modal/wentBack' }
  /** Views in the history may have lost what they need. */
  | { type: 'modal/checked' }
  | { type: 'modal/wentBackToIndex'; index: number }
