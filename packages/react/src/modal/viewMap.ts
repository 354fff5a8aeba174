import { findMerged } from '@billfold/core/features/connect/mergedConnectors'
import type { View } from '@billfold/core/features/modal/modal'
import { findNetwork } from '@billfold/core/features/network/network'
import type { State } from '@billfold/core/store'
import type { ComponentType } from 'react'
import { accountTexts } from '../i18n/account/accountTexts.ts'
import type { Messages } from '../i18n/Messages.ts'
import { sendTexts } from '../i18n/send/sendTexts.ts'
import { swapTexts } from '../i18n/swap/swapTexts.ts'
import { walletConnectTexts } from '../i18n/walletConnect/walletConnectTexts.ts'
import { ConnectView } from '../views/ConnectView.tsx'
import { RegistryLists } from '../views/WalletRows.tsx'
import { lazyScreen } from './lazyScreen.tsx'

/** A view's screen and what its header says. */
export type Screen<V extends View> = {
  title: (text: Messages, state: State, view: V) => string
  /** The title is the dialog's name only; the header does not show it. */
  untitled?: true
  Body: ComponentType<{ view: V }> & { preload?: () => Promise<unknown>; renew?: () => void }
}
/** Every view has a screen: one without does not compile. */
export type ViewMap = { [V in View as V['name']]: Screen<V> }

