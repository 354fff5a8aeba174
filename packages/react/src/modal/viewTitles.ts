import { findMerged } from '@billfold/core/features/connect/mergedConnectors'
import type { View } from '@billfold/core/features/modal/modal'
import { findNetwork } from '@billfold/core/features/network/network'
import type { State } from '@billfold/core/store'
import type { Wallet } from '@billfold/protocol/api/registry'
import type { Messages } from '../i18n/Messages.ts'

/** What the header says of a view. */
type Title<V extends View> = {
  title: (text: Messages, state: State, view: V) => string
  /** The title is the dialog's name only; the header does not show it. */
  untitled?: true
}

/** Every view has a title: one without does not compile. */
const viewTitles: { [V in View as V['name']]: Title<V> } = {
  Connect: {
    title: (text, _, view) => (view.guide === 'explore' ? text.titles.Create : text.titles.Connect),
  },
  ConnectWallets: {
    title: (text) => text.titles.ConnectWallets,
  },
  AllWallets: {
    title: (text) => text.titles.AllWallets,
  },
  GetWallet: {
    title: (text) => text.titles.GetWallet,
  },
  Downloads: {
    title: (text, _, view) => text.titles.Downloads((view.wallet as Wallet | undefined)?.name ?? ''),
  },
  WhatIsAWallet: {
    title: (text) => text.titles.WhatIsAWallet,
  },
  WhatIsANetwork: {
    title: (text) => text.titles.WhatIsANetwork,
  },
  ConnectingExternal: {
    title: (text, state, view) => view.wallet?.name ?? findMerged(state, view.connectorId)?.name ?? text.titles.Connect,
  },
  ConnectingMultiChain: {
    title: (text) => text.titles.ConnectingMultiChain,
  },
  ConnectingWalletConnect: {
    title: (text, _, view) => view.wallet?.name ?? text.titles.ConnectingWalletConnect,
  },
  ConnectingWalletConnectBasic: {
    title: (text) => text.titles.ConnectingWalletConnect,
  },
  Account: {
    title: (text) => text.titles.Account,
    untitled: true,
  },
  AccountSettings: {
    title: (text) => text.titles.AccountSettings,
    untitled: true,
  },
  Profile: {
    title: (text) => text.titles.Profile,
    untitled: true,
  },
  Transactions: {
    title: (text) => text.titles.Transactions,
  },
  Swap: {
    title: (text) => text.titles.Swap,
  },
  SwapSelectToken: {
    title: (text) => text.titles.SwapSelectToken,
  },
  SwapPreview: {
    title: (text) => text.titles.SwapPreview,
  },
  SwapStatus: {
    title: (text) => text.titles.Swap,
  },
  WalletReceive: {
    title: (text) => text.titles.WalletReceive,
  },
  WalletCompatibleNetworks: {
    title: (text) => text.titles.WalletCompatibleNetworks,
  },
  WalletSend: {
    title: (text) => text.titles.WalletSend,
  },
  WalletSendSelectToken: {
    title: (text) => text.titles.WalletSendSelectToken,
  },
  WalletSendRecipients: {
    title: (text) => text.titles.WalletSend,
  },
  WalletSendPreview: {
    title: (text) => text.titles.WalletSendPreview,
  },
  WalletSendStatus: {
    title: (text) => text.titles.WalletSend,
  },
  SwitchAddress: {
    title: (text) => text.titles.SwitchAddress,
  },
  Networks: {
    title: (text) => text.titles.Networks,
  },
  SwitchNetwork: {
    title: (text, state, view) => findNetwork(state, view.networkId)?.name ?? text.titles.SwitchNetwork,
  },
  SwitchActiveChain: {
    title: (text) => text.titles.SwitchActiveChain,
  },
  UnsupportedChain: {
    title: (text) => text.titles.UnsupportedChain,
  },
}

/** The title of a view, the dialog's own where a site named one that is not there. */
export const titleOf = <V extends View>(view: V): Title<V> =>
  (viewTitles[view.name] ?? viewTitles.Connect) as unknown as Title<V>
