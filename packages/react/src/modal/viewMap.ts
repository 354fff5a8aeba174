import type { View } from '@billfold/core/features/modal/modal'
import type { ComponentType } from 'react'
import { accountTexts } from '../i18n/account/accountTexts.ts'
import { amountTexts } from '../i18n/amount/amountTexts.ts'
import type { Language } from '../i18n/matchLocale.ts'
import { sendTexts } from '../i18n/send/sendTexts.ts'
import { swapTexts } from '../i18n/swap/swapTexts.ts'
import { walletConnectTexts } from '../i18n/walletConnect/walletConnectTexts.ts'
import { addStyles } from '../theme/styleModal.ts'
import { ConnectView } from '../views/ConnectView.tsx'
import { RegistryLists } from '../views/WalletRows.tsx'
import { lazyScreen } from './lazyScreen.tsx'

/** A view's screen. */
type Body<V extends View> = ComponentType<{ view: V }> & { preload?: (language?: Language) => Promise<unknown> }

/** Screens whose rules travel beside their code. */
const styledBy =
  (rules: () => Promise<readonly string[]>): typeof lazyScreen =>
  (load, ...areas) =>
    lazyScreen(
      async () => {
        const [screen, styles] = await Promise.all([load(), rules()])
        addStyles(styles)
        return screen
      },
      ...areas,
    )
const moneyScreen = styledBy(async () => (await import('../theme/moneyStyles.ts')).moneyStyles)
export const furtherScreen = styledBy(async () => (await import('../theme/furtherStyles.ts')).furtherStyles)
/** Screens that come in one file, with their rules. */
const screensOf = <Name extends View['name']>(
  load: () => Promise<{ [N in Name]: ComponentType<{ view: Extract<View, { name: N }> }> }>,
  ...names: readonly Name[]
) =>
  Object.fromEntries(names.map((name) => [name, lazyScreen(async () => (await load())[name] as never)])) as unknown as {
    [N in Name]: Body<Extract<View, { name: N }>>
  }

const signInScreen = <Name extends View['name']>() =>
  lazyScreen<{ view: Extract<View, { name: Name }> }>(async () =>
    (await import('../views/signInScreen.ts')).signInScreen(),
  )

