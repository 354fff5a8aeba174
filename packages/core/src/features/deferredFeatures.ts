import type { DeferredFeatures } from '../store/feature.ts'
import { deferredAddressBook } from './addressBook/addressBook.ts'
import { reduceAlert } from './alert/alert.ts'
import { deferredConnections } from './connect/connections.ts'
import { reduceDeferredConnectors } from './connect/deferredConnectors.ts'
import { features } from './features.ts'
import { reduceDeferredModal } from './modal/deferredModal.ts'
import { withSentNotice } from './notice/deferredNotice.ts'
import { reduceSend } from './send/send.ts'
import { reduceSwap } from './swap/swap.ts'
import { deferredDismissed, deferredTransactions } from './transactions/deferredTransactions.ts'
import { reduceWalletConnect } from './walletConnect/walletConnect.ts'

/** Code that an idle page does not load: these features' reducers, or parts of them, and their stored data. */
export const deferredFeatures: DeferredFeatures = {
  addressBook: deferredAddressBook,
  alert: { reduce: reduceAlert },
  connections: deferredConnections,
  connectors: { reduce: reduceDeferredConnectors },
  dismissed: deferredDismissed,
  modal: { reduce: reduceDeferredModal },
  notice: { reduce: withSentNotice(features.notice.reduce!) },
  send: { reduce: reduceSend },
  swap: { reduce: reduceSwap },
  transactions: deferredTransactions,
  walletConnect: { reduce: reduceWalletConnect },
}
