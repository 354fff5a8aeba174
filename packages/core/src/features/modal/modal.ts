import type { Wallet } from '@billfold/protocol/api/registry'
import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import type { SocialProvider } from '@billfold/protocol/frame/frameRequests'
import type { Feature } from '../../feature.ts'
import type { Event, State } from '../../store.ts'

/** A view carries its own data: there is no shared bag of optional fields. */
export type View =
  | { name: 'Connect'; guide?: 'get-started' | 'explore' }
  | { name: 'ConnectWallets' }
  | { name: 'AllWallets' }
  | { name: 'GetWallet' }
  | { name: 'Downloads'; wallet: Wallet }
  | { name: 'WhatIsAWallet' }
  | { name: 'WhatIsANetwork' }
  | { name: 'ConnectingExternal'; connectorId: string; namespace: Namespace; wallet?: Wallet }
  | { name: 'ConnectingMultiChain'; connectorId: string }
  /** A link or a code: for one wallet of the registry, or for any. */
  | { name: 'ConnectingWalletConnect'; wallet?: Wallet }
  | { name: 'ConnectingWalletConnectBasic' }
  /** The code that was mailed to log in. */
  | { name: 'EmailVerifyOtp'; email: string }
  /** A device that the wallet does not know; `isProven`: the e-mail is theirs already. */
  | { name: 'EmailVerifyDevice'; email: string; isProven?: true }
  | { name: 'ConnectSocials' }
  | { name: 'ConnectingSocial'; provider: SocialProvider }
  | { name: 'ConnectingFarcaster' }
  /** Behind what the embedded wallet asks its person. */
  | { name: 'ApproveTransaction' }
  | { name: 'UpdateEmailWallet'; redirect?: 'Account' | 'AccountSettings' }
  | { name: 'UpdateEmailPrimaryOtp'; email: string; redirect?: 'Account' | 'AccountSettings' }
  | { name: 'UpdateEmailSecondaryOtp'; email: string; redirect?: 'Account' | 'AccountSettings' }
  | { name: 'UpgradeEmailWallet' }
  | { name: 'Account' }
  | { name: 'AccountSettings' }
  | { name: 'Profile' }
  /** `own`: the name that the account has; else one is chosen. */
  | { name: 'RegisterAccountName'; own?: string }
  | { name: 'RegisterAccountNameSuccess'; own: string }
  | { name: 'SwitchAddress' }
  | { name: 'Transactions' }
  | { name: 'WalletReceive' }
  | { name: 'Swap' }
  | { name: 'SwapSelectToken'; side: 'from' | 'to' }
  | { name: 'SwapPreview' }
  | { name: 'SwapStatus'; hash: string }
  | { name: 'WalletCompatibleNetworks' }
  | { name: 'WalletSend' }
  | { name: 'WalletSendSelectToken' }
  | { name: 'WalletSendRecipients' }
  | { name: 'WalletSendPreview' }
  /** One of the visitor's own transactions. */
  /** `faster`: at what it would cost to replace it by the same at a higher fee. */
  | { name: 'WalletSendStatus'; hash: string; faster?: true }
  /** Who sells coins for money, and for how much. */
  | { name: 'OnRampProviders' }
  | { name: 'OnRampTokenSelect' }
  | { name: 'OnRampFiatSelect' }
  | { name: 'OnRampActivity' }
  | { name: 'BuyInProgress'; orderId: string }
  | { name: 'WhatIsABuy' }
  | { name: 'Networks' }
  | { name: 'SwitchNetwork'; networkId: CaipNetworkId }
  | { name: 'SwitchActiveChain'; namespace: Namespace; networkId?: CaipNetworkId }
  | { name: 'UnsupportedChain'; reason?: 'swap' }
  /** Asks to sign in with the account in use; the second is its older name. */
  | { name: 'SIWXSignMessage' }
  | { name: 'ConnectingSiwe' }
export type ViewName = View['name']

