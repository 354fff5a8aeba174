import { type CaipNetworkId, type Namespace, parseCaipNetworkId } from '@billfold/protocol/caip'
import type { WalletIdentity } from '@billfold/protocol/knownWallets'
import { forgetAddresses } from '../features/account/forgetAddresses.ts'
import { connectionOf } from '../features/connect/connectionOf.ts'
import { connectionsOf } from '../features/connect/connections.ts'
import { cancelConnect, connectWallet } from '../features/connect/connectWallet.ts'
import { reconnectWallet } from '../features/connect/reconnectWallet.ts'
import { restoreConnection, restoreConnections } from '../features/connect/restoreConnections.ts'
import { switchConnection } from '../features/connect/switchConnection.ts'
import { closeModal } from '../features/modal/closeModal.ts'
import { currentView } from '../features/modal/modal.ts'
import { goBack } from '../features/modal/navigate.ts'
import { openModal } from '../features/modal/openModal.ts'
import type { Opened } from '../features/modal/openViews.ts'
import { isView, isViewReady, ruleOf } from '../features/modal/viewRules.ts'
import { cancelSwitch, switchNetwork } from '../features/network/switchNetwork.ts'
import { noticeGapMs, noticeLifeMs } from '../features/notice/notice.ts'
import { cancelSourceSwitch } from '../features/source/switchSourceNetwork.ts'
import type { transactionTracking } from '../features/transactions/transactionTracking.ts'
import type { Kit } from '../kit.ts'
import { connectedNamespaces, isConnected } from '../model/connectedAccount.ts'
import { isWrongNetwork, networkIdOf, requestedNamespaces } from '../model/findNetwork.ts'
import type { View } from '../model/modal.ts'
import type { Event, State } from '../model/state.ts'
import { isOpen, isUndecided } from '../model/transactions.ts'
import type { Stop } from '../ports/clock.ts'
import type { EventArgs } from '../store/store.ts'

const shakeMs = 500
const fetchAgainMs = 5000
/** Named timers: starting one again restarts it; without work it only stops. */
type After = (name: string, ms?: number, run?: () => void) => void

/** Reactions: the only place where one feature's event starts another's work. */
export function startReactions(kit: Kit, missed: readonly EventArgs[] = []): Stop {
  const timers = new Map<string, Stop>()
  const after: After = (name, ms, run) => {
    timers.get(name)?.()
    if (run) timers.set(name, kit.ports.clock.after(ms ?? 0, run))
  }
  const hear = (...[event, now, before]: EventArgs) => {
    followView(kit, now, before)
    followNotice(kit, now, before, after)
    if (now.modal.shake && !before.modal.shake)
      after('shake', shakeMs, () => kit.store.send({ type: 'modal/shakeEnded' }))
    reactTo(kit, event, now, after)
    // After the event's work, which may add what a view needs.
    if (!now.modal.history.every((view) => isViewReady(now, view))) kit.store.send({ type: 'modal/checked' })
  }
  const stop = kit.store.onEvent(hear)
  for (const args of missed) hear(...args)
  if (kit.store.get().transactions.some(isOpen) || kit.ports.storage.get('@billfold/asked')) followOpen(kit, after)
  return () => {
    stop()
    for (const cancel of timers.values()) cancel()
  }
}

