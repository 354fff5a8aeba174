import type { Wallet } from '@billfold/protocol/api/registry'
import { createStore } from 'zustand/vanilla'
import type { ConnectorInfo } from './connectors/connector.ts'
import { type AccountEvent, type Accounts, accountsInitial, reduceAccounts } from './features/account/account.ts'
import type { AddressBook, AddressBookEvent } from './features/addressBook/addressBook.ts'
import { type AlertEvent, type AlertState, alertInitial, reduceAlert } from './features/alert/alert.ts'
import type { AnalyticsEvent } from './features/analytics/analyticsEvent.ts'
import {
  type ConnectAttempt,
  type ConnectEvent,
  connectAttemptInitial,
  reduceConnectAttempt,
} from './features/connect/connectAttempt.ts'
import { type ConnectorListEvent, reduceConnectors } from './features/connect/connectorList.ts'
import { type Remembered, reduceRemembered } from './features/connect/remembered.ts'
import { type Modal, type ModalEvent, modalInitial, reduceModal } from './features/modal/modal.ts'
import { type NetworkEvent, type NetworkState, reduceNetwork } from './features/network/network.ts'
import {
  reduceSwitchAttempt,
  type SwitchAttempt,
  type SwitchEvent,
  switchAttemptInitial,
} from './features/network/switchAttempt.ts'
import { type NoticeEvent, type NoticeState, noticeInitial, reduceNotice } from './features/notice/notice.ts'
import { type Options, type OptionsEvent, reduceOptions } from './features/options/options.ts'
import type { Send, SendEvent } from './features/send/send.ts'
import type { SignInEvent } from './features/signin/siwx.ts'
import type { Swap, SwapEvent } from './features/swap/swap.ts'
import { reduceTheme, type Theme, type ThemeEvent } from './features/theme/theme.ts'
import type { Transaction, TransactionEvent } from './features/transactions/transactions.ts'
import {
  reduceWalletConnect,
  type WalletConnectEvent,
  type WalletConnectState,
  walletConnectInitial,
} from './features/walletConnect/walletConnect.ts'
import { reduceRecents } from './features/wallets/recents.ts'
import type { WalletEvent } from './features/wallets/walletEvent.ts'
import { addressBookInitial, sendInitial, swapInitial, transactionsInitial } from './lateInitial.ts'
import type { Stop } from './ports/clock.ts'
import type { Device } from './ports/page.ts'

/** Everything that can happen. */
export type Event =
  | AccountEvent
  | AddressBookEvent
  | AlertEvent
  | AnalyticsEvent
  | ConnectEvent
  | ConnectorListEvent
  | ModalEvent
  | NetworkEvent
  | NoticeEvent
  | OptionsEvent
  | SignInEvent
  | SendEvent
  | SwapEvent
  | SwitchEvent
  | ThemeEvent
  | TransactionEvent
  | WalletConnectEvent
  | WalletEvent

/** All that the kit knows by itself; what a server or a chain knows is a query. */
export type State = {
  account: Accounts
  addressBook: AddressBook
  alert: AlertState
  connectAttempt: ConnectAttempt
  connectors: readonly ConnectorInfo[]
  device: Device
  modal: Modal
  network: NetworkState
  notice: NoticeState
  options: Options
  recents: readonly Wallet[]
  remembered: Remembered
  send: Send
  swap: Swap
  switchAttempt: SwitchAttempt
  theme: Theme
  transactions: readonly Transaction[]
  walletConnect: WalletConnectState
}
/** What a kit must be told at birth; the rest starts empty. */
export type Initial = Pick<State, 'device' | 'network' | 'options' | 'theme'> & Partial<State>

/** Every slice sees every event: features react to each other, they never call each other. */
export function reduce(state: State, event: Event): State {
  const next: State = {
    ...state,
    account: reduceAccounts(state.account, event),
    alert: reduceAlert(state.alert, event),
    connectAttempt: reduceConnectAttempt(state.connectAttempt, event),
    connectors: reduceConnectors(state.connectors, event),
    modal: reduceModal(state.modal, event),
    network: reduceNetwork(state.network, event),
    notice: reduceNotice(state.notice, event),
    options: reduceOptions(state.options, event),
    recents: reduceRecents(state.recents, event),
    remembered: reduceRemembered(state.remembered, event),
    switchAttempt: reduceSwitchAttempt(state.switchAttempt, event),
    theme: reduceTheme(state.theme, event),
    walletConnect: reduceWalletConnect(state.walletConnect, event),
  }
  const isSame = (Object.keys(next) as (keyof State)[]).every((slice) => next[slice] === state[slice])
  return isSame ? state : next
}

/** Slices whose reducers come with the modal. */
export type Late = { [Slice in keyof State]?: (slice: State[Slice], event: Event) => State[Slice] }

function reduceLate(state: State, event: Event, late: Late): State {
  let next = state
  const put = <Slice extends keyof State>(slice: Slice, reducer: Late[Slice]) => {
    const value = reducer?.(state[slice], event)
    if (reducer && value !== state[slice]) next = { ...next, [slice]: value }
  }
  for (const slice of Object.keys(late) as (keyof State)[]) put(slice, late[slice] as Late[typeof slice])
  return next
}

/** The state before anything happened. */
export const initialState = (initial: Initial): State => ({
  account: accountsInitial,
  addressBook: addressBookInitial,
  alert: alertInitial,
  connectAttempt: connectAttemptInitial,
  connectors: [],
  modal: modalInitial,
  notice: noticeInitial,
  recents: [],
  remembered: {},
  send: sendInitial,
  swap: swapInitial,
  switchAttempt: switchAttemptInitial,
  transactions: transactionsInitial,
  walletConnect: walletConnectInitial,
  ...initial,
})

export type Heard = [event: Event, after: State, before: State]
export type Listener = (...heard: Heard) => void

/** One kit's store: `send` is the only way to change it. */
export function createKitStore(initial: Initial) {
  const cell = createStore<State>(() => initialState(initial))
  const listeners = new Set<Listener>()
  const queue: Event[] = []
  let draining = false
  let late: Late = {}
  let missed: Heard[] | undefined = []
  return {
    get: cell.getState,
    subscribe: cell.subscribe as (listener: (after: State, before: State) => void) => Stop,
    onEvent(listener: Listener): Stop {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Adds slices that came with the modal, and what they begin with. */
    add(reducers: Late, slices: Partial<State>): void {
      late = { ...late, ...reducers }
      cell.setState(slices)
    },
    /** What happened before the kit was complete; from then on nothing is kept. */
    takeMissed(): readonly Heard[] {
      const taken = missed ?? []
      missed = undefined
      return taken
    },
    /** An event sent by a listener waits its turn, so that all hear of all events in the same order. */
    send(event: Event): void {
      queue.push(event)
      if (draining) return
      draining = true
      try {
        for (let next = queue.shift(); next; next = queue.shift()) {
          const before = cell.getState()
          cell.setState(reduceLate(reduce(before, next), next, late), true)
          const after = cell.getState()
          missed?.push([next, after, before])
          for (const listener of [...listeners]) tell(listener, next, after, before)
        }
      } finally {
        draining = false
      }
    },
  }
}
/** A listener of the site's that throws is the site's to hear of, and nobody else's to suffer from. */
function tell(listener: Listener, event: Event, after: State, before: State): void {
  try {
    listener(event, after, before)
  } catch (e) {
    queueMicrotask(() => {
      throw e
    })
  }
}

export type KitStore = ReturnType<typeof createKitStore>