/** Every view has a screen: one without does not compile. */
export const viewMap: { [V in View as V['name']]: Body<V> } = {
  Connect: Object.assign(ConnectView, { preload: RegistryLists.preload }),
  ConnectWallets: lazyScreen(async () => (await import('../views/ConnectWalletsView.tsx')).ConnectWalletsView),
  AllWallets: furtherScreen(async () => (await import('../views/AllWalletsView.tsx')).AllWalletsView),
  ...screensOf(
    async () => (await import('../views/guideViews.ts')).guideViews(),
    'GetWallet',
    'Downloads',
    'WhatIsAWallet',
    'WhatIsANetwork',
  ),
  ConnectingExternal: lazyScreen(
    async () => (await import('../views/ConnectingExternalView.tsx')).ConnectingExternalView,
  ),
  ConnectingMultiChain: lazyScreen(
    async () => (await import('../views/ConnectingMultiChainView.tsx')).ConnectingMultiChainView,
  ),
  ConnectingWalletConnect: furtherScreen(
    async () => (await import('../views/ConnectingWalletConnectView.tsx')).ConnectingWalletConnectView,
    walletConnectTexts,
  ),
  ConnectingWalletConnectBasic: furtherScreen(
    async () => (await import('../views/ConnectingWalletConnectBasicView.tsx')).ConnectingWalletConnectBasicView,
    walletConnectTexts,
  ),
  ...screensOf(
    async () => (await import('../views/embedded/lateLogin.ts')).embeddedViews(),
    'EmailVerifyOtp',
    'EmailVerifyDevice',
    'ConnectSocials',
    'ConnectingSocial',
    'ConnectingFarcaster',
    'ApproveTransaction',
    'UpdateEmailWallet',
    'UpdateEmailPrimaryOtp',
    'UpdateEmailSecondaryOtp',
    'UpgradeEmailWallet',
  ),
  ...screensOf(
    async () => (await import('../views/buy/lateBuy.ts')).buyViews(),
    'OnRampProviders',
    'OnRampTokenSelect',
    'OnRampFiatSelect',
    'OnRampActivity',
    'BuyInProgress',
    'WhatIsABuy',
  ),
  Account: lazyScreen(async () => {
    // Its first question is about money: what reads the answer travels beside it, and a failure is heard by who asks.
    import('@billfold/core/api/createMoneyApi').catch(() => undefined)
    return (await import('../views/AccountView.tsx')).AccountView
  }),
  ...screensOf(
    async () => (await import('../views/accountViews.ts')).accountViews,
    'AccountSettings',
    'Profile',
    'SwitchAddress',
  ),
  ...screensOf(
    async () => (await import('../views/names/namesScreens.ts')).namesScreens(),
    'RegisterAccountName',
    'RegisterAccountNameSuccess',
  ),
  Transactions: lazyScreen(async () => (await import('../views/TransactionsView.tsx')).TransactionsView, accountTexts),
  Swap: moneyScreen(async () => (await import('../views/SwapView.tsx')).SwapView, swapTexts, amountTexts),
  SwapSelectToken: moneyScreen(
    async () => (await import('../views/SwapSelectTokenView.tsx')).SwapSelectTokenView,
    swapTexts,
    amountTexts,
  ),
  SwapPreview: moneyScreen(
    async () => (await import('../views/SwapPreviewView.tsx')).SwapPreviewView,
    swapTexts,
    amountTexts,
  ),
  SwapStatus: moneyScreen(async () => (await import('../views/SwapStatusView.tsx')).SwapStatusView, swapTexts),
  WalletReceive: furtherScreen(
    async () => (await import('../views/WalletReceiveView.tsx')).WalletReceiveView,
    accountTexts,
  ),
  WalletCompatibleNetworks: lazyScreen(
    async () => (await import('../views/WalletCompatibleNetworksView.tsx')).WalletCompatibleNetworksView,
    accountTexts,
  ),
  WalletSend: moneyScreen(
    async () => (await import('../views/WalletSendView.tsx')).WalletSendView,
    sendTexts,
    amountTexts,
  ),
  WalletSendSelectToken: moneyScreen(
    async () => (await import('../views/WalletSendSelectTokenView.tsx')).WalletSendSelectTokenView,
    sendTexts,
    amountTexts,
  ),
  WalletSendRecipients: moneyScreen(
    async () => (await import('../views/WalletSendRecipientsView.tsx')).WalletSendRecipientsView,
    sendTexts,
  ),
  WalletSendPreview: moneyScreen(
    async () => (await import('../views/WalletSendPreviewView.tsx')).WalletSendPreviewView,
    sendTexts,
    amountTexts,
  ),
  WalletSendStatus: moneyScreen(
    async () => (await import('../views/WalletSendStatusView.tsx')).WalletSendStatusView,
    sendTexts,
  ),
  ...screensOf(
    async () => (await import('../views/networkViews.ts')).networkViews,
    'Networks',
    'SwitchNetwork',
    'SwitchActiveChain',
    'UnsupportedChain',
  ),
  SIWXSignMessage: signInScreen<'SIWXSignMessage'>(),
  ConnectingSiwe: signInScreen<'ConnectingSiwe'>(),
}

/** The screen of a view. */
export const bodyOf = <V extends View>(view: V): Body<V> => viewMap[view.name] as unknown as Body<V>

/** Fetches the code of every screen, so that no step waits for it. */
export const preloadScreens = (): Promise<unknown> =>
  Promise.allSettled(Object.values(viewMap).map((body) => body.preload?.()))