function reactTo(kit: Kit, event: Event, now: State, after: After): void {
  switch (event.type) {
    case 'modal/opened':
      if (!isView(event.view)) refuse(kit, event)
      if (event.namespace && !requestedNamespaces(now).includes(event.namespace)) {
        refuse(kit, event)
        kit.store.send({ type: 'modal/reset', view: event.view })
      }
      // Deferred: an idle page does not load the modal's data.
      void kit.ports.page
        .painted()
        .then(() => import('../features/wallets/prefetch.ts'))
        .then(
          (m) => kit.store.get().modal.open && !kit.isDisposed && m.prefetch(kit, { connected: isConnected(now) }),
          (e) => kit.ports.log.info('Could not prefetch', e),
        )
      break
    case 'connector/announced': {
      const { namespace, id } = event.connector
      const { status } = now.account[namespace]
      const isFree = status === 'reconnecting' || status === 'disconnected'
      if (isFree && now.remembered[namespace] === id) void reconnectWallet(kit, { namespace })
      else if (now.connections[namespace]?.known.includes(id))
        void restoreConnection(kit, { namespace, connectorId: id })
      recognise(kit)
      break
    }
    case 'account/connected':
      // Loading a page opens nothing: the button shows the wrong network.
      if (event.how === 'user' && isWrongNetwork(now, event.namespace)) showWrongNetwork(kit, now)
      else if (
        event.how !== 'switch' &&
        showsWayIn(now) &&
        (event.how === 'user' || isFamilyShown(now, event.namespace))
      )
        goOn(kit, now)
      break
    case 'account/networkChanged':
      if (event.namespace !== now.network.activeNamespace) break
      if (isWrongNetwork(now)) showWrongNetwork(kit, now)
      else leaveSwitching(kit, now)
      break
    case 'network/selected':
    case 'switch/succeeded':
      leaveSwitching(kit, now)
      break
    case 'wallets/listed':
      recognise(kit, event.wallets)
      break
    case 'walletConnect/resumed':
      recognise(kit)
      break
    case 'walletConnect/settled':
      recognise(kit)
      // The wallet has a different family than requested: switch to it.
      if (event.isElsewhere) {
        cancelConnect(kit)
        const [place] = event.namespaces
        if (place) kit.store.send({ type: 'network/namespaceActivated', namespace: place })
        else closeModal(kit)
      }
      // One session spans families: connect those without another wallet too.
      for (const namespace of event.namespaces)
        if (namespace !== event.namespace && now.account[namespace].status === 'disconnected') {
          kit.store.send({ type: 'account/reconnecting', namespace, connectorId: 'walletConnect' })
          // A listener's event is handled after all have received the current one.
          queueMicrotask(() => void reconnectWallet(kit, { namespace }))
        }
      break
    case 'transaction/heard':
    case 'transaction/sent':
    case 'transaction/reopened':
      followOpen(kit, after)
      break
    case 'transaction/settled': {
      const transaction = now.transactions.find((t) => t.hash === event.hash)
      if (transaction && !isUndecided(transaction))
        withFollowers(kit, ({ refreshBalances }) => refreshBalances(kit, transaction))
      break
    }
    case 'switch/failed':
      alertLater(kit, event)
      break
    case 'connections/heard':
      restoreConnections(kit)
      forgetAddresses(kit)
      break
    case 'connection/left':
      forgetAddresses(kit)
      break
    case 'account/disconnected': {
      forgetAddresses(kit)
      const [beside] = connectionsOf(now, event.namespace)
      if (beside && event.next === undefined) {
        switchConnection(kit, { namespace: event.namespace, connectorId: beside.connectorId })
        break
      }
      if (event.namespace !== now.network.activeNamespace) break
      const [other] = connectedNamespaces(now)
      if (other) kit.store.send({ type: 'network/namespaceActivated', namespace: other })
      if (endsWithAccount(now)) closeModal(kit, other ? { rest: { name: 'Account' } } : {})
      break
    }
  }
}

/** Tracks pending transactions, even from before a reload. If the code fails to load, nothing stays pending forever. */
function followOpen(kit: Kit, after: After): void {
  withFollowers(
    kit,
    ({ trackTransactions }) => trackTransactions(kit),
    () => after('follow', fetchAgainMs, () => followOpen(kit, after)),
  )
}

function withFollowers(kit: Kit, work: (all: typeof transactionTracking) => unknown, otherwise?: () => void): void {
  void import('../features/transactions/transactionTracking.ts').then(
    (m) => kit.isDisposed || work(m.transactionTracking),
    (e) => {
      kit.ports.log.info('Could not fetch code to track transactions', e)
      if (!kit.isDisposed) otherwise?.()
    },
  )
}

function recognise(kit: Kit, wallets?: readonly WalletIdentity[]): void {
  void import('../features/connect/matchRegistryWallets.ts').then(
    (m) => kit.isDisposed || m.matchRegistryWallets(kit, wallets),
    (e) => kit.ports.log.info('Could not fetch wallet data', e),
  )
}

const shownRule = ({ modal }: State) => (modal.open ? ruleOf(currentView(modal)) : undefined)
const showsWayIn = (state: State): boolean => shownRule(state)?.isWayIn ?? false
const endsWithAccount = (state: State): boolean => {
  const rule = shownRule(state)
  return rule?.needs.account !== undefined || rule?.asksWallet === true
}

