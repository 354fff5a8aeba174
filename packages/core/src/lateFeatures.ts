import type { Feature } from './feature.ts'
import { lateAddressBook } from './features/addressBook/addressBook.ts'
import { reduceAlert } from './features/alert/alert.ts'
import { lateConnections } from './features/connect/connections.ts'
import { reduceLateConnectors } from './features/connect/lateConnectors.ts'
import { reduceLateModal } from './features/modal/lateModal.ts'
import { tellSent } from './features/notice/lateNotice.ts'
import { reduceSend } from './features/send/send.ts'
import { reduceSwap } from './features/swap/swap.ts'
import { lateDismissed, lateTransactions } from './features/transactions/lateTransactions.ts'
import { reduceWalletConnect } from './features/walletConnect/walletConnect.ts'
import { features, type State } from './features.ts'

/** The deferred part of a feature. */
export type LateFeatures = { [Name in keyof State]?: Pick<Feature<State[Name]>, 'reduce' | 'keeps'> }

/** Code that an idle page does not load: these features' reducers, or parts of them, and their stored data. */
export const lateFeatures: LateFeatures = {
  addressBook: lateAddressBook,
  alert: { reduce: reduceAlert },
  connections: lateConnections,
  connectors: { reduce: reduceLateConnectors },
  dismissed: lateDismissed,
  modal: { reduce: reduceLateModal },
  notice: { reduce: tellSent(features.notice.reduce!) },
  send: { reduce: reduceSend },
  swap: { reduce: reduceSwap },
  transactions: lateTransactions,
  walletConnect: { reduce: reduceWalletConnect },
}
