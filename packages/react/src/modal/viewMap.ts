import type { View } from '@billfold/core/model/modal'
import type { ComponentType } from 'react'
import { accountTexts } from '../i18n/compiled/accountTexts.ts'
import { amountTexts } from '../i18n/compiled/amountTexts.ts'
import { sendTexts } from '../i18n/compiled/sendTexts.ts'
import { swapTexts } from '../i18n/compiled/swapTexts.ts'
import { walletConnectTexts } from '../i18n/compiled/walletConnectTexts.ts'
import type { Language } from '../i18n/matchLocale.ts'
import { addStyles } from '../theme/styleModal.ts'
import { ConnectView } from '../views/connect/ConnectView.tsx'
import { RegistryLists } from '../views/connect/WalletRows.tsx'
import { lazyScreen } from './lazyScreen.tsx'

/** A view's screen. */
type Body<V extends View> = ComponentType<{ view: V }> & { preload?: (language?: Language) => Promise<unknown> }

/** Screens whose styles load in parallel with their code. */
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
const moneyScreen = styledBy(() => import('../views/send/moneyStyles.ts').then((m) => m.moneyStyles))
export const furtherScreen = styledBy(() => import('../views/connect/furtherStyles.ts').then((m) => m.furtherStyles))
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
    (await import('../views/signIn/signInScreen.ts')).signInScreen(),
  )

/** Every view has a screen: one without does not compile. */
export const viewMap: { [V in View as V['name']]: Body<V> } = {
  Connect: Object.assign(ConnectView, { preload: RegistryLists.preload }),
  ConnectWallets: lazyScreen(() => import('../views/connect/ConnectWalletsView.tsx').then((m) => m.ConnectWalletsView)),
  AllWallets: furtherScreen(
    () => import('../views/connect/AllWalletsView.tsx').then((m) => m.AllWalletsView),
    walletConnectTexts,
  ),
  ...screensOf(
    () => import('../views/connect/guideViews.ts').then((m) => m.guideViews()),
    'GetWallet',
    'Downloads',
    'WhatIsAWallet',
    'WhatIsANetwork',
  ),
  ConnectingExternal: lazyScreen(() =>
    import('../views/connect/ConnectingExternalView.tsx').then((m) => m.ConnectingExternalView),
  ),
  ConnectingMultiChain: lazyScreen(() =>
    import('../views/connect/ConnectingMultiChainView.tsx').then((m) => m.ConnectingMultiChainView),
  ),
  ConnectingWalletConnect: furtherScreen(
    () => import('../views/connect/ConnectingWalletConnectView.tsx').then((m) => m.ConnectingWalletConnectView),
    walletConnectTexts,
  ),
  ConnectingWalletConnectBasic: furtherScreen(
    () =>
      import('../views/connect/ConnectingWalletConnectBasicView.tsx').then((m) => m.ConnectingWalletConnectBasicView),
    walletConnectTexts,
  ),
  ...screensOf(
    () => import('../views/login/lateLogin.ts').then((m) => m.embeddedViews()),
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
    () => import('../views/buy/lateBuy.ts').then((m) => m.buyViews()),
    'OnRampProviders',
    'OnRampTokenSelect',
    'OnRampFiatSelect',
    'OnRampActivity',
    'BuyInProgress',
    'WhatIsABuy',
  ),
  Account: lazyScreen(async () => {
    // Its first request is about money: the parser loads in parallel, and its caller handles a failure.
    import('@billfold/core/api/createMoneyApi').catch(() => undefined)
    return (await import('../views/account/AccountView.tsx')).AccountView
  }),
  ...screensOf(
    () => import('../views/account/accountViews.ts').then((m) => m.accountViews),
    'AccountSettings',
    'Profile',
    'SwitchAddress',
  ),
  ...screensOf(
    () => import('../views/names/namesScreens.ts').then((m) => m.namesScreens()),
    'RegisterAccountName',
    'RegisterAccountNameSuccess',
  ),
  Transactions: lazyScreen(
    () => import('../views/account/TransactionsView.tsx').then((m) => m.TransactionsView),
    accountTexts,
  ),
  Swap: moneyScreen(() => import('../views/swap/SwapView.tsx').then((m) => m.SwapView), swapTexts, amountTexts),
  SwapSelectToken: moneyScreen(
    () => import('../views/swap/SwapSelectTokenView.tsx').then((m) => m.SwapSelectTokenView),
    swapTexts,
    amountTexts,
  ),
  SwapPreview: moneyScreen(
    () => import('../views/swap/SwapPreviewView.tsx').then((m) => m.SwapPreviewView),
    swapTexts,
    amountTexts,
  ),
  SwapStatus: moneyScreen(() => import('../views/swap/SwapStatusView.tsx').then((m) => m.SwapStatusView), swapTexts),
  WalletReceive: furtherScreen(
    () => import('../views/account/WalletReceiveView.tsx').then((m) => m.WalletReceiveView),
    accountTexts,
  ),
  WalletCompatibleNetworks: lazyScreen(
    () => import('../views/account/WalletCompatibleNetworksView.tsx').then((m) => m.WalletCompatibleNetworksView),
    accountTexts,
  ),
  WalletSend: moneyScreen(
    () => import('../views/send/WalletSendView.tsx').then((m) => m.WalletSendView),
    sendTexts,
    amountTexts,
  ),
  WalletSendSelectToken: moneyScreen(
    () => import('../views/send/WalletSendSelectTokenView.tsx').then((m) => m.WalletSendSelectTokenView),
    sendTexts,
    amountTexts,
  ),
  WalletSendRecipients: moneyScreen(
    () => import('../views/send/WalletSendRecipientsView.tsx').then((m) => m.WalletSendRecipientsView),
    sendTexts,
  ),
  WalletSendPreview: moneyScreen(
    () => import('../views/send/WalletSendPreviewView.tsx').then((m) => m.WalletSendPreviewView),
    sendTexts,
    amountTexts,
  ),
  WalletSendStatus: moneyScreen(
    () => import('../views/send/WalletSendStatusView.tsx').then((m) => m.WalletSendStatusView),
    sendTexts,
  ),
  ...screensOf(
    () => import('../views/networks/networkViews.ts').then((m) => m.networkViews),
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
