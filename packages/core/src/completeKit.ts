import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import { kitWalletConnect } from './connectors/walletconnect/kitWalletConnect.ts'
import { addressCacheKeys } from './features/account/addressCaches.ts'
import { reduceAddressBook, toStoredBook } from './features/addressBook/addressBook.ts'
import { raiseAlert } from './features/alert/raiseAlert.ts'
import { trackEvents } from './features/analytics/trackEvents.ts'
import { followTabs } from './features/connect/followTabs.ts'
import { followWallets } from './features/connect/followWallets.ts'
import { reconnectWallet } from './features/connect/reconnectWallet.ts'
import { findNetwork, requestedNamespaces } from './features/network/network.ts'
import { rpcUrlsOf } from './features/network/rpcUrlsOf.ts'
import { reduceSend } from './features/send/send.ts'
import { reduceSwap } from './features/swap/swap.ts'
import { toStoredTransaction } from './features/transactions/toStoredTransaction.ts'
import { maxTransactions, reduceTransactions } from './features/transactions/transactions.ts'
import type { Kit } from './kit.ts'
import { addressBookInitial, transactionsInitial } from './lateInitial.ts'
import { type Row, readRows, writeRows } from './persist.ts'
import type { Stop } from './ports/clock.ts'
import { react } from './reactions.ts'
import type { Late, State } from './store.ts'

type Found = Pick<State, 'addressBook' | 'transactions'>

const late = {
  addressBook: reduceAddressBook,
  send: reduceSend,
  swap: reduceSwap,
  transactions: reduceTransactions,
} satisfies Late

/** What of them survives a reload. */
const rows: readonly Row<Found>[] = [
  {
    key: '@billfold/transactions',
    write: (state) => (state.transactions.length > 0 ? JSON.stringify(state.transactions) : undefined),
    read: (text, restored) => {
      const list: unknown = JSON.parse(text)
      if (!Array.isArray(list)) return
      restored.transactions = list
        .map(toStoredTransaction)
        .filter((t) => t !== undefined)
        .slice(0, 2 * maxTransactions)
    },
  },
  {
    key: '@billfold/address_book',
    write: ({ addressBook }) => (addressBook === addressBookInitial ? undefined : JSON.stringify(addressBook)),
    read: (text, restored) => {
      restored.addressBook = toStoredBook(JSON.parse(text))
    },
  },
]

/** What another tab sends and saves is this tab's too: else the next to write would forget the other's. */
function hearTabs({ store, ports }: Kit): Stop {
  return ports.storage.onChange((key, value) => {
    const row = rows.find((one) => one.key === key)
    if (!row?.read || value === undefined) return
    const found: Found = { addressBook: addressBookInitial, transactions: transactionsInitial }
    try {
      row.read(value, found)
    } catch {
      // Another version's, or nobody's: it is not taken over.
      return
    }
    if (found.transactions !== transactionsInitial)
      store.send({ type: 'transaction/heard', transactions: found.transactions })
    if (found.addressBook !== addressBookInitial) store.send({ type: 'addressBook/heard', book: found.addressBook })
  })
}

const complete = new WeakSet<Kit>()

/**
 * Makes a kit complete: the slices of its flows and what storage has of them, what one event starts elsewhere, what wallets
 * and other tabs do, WalletConnect, and the way back to the wallets of an earlier visit. None of it is needed to draw a
 * button, so a page that rests does not carry it (`createKit` says when it comes); a second call does nothing.
 */
export function completeKit(kit: Kit): void {
  if (complete.has(kit) || kit.isDisposed) return
  complete.add(kit)
  const { store, ports } = kit
  if (Object.keys(store.get().remembered).length === 0)
    for (const key of addressCacheKeys) ports.storage.set(key, undefined)
  store.add(late, readRows(ports.storage, rows, { addressBook: addressBookInitial, transactions: transactionsInitial }))
  const missed = store.takeMissed()
  const stops = [writeRows(store, ports.storage, rows), hearTabs(kit), followWallets(kit), followTabs(kit)]
  stops.push(startWalletConnect(kit))
  for (const stop of [...stops, react(kit, missed), trackEvents(kit, missed)]) kit.endWith(stop)
  if (!kit.options.projectId) raiseAlert(kit, 'projectMissing', 'pass a projectId to createKit')
  reconnectAll(kit)
}

/** WalletConnect for the families of the site; nothing of it is fetched before it is used or remembered. */
function startWalletConnect(kit: Kit): Stop {
  const { enableWalletConnect, relayUrl } = kit.options
  if (!enableWalletConnect || relayUrl === undefined) return () => undefined
  const walletConnect = kitWalletConnect(kit, {
    relayUrl,
    beside: async () => kit.options.siwx && (await import('./features/signin/oneClickSignIn.ts')).oneClickSignIn(kit),
    namespaces: requestedNamespaces(kit.store.get()),
    rpcUrls: (chainId) => {
      const network = findNetwork(kit.store.get(), chainId as CaipNetworkId)
      return network && rpcUrlsOf(kit.store.get(), network)
    },
  })
  kit.walletConnect = walletConnect
  for (const connector of walletConnect.connectors) kit.connectors.add(connector)
  return walletConnect.dispose
}

/** The family the visitor was in first, then the others, all at once: one that sleeps delays nobody. */
function reconnectAll(kit: Kit): void {
  const { remembered, network, account } = kit.store.get()
  const waiting = (Object.keys(remembered) as Namespace[]).filter((n) => account[n].status === 'reconnecting')
  waiting.sort((a, b) => Number(b === network.activeNamespace) - Number(a === network.activeNamespace))
  for (const namespace of waiting)
    if (!kit.latest.isRunning(`reconnect/${namespace}`)) void reconnectWallet(kit, { namespace })
}
