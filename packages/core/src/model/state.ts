import type { Wallet } from '@billfold/protocol/api/registry'
import type { CaipAddress } from '@billfold/protocol/caip'
import type { WalletIdentity } from '@billfold/protocol/knownWallets'
import type { Device } from '../ports/page.ts'
import type { AccountEvent, Accounts } from './account.ts'
import type { AddressBook, AddressBookEvent } from './addressBook.ts'
import type { AlertEvent, AlertState } from './alert.ts'
import type { ConnectAttempt, ConnectEvent } from './connectAttempt.ts'
import type { ConnectionEvent, Connections } from './connections.ts'
import type { ConnectorInfo } from './connector.ts'
import type { Embedded, EmbeddedEvent } from './embedded.ts'
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

type ConnectorListEvent =
  | { type: 'connector/announced'; connector: ConnectorInfo }
  /** The matching registry wallet. */
  | ({ type: 'connector/recognised'; explorerId: string } & Pick<ConnectorInfo, 'id' | 'namespace'>)

/** Events of an account's transaction list; without a cursor, of the newest page. */
type HistoryEvent =
  | { type: 'history/failed'; address: CaipAddress; cursor?: string | undefined }
  | { type: 'history/moreAsked'; address: CaipAddress; cursor?: string | undefined }

/** Events of wallet lists and guides. */
type WalletEvent =
  | {
      type: 'wallet/selected'
      name: string
      platform: 'browser' | 'mobile' | 'qrcode' | 'desktop' | 'web' | 'unsupported'
    }
  /** The registry, or its bundled part, returned these. */
  | { type: 'wallets/listed'; wallets: readonly WalletIdentity[] }
  | { type: 'wallet/searched'; search: string; badge: boolean }
  | { type: 'wallet/allClicked' }
  | { type: 'wallet/getClicked' }
  | { type: 'wallet/helpClicked' }
  | { type: 'wallet/redirected'; wallet: Wallet; url: string }
  /** A wallet's app could not be opened. */
  | { type: 'wallet/linkFailed'; message: string; mobileLink: string; name: string }
  | { type: 'network/listClicked' }
  | { type: 'network/helpClicked' }