export const viewMap: ViewMap = {
  Connect: {
    title: (text, _, view) => (view.guide === 'explore' ? text.titles.Create : text.titles.Connect),
    Body: Object.assign(ConnectView, { preload: RegistryLists.preload }),
  },
  ConnectWallets: {
    title: (text) => text.titles.ConnectWallets,
    Body: lazyScreen(async () => (await import('../views/ConnectWalletsView.tsx')).ConnectWalletsView),
  },
  AllWallets: {
    title: (text) => text.titles.AllWallets,
    Body: lazyScreen(async () => (await import('../views/AllWalletsView.tsx')).AllWalletsView),
  },
  GetWallet: {
    title: (text) => text.titles.GetWallet,
    Body: lazyScreen(async () => (await import('../views/GetWalletView.tsx')).GetWalletView),
  },
  Downloads: {
    title: (text, _, view) => text.titles.Downloads(view.wallet.name),
    Body: lazyScreen(async () => (await import('../views/DownloadsView.tsx')).DownloadsView),
  },
  WhatIsAWallet: {
    title: (text) => text.titles.WhatIsAWallet,
    Body: lazyScreen(async () => (await import('../views/WhatIsAWalletView.tsx')).WhatIsAWalletView),
  },
  WhatIsANetwork: {
    title: (text) => text.titles.WhatIsANetwork,
    Body: lazyScreen(async () => (await import('../views/WhatIsANetworkView.tsx')).WhatIsANetworkView),
  },
  ConnectingExternal: {
    title: (text, state, view) => view.wallet?.name ?? findMerged(state, view.connectorId)?.name ?? text.titles.Connect,
    Body: lazyScreen(async () => (await import('../views/ConnectingExternalView.tsx')).ConnectingExternalView),
  },
  ConnectingMultiChain: {
    title: (text) => text.titles.ConnectingMultiChain,
    Body: lazyScreen(async () => (await import('../views/ConnectingMultiChainView.tsx')).ConnectingMultiChainView),
  },
  ConnectingWalletConnect: {
    title: (text, _, view) => view.wallet?.name ?? text.titles.ConnectingWalletConnect,
    Body: lazyScreen(
      async () => (await import('../views/ConnectingWalletConnectView.tsx')).ConnectingWalletConnectView,
      walletConnectTexts,
    ),
  },
  ConnectingWalletConnectBasic: {
    title: (text) => text.titles.ConnectingWalletConnect,
    Body: lazyScreen(
      async () => (await import('../views/ConnectingWalletConnectBasicView.tsx')).ConnectingWalletConnectBasicView,
      walletConnectTexts,
    ),
  },
  Account: {
    title: (text) => text.titles.Account,
    untitled: true,
    Body: lazyScreen(async () => (await import('../views/AccountView.tsx')).AccountView),
  },
  AccountSettings: {
    title: (text) => text.titles.AccountSettings,
    untitled: true,
    Body: lazyScreen(async () => (await import('../views/AccountSettingsView.tsx')).AccountSettingsView),
  },
  Profile: {
    title: (text) => text.titles.Profile,
    untitled: true,
    Body: lazyScreen(async () => (await import('../views/ProfileView.tsx')).ProfileView),
  },
  Transactions: {
    title: (text) => text.titles.Transactions,
    Body: lazyScreen(async () => (await import('../views/TransactionsView.tsx')).TransactionsView, accountTexts),
  },
  Swap: {
    title: (text) => text.titles.Swap,
    Body: lazyScreen(async () => (await import('../views/SwapView.tsx')).SwapView, swapTexts),
  },
  SwapSelectToken: {
    title: (text) => text.titles.SwapSelectToken,
    Body: lazyScreen(async () => (await import('../views/SwapSelectTokenView.tsx')).SwapSelectTokenView, swapTexts),
  },
  SwapPreview: {
    title: (text) => text.titles.SwapPreview,
    Body: lazyScreen(async () => (await import('../views/SwapPreviewView.tsx')).SwapPreviewView, swapTexts),
  },
  SwapStatus: {
    title: (text) => text.titles.Swap,
    Body: lazyScreen(async () => (await import('../views/SwapStatusView.tsx')).SwapStatusView, swapTexts),
  },
  WalletReceive: {
    title: (text) => text.titles.WalletReceive,
    Body: lazyScreen(async () => (await import('../views/WalletReceiveView.tsx')).WalletReceiveView, accountTexts),
  },
  WalletCompatibleNetworks: {
    title: (text) => text.titles.WalletCompatibleNetworks,
    Body: lazyScreen(
      async () => (await import('../views/WalletCompatibleNetworksView.tsx')).WalletCompatibleNetworksView,
      accountTexts,
    ),
  },
  WalletSend: {
    title: (text) => text.titles.WalletSend,
    Body: lazyScreen(async () => (await import('../views/WalletSendView.tsx')).WalletSendView, sendTexts),
  },
  WalletSendSelectToken: {
    title: (text) => text.titles.WalletSendSelectToken,
    Body: lazyScreen(
      async () => (await import('../views/WalletSendSelectTokenView.tsx')).WalletSendSelectTokenView,
      sendTexts,
    ),
  },
  WalletSendRecipients: {
    title: (text) => text.titles.WalletSend,
    Body: lazyScreen(
      async () => (await import('../views/WalletSendRecipientsView.tsx')).WalletSendRecipientsView,
      sendTexts,
    ),
  },
  WalletSendPreview: {
    title: (text) => text.titles.WalletSendPreview,
    Body: lazyScreen(async () => (await import('../views/WalletSendPreviewView.tsx')).WalletSendPreviewView, sendTexts),
  },
  WalletSendStatus: {
    title: (text) => text.titles.WalletSend,
    Body: lazyScreen(async () => (await import('../views/WalletSendStatusView.tsx')).WalletSendStatusView, sendTexts),
  },
  SwitchAddress: {
    title: (text) => text.titles.SwitchAddress,
    Body: lazyScreen(async () => (await import('../views/SwitchAddressView.tsx')).SwitchAddressView),
  },
  Networks: {
    title: (text) => text.titles.Networks,
    Body: lazyScreen(async () => (await import('../views/NetworksView.tsx')).NetworksView),
  },
  SwitchNetwork: {
    title: (text, state, view) => findNetwork(state, view.networkId)?.name ?? text.titles.SwitchNetwork,
    Body: lazyScreen(async () => (await import('../views/SwitchNetworkView.tsx')).SwitchNetworkView),
  },
  SwitchActiveChain: {
    title: (text) => text.titles.SwitchActiveChain,
    Body: lazyScreen(async () => (await import('../views/SwitchActiveChainView.tsx')).SwitchActiveChainView),
  },
  UnsupportedChain: {
    title: (text) => text.titles.UnsupportedChain,
    Body: lazyScreen(async () => (await import('../views/UnsupportedChainView.tsx')).UnsupportedChainView),
  },
}

/** The screen of a view. */
export const screenOf = <V extends View>(view: V): Screen<V> => viewMap[view.name] as unknown as Screen<V>

/** Fetches the code of every screen, so that no step waits for it. */
export const preloadScreens = (): Promise<unknown> =>
  Promise.allSettled(Object.values(viewMap).map(({ Body }) => Body.preload?.()))
