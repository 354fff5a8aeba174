import type { AddressBook } from '../model/addressBook.ts'
import type { AlertState } from '../model/alert.ts'
import type { Connections } from '../model/connections.ts'
import type { Send } from '../model/send.ts'
import type { Swap } from '../model/swap.ts'
import type { Transaction } from '../model/transactions.ts'
import type { WalletConnectState } from '../model/walletConnect.ts'
import type { Feature } from '../store/feature.ts'
import { accountFeature } from './account/account.ts'
import { addressBookInitial } from './addressBook/addressBookInitial.ts'
import { connectAttemptFeature } from './connect/connectAttempt.ts'
import { connectionsInitial } from './connect/connectionsInitial.ts'
import { connectorsFeature } from './connect/connectorList.ts'
import { rememberedFeature } from './connect/remembered.ts'
import { modalFeature } from './modal/modal.ts'
import { networkFeature } from './network/network.ts'
import { switchAttemptFeature } from './network/switchAttempt.ts'
import { noticeFeature } from './notice/notice.ts'
import { optionsFeature } from './options/options.ts'
import { sendInitial } from './send/sendInitial.ts'
import { swapInitial } from './swap/swapInitial.ts'
import { themeFeature } from './theme/theme.ts'
import { recentsFeature } from './wallets/recents.ts'

// The eager part of features whose reducers load with the modal (`deferredFeatures.ts`).
const addressBook: Feature<AddressBook> = { initial: addressBookInitial }
const alert: Feature<AlertState> = { initial: { phase: 'hidden' } }
const connections: Feature<Connections> = { initial: connectionsInitial }
const send: Feature<Send> = { initial: sendInitial }
const swap: Feature<Swap> = { initial: swapInitial }
const transactions: Feature<readonly Transaction[]> = { initial: [] }
const walletConnect: Feature<WalletConnectState> = {
  initial: { pairing: { phase: 'idle' }, relay: 'idle', requests: [] },
}

/** Every feature with a slice: `State`, `Event`, the root reducer and the stored data derive from it. */
export const features = {
  // Rows are stored in this order: other tabs read a connector before they read that it is connected.
  network: networkFeature,
  remembered: rememberedFeature,
  account: accountFeature,
  recents: recentsFeature,
  alert,
  addressBook,
  connectAttempt: connectAttemptFeature,
  connections,
  connectors: connectorsFeature,
  modal: modalFeature,
  notice: noticeFeature,
  options: optionsFeature,
  send,
  swap,
  switchAttempt: switchAttemptFeature,
  theme: themeFeature,
  transactions,
  walletConnect,
}