/** Connected: opens the view that waited for it, or closes. */
function goOn(kit: Kit, { modal }: State): void {
  if (modal.wanted) kit.store.send({ type: 'modal/reset', view: modal.wanted })
  else closeModal(kit)
}

/** Reports set-up problems to the developer: of an event, or of the kit's creation. */
export const alertLater = (kit: Kit, event?: Extract<Event, { type: 'switch/failed' }>): void =>
  void import('../features/alert/alertDeveloper.ts').then((m) => m.alertDeveloper(kit, event), kit.ports.log.error)

/** Reports to the developer why a different view is shown. */
const refuse = (kit: Kit, event: Opened) =>
  void import('../features/modal/openViews.ts').then((m) => m.refuseOpening(kit, event), kit.ports.log.error)

const isFamilyShown = ({ modal, network }: State, namespace: Namespace): boolean =>
  (modal.namespace ?? network.activeNamespace) === namespace

/** Shows the wrong network; closing it keeps the wallet connected. */
function showWrongNetwork(kit: Kit, now: State): void {
  const view: View = { name: 'UnsupportedChain' }
  if (!now.modal.open) openModal(kit, { view })
  else if (showsWayIn(now)) kit.store.send({ type: 'modal/reset', view })
  else if (!now.modal.history.some((v) => v.name === 'UnsupportedChain' && !v.reason))
    kit.store.send({ type: 'modal/pushed', view })
}

/** On the wanted network: leaves the views that were for switching. */
function leaveSwitching(kit: Kit, now: State): void {
  const { name } = currentView(now.modal)
  const isThere = now.modal.open && (name === 'UnsupportedChain' || name === 'SwitchNetwork')
  if (!isThere || isWrongNetwork(now)) return
  // Selecting in a list returns to the view before it.
  const isWall = ({ name: each }: View, at: number) => each === 'UnsupportedChain' || (at > 0 && each === 'Networks')
  const wall = now.modal.history.findIndex(isWall)
  const view = now.modal.history[wall]
  if (view?.name === 'UnsupportedChain' && view.reason === 'swap') {
    // Opened before a swap: continue there.
    kit.store.send({ type: 'modal/wentBackToIndex', index: wall })
    kit.store.send({ type: 'modal/replaced', view: { name: 'Swap' } })
  }
  // Off the wrong network, perhaps through other views: leave all of them.
  else if (wall > 0) kit.store.send({ type: 'modal/wentBackToIndex', index: wall - 1 })
  else if (wall === 0) goOn(kit, now)
  else goBack(kit)
}

const shownView = ({ modal }: State): View | undefined => {
  const view = currentView(modal)
  return modal.open && isView(view) ? view : undefined
}

/** Opening a view that waits for a wallet sends the request; leaving it cancels. */
function followView(kit: Kit, now: State, before: State): void {
  const [view, last] = [shownView(now), shownView(before)]
  if (view === last) return
  if (last && connectionOf(before, last)) cancelConnect(kit)
  if (isSwapView(last) && !isSwapView(view)) kit.store.send({ type: 'swap/left' })
  // If the wallet has already switched, its response is only pending.
  if (last?.name === 'SwitchNetwork' && !isOn(now, last.networkId)) cancelSwitch(kit)
  if (last && /^(WalletSend|Swap)Preview$/.test(last.name)) cancelSourceSwitch(kit)
  const connection = view && connectionOf(now, view)
  if (connection) void connectWallet(kit, connection)
  if (view?.name === 'SwitchNetwork') void switchNetwork(kit, { networkId: view.networkId })
}

function followNotice(kit: Kit, now: State, before: State, after: After): void {
  if (now.notice === before.notice) return
  if (now.notice.phase === 'changing') after('notice', noticeGapMs, () => kit.store.send({ type: 'notice/changed' }))
  else if (now.notice.phase === 'shown' && now.notice.notice.autoClose)
    after('notice', noticeLifeMs, () => kit.store.send({ type: 'notice/expired' }))
  else after('notice')
}

const isSwapView = (view: View | undefined) => /^Swap(?!Status)/.test(view?.name ?? '')

const isOn = (state: State, networkId: CaipNetworkId) =>
  networkIdOf(state, parseCaipNetworkId(networkId).namespace) === networkId