export type History = readonly [View, ...View[]]
export type Modal = {
  /** On the screen; always so where it is part of the page. */
  open: boolean
  /** Part of the page instead of over it: closing only leads back to where it rests. */
  embedded: boolean
  history: History
  direction: 'next' | 'prev'
  /** Refusing to close, for half a second. */
  shake: boolean
  /** What draws it could not be had when it was last opened. */
  missing?: true
  /** Only this family's wallets are shown. */
  namespace?: Namespace
  /** Where to go once someone is connected: what was asked for needs an account. */
  wanted?: View
}

export type ModalEvent =
  | { type: 'modal/opened'; view: View; namespace?: Namespace }
  | { type: 'modal/closed'; rest: View }
  /** What draws it could not be had, so that it was closed. */
  | { type: 'modal/missed' }
  | { type: 'modal/refusedToClose' }
  | { type: 'modal/shakeEnded' }
  | { type: 'modal/pushed'; view: View }
  | { type: 'modal/reset'; view: View; namespace?: Namespace }
  | { type: 'modal/replaced'; view: View }
  | { type: 'modal/wentBack' }
  /** Views in the history may have lost what they need. */
  | { type: 'modal/checked' }
  | { type: 'modal/wentBackToIndex'; index: number }

export const modalInitial: Modal = {
  open: false,
  embedded: false,
  history: [{ name: 'Connect' }],
  direction: 'next',
  shake: false,
}

/** Keeps what the modal shows: as much of it as a page needs to open and close it. */
export function reduceModal(state: Modal, e: Event): Modal {
  switch (e.type) {
    case 'modal/opened':
      return {
        ...atRest(state, e.view),
        open: true,
        direction: 'next',
        ...(e.namespace ? { namespace: e.namespace } : {}),
      }
    case 'modal/closed':
      return atRest(state, e.rest)
    case 'modal/missed':
      return { ...state, missing: true }
    case 'modal/refusedToClose':
      return state.open ? { ...state, shake: true } : state
    case 'modal/shakeEnded':
      return state.shake ? { ...state, shake: false } : state
    case 'modal/pushed':
      return sameView(currentView(state), e.view)
        ? state
        : { ...state, history: [...state.history, e.view], direction: 'next' }
    case 'modal/reset': {
      const { namespace: _, ...others } = state
      return { ...others, history: [e.view], direction: 'next', ...(e.namespace ? { namespace: e.namespace } : {}) }
    }
    case 'modal/replaced':
      return replace(state, e.view)
    case 'modal/wentBack':
      return backTo(state, state.history.length - 2)
    case 'modal/wentBackToIndex':
      return backTo(state, e.index)
    default:
      return state
  }
}

/** Closed, or where it is part of the page: on the view where it rests. */
const atRest = ({ embedded }: Modal, view: View): Modal => ({
  ...modalInitial,
  embedded,
  open: embedded,
  history: [view],
  direction: 'prev',
})

/** Another view in the place of the present one. */
function replace(state: Modal, view: View): Modal {
  if (sameView(currentView(state), view)) return state
  const [first, ...rest] = [...state.history.slice(0, -1), view] as unknown as History
  return { ...state, history: [first, ...rest], direction: 'next' }
}

/** Never leaves an empty history: going back from the first view closes instead. */
function backTo(state: Modal, index: number): Modal {
  if (index >= state.history.length - 1) return state
  const [first, ...rest] = index < 0 ? [] : state.history.slice(0, index + 1)
  if (!first) return atRest(state, state.history[0])
  return { ...state, history: [first, ...rest], direction: 'prev' }
}

/** The same name and the same data: pushing it again would do nothing. */
export function sameView(a: View, b: View): boolean {
  return a.name === b.name && JSON.stringify(a) === JSON.stringify(b)
}

/** The view on the screen: always the last of the history. */
export const currentView = (modal: Modal): View => modal.history[modal.history.length - 1] ?? modal.history[0]

/** Whether the header shows an arrow back. */
export const canGoBack = (state: State): boolean => state.modal.history.length > 1

export const modalFeature: Feature<Modal, ModalEvent> = { initial: modalInitial, reduce: reduceModal }
