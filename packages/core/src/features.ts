import type { Feature } from './feature.ts'
import { accountFeature } from './features/account/account.ts'
import type { AddressBook, AddressBookEvent } from './features/addressBook/addressBook.ts'
import { addressBookInitial } from './features/addressBook/addressBookInitial.ts'
import type { AlertEvent, AlertState } from './features/alert/alert.ts'
import { connectAttemptFeature } from './features/connect/connectAttempt.ts'
import type { ConnectionEvent, Connections } from './features/connect/connections.ts'
import { connectionsInitial } from './features/connect/connectionsInitial.ts'
import { connectorsFeature } from './features/connect/connectorList.ts'
import { rememberedFeature } from './features/connect/remembered.ts'
import type { Embedded, EmbeddedEvent } from './features/embedded/embedded.ts'
import type { HistoryEvent } from './features/history/historyEvent.ts'
import { modalFeature } from './features/modal/modal.ts'
import type { Names, NamesEvent } from './features/names/names.ts'
import { networkFeature } from './features/network/network.ts'
import { switchAttemptFeature } from './features/network/switchAttempt.ts'
import { noticeFeature } from './features/notice/notice.ts'
import type { Onramp, OnrampEvent } from './features/onramp/onramp.ts'
import { optionsFeature } from './features/options/options.ts'
import type { Send, SendEvent } from './features/send/send.ts'
import { sendInitial } from './features/send/sendInitial.ts'
import type { SignIn, SignInEvent } from './features/signin/signIn.ts'
import type { Swap, SwapEvent } from './features/swap/swap.ts'
import { swapInitial } from './features/swap/swapInitial.ts'
import { themeFeature } from './features/theme/theme.ts'
import type { Transaction, TransactionEvent } from './features/transactions/transactions.ts'
import type { WalletConnectEvent, WalletConnectState } from './features/walletConnect/walletConnect.ts'
import { recentsFeature } from './features/wallets/recents.ts'
import type { Device } from './ports/page.ts'

// The eager part of features whose reducers load with the modal (`lateFeatures.ts`).
const addressBook: Feature<AddressBook, AddressBookEvent> = { initial: addressBookInitial }
const alert: Feature<AlertState, AlertEvent> = { initial: { phase: 'hidden' } }
const connections: Feature<Connections, ConnectionEvent> = { initial: connectionsInitial }
const send: Feature<Send, SendEvent> = { initial: sendInitial }
const swap: Feature<Swap, SwapEvent> = { initial: swapInitial }
const transactions: Feature<readonly Transaction[], TransactionEvent> = { initial: [] }
const walletConnect: Feature<WalletConnectState, WalletConnectEvent> = {
  initial: { pairing: { phase: 'idle' }, relay: 'idle', requests: [] },
}

/** Features without a row: their slices come from elsewhere, and add nothing to a page. */
type Rowless = {
  /** The browser's device data; constant. */
  device: Feature<Device>
  /** Loads only on sites with an embedded wallet. */
  embedded: Feature<Embedded | undefined, EmbeddedEvent>
  /** Loads only when someone buys. */
  onramp: Feature<Onramp | undefined, OnrampEvent>
  /** Loads only on sites with sign-in. */
  signIn: Feature<SignIn | undefined, SignInEvent>
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

type Features = typeof features & Rowless
type SliceOf<F> = F extends Feature<infer Slice, infer _> ? Slice : never
type AnnouncedBy<F> = F extends { announces?: infer Announced } ? NonNullable<Announced> : never

/** The kit's own state; data from servers and chains is in queries. */
export type State = { [Name in keyof Features]: SliceOf<Features[Name]> } & {
  /** Loads with its screens, without a row above: few visits need it. */
  names?: Names
  /** Names of dismissed transactions. Loads with the modal. */
  dismissed?: readonly string[]
}

/** All events. */
export type Event = AnnouncedBy<Features[keyof Features]> | HistoryEvent | NamesEvent
