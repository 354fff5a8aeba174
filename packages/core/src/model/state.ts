import type { Wallet } from '@billfold/protocol/api/registry'
import type { Device } from '../ports/page.ts'
import type { AccountEvent, Accounts } from './account.ts'
import type { AddressBook, AddressBookEvent } from './addressBook.ts'
import type { AlertEvent, AlertState } from './alert.ts'
import type { ConnectAttempt, ConnectEvent } from './connectAttempt.ts'
import type { ConnectionEvent, Connections } from './connections.ts'
import type { ConnectorInfo } from './connector.ts'
import type { ConnectorListEvent } from './connectorList.ts'
import type { Embedded, EmbeddedEvent } from './embedded.ts'
import type { HistoryEvent } from './historyEvent.ts'
import type { Modal, ModalEvent } from './modal.ts'
import type { Names, NamesEvent } from './names.ts'
import type { NetworkEvent, NetworkState } from './network.ts'
import type { NoticeEvent, NoticeState } from './notice.ts'
import type { Onramp, OnrampEvent } from './onramp.ts'
import type { Options, OptionsEvent } from './options.ts'
import type { Remembered } from './remembered.ts'
import type { Send, SendEvent } from './send.ts'
import type { SignIn, SignInEvent } from './signIn.ts'
import type { Swap, SwapEvent } from './swap.ts'
import type { SwitchAttempt, SwitchEvent } from './switchAttempt.ts'
import type { Theme, ThemeEvent } from './theme.ts'
import type { Transaction, TransactionEvent } from './transactions.ts'
import type { WalletConnectEvent, WalletConnectState } from './walletConnect.ts'
import type { WalletEvent } from './walletEvent.ts'

/** The slices, one per feature; what a server or a chain has is a query. */
export type State = {
  /** What the browser says of the device, once and for all. */
  device: Device
  network: NetworkState
  remembered: Remembered
  account: Accounts
  recents: readonly Wallet[]
  alert: AlertState
  addressBook: AddressBook
  connectAttempt: ConnectAttempt
  connections: Connections
  connectors: readonly ConnectorInfo[]
  modal: Modal
  notice: NoticeState
  options: Options
  send: Send
  swap: Swap
  switchAttempt: SwitchAttempt
  theme: Theme
  transactions: readonly Transaction[]
  walletConnect: WalletConnectState
  /** Loaded with the embedded wallet, only if the site has one. */
  embedded: Embedded | undefined
  /** Loaded when someone buys. */
  onramp: Onramp | undefined
  /** Loaded only if the site signs visitors in. */
  signIn: SignIn | undefined
  /** Loaded with its views. */
  names?: Names
  /** Every name of transactions that the visitor removed from the list. Loaded with the modal. */
  dismissed?: readonly string[]
}

/** Everything that can happen. */
export type Event =
  | AccountEvent
  | AddressBookEvent
  | AlertEvent
  | ConnectEvent
  | ConnectionEvent
  | ConnectorListEvent
  | EmbeddedEvent
  | HistoryEvent
  | ModalEvent
  | NamesEvent
  | NetworkEvent
  | NoticeEvent
  | OnrampEvent
  | OptionsEvent
  | SendEvent
  | SignInEvent
  | SwapEvent
  | SwitchEvent
  | ThemeEvent
  | TransactionEvent
  | WalletConnectEvent
  | WalletEvent
