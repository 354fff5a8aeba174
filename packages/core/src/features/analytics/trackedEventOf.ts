import { networkOf, parseCaipAddress, parseCaipNetworkId } from '@billfold/protocol/caip'
import { decimalOf } from '@billfold/protocol/decimalOf'
import { connectedAccount, isConnected } from '../../model/connectedAccount.ts'
import { embeddedId, walletConnectId } from '../../model/connector.ts'
import { activeNetworkId } from '../../model/findNetwork.ts'
import type { View } from '../../model/modal.ts'
import type { SendAnalytics } from '../../model/send.ts'
import type { Event, State } from '../../model/state.ts'
import type { SwapAnalytics } from '../../model/swap.ts'
import type { Transaction } from '../../model/transactions.ts'
import { currentView } from '../modal/modal.ts'

export type Tracked = { event: string; properties?: Record<string, unknown> }

/** All analytics events of an event: its own, and the view it led to. */
export function trackedEventsOf(e: Event, after: State, before: State): readonly Tracked[] {
  const own = trackedEventOf(e, after, before)
  return [
    ...(own ? [own] : []),
    ...openingsOf(after, before),
    ...(e.type === 'modal/pushed' ? clickOf(after, before) : []),
  ]
}

/** Counts a form as opened once, however often its visitor visits a list and returns. */
function openingsOf(after: State, before: State): Tracked[] {
  const isOpened = (isOf: (view: View) => boolean) => isInside(after, isOf) && !isInside(before, isOf)
  const properties = placeOf(activeNetworkId(after), after)
  return [
    ...(isOpened(isSwap) ? [{ event: 'OPEN_SWAP', properties }] : []),
    ...(isOpened(({ name }) => name === 'WalletSend') ? [{ event: 'OPEN_SEND', properties }] : []),
  ]
}

/** Without an account, a form leads to Connect first and opens afterwards. */
const isInside = (state: State, isOf: (view: View) => boolean): boolean =>
  state.modal.open && state.modal.history.some(isOf) && connectedAccount(state) !== undefined

/** The list of swap networks takes the form's place. */
const isSwap = (view: View): boolean => view.name === 'Swap' || isSwapNetworks(view)
const isSwapNetworks = (view: View): boolean => view.name === 'UnsupportedChain' && view.reason === 'swap'

/** The site's configuration, without node URLs, which may contain keys. */
export function initializeEvent({ network, options }: State): Tracked {
  const { features, metadata, projectId, sdkType, sdkVersion, enableWalletConnect, enableWallets } = options
  const configuration = { projectId, metadata, features, sdkType, sdkVersion, enableWalletConnect, enableWallets }
  return {
    event: 'INITIALIZE',
    properties: { ...configuration, networks: network.requested.map((each) => each.networkId) },
  }
}

/** The click event of the view that opened. */
function clickOf(after: State, before: State): Tracked[] {
  const [view, last] = [currentView(after.modal), currentView(before.modal)]
  if (view === last) return []
  if (view.name === 'SwapSelectToken') return [{ event: 'CLICK_SELECT_TOKEN_TO_SWAP' }]
  if (view.name === 'SwitchNetwork' && isSwapNetworks(last)) return [{ event: 'CLICK_SELECT_NETWORK_TO_SWAP' }]
  if (view.name === 'Transactions') return [{ event: 'CLICK_TRANSACTIONS', properties: kindOf(after) }]
  return []
}

/** Maps an event to its analytics event, if it has one. */
export function trackedEventOf(e: Event, after: State, before: State): Tracked | undefined {
  switch (e.type) {
    case 'modal/opened':
      return { event: 'MODAL_OPEN', properties: { connected: isConnected(after) } }
    case 'wallet/allClicked':
      return { event: 'CLICK_ALL_WALLETS' }
    case 'wallet/selected':
      // A login is not a wallet selection.
      if (e.name === 'AUTH') return undefined
      return { event: 'SELECT_WALLET', properties: { name: e.name, platform: e.platform } }
    case 'wallet/searched':
      return { event: 'SEARCH_WALLET', properties: { badge: e.badge ? 'certified' : 'all', search: e.search } }
    case 'wallet/helpClicked':
      return { event: 'CLICK_WALLET_HELP' }
    case 'wallet/getClicked':
      return { event: 'CLICK_GET_WALLET' }
    case 'network/listClicked':
      return { event: 'CLICK_NETWORKS' }
    case 'network/helpClicked':
      return { event: 'CLICK_NETWORK_HELP' }
    // While disconnected, no wallet has to switch.
    case 'network/selected':
      if (activeNetworkId(after) === activeNetworkId(before)) return undefined
      return { event: 'SWITCH_NETWORK', properties: { network: e.networkId } }
    case 'switch/succeeded':
      return { event: 'SWITCH_NETWORK', properties: { network: e.networkId } }
    case 'account/connected':
      return e.how === 'user'
        ? {
            event: 'CONNECT_SUCCESS',
            // The login is complete once it has produced an account.
            properties: { method: methodOf(before, e.connectorId), name: nameOf(after, e.connectorId) },
          }
        : undefined
    case 'signIn/succeeded':
      return { event: 'SIWX_AUTH_SUCCESS', properties: placeOf(e.chainIds[0] ?? '', after) }
    case 'signIn/failed':
      return { event: 'SIWX_AUTH_ERROR', properties: { message: e.message, ...placeOf(e.network, after) } }
    case 'signIn/needed':
      // The sign-in status could not be determined.
      return e.trouble === 'unknown'
        ? { event: 'SIWX_AUTH_ERROR', properties: placeOf(networkOf(e.account), after) }
        : undefined
    case 'signIn/clicked':
      return { event: 'CLICK_SIGN_SIWX_MESSAGE', properties: placeOf(networkOf(e.account), after) }
    case 'signIn/cancelled':
      return { event: 'CLICK_CANCEL_SIWX', properties: placeOf(e.network, after) }
    case 'connect/declined':
      return { event: 'CONNECT_ERROR', properties: { message: 'User rejected the request' } }
    case 'connect/failed':
      return { event: 'CONNECT_ERROR', properties: { message: e.message } }
    case 'disconnect/succeeded':
      return { event: 'DISCONNECT_SUCCESS', properties: { namespace: e.namespace ?? 'all' } }
    case 'disconnect/failed':
      return { event: 'DISCONNECT_ERROR', properties: { message: e.message } }
    case 'send/started':
      return { event: 'SEND_INITIATED', properties: sendOf(e, after) }
    case 'send/declined':
      return { event: 'SEND_ERROR', properties: { message: 'User rejected the request', ...sendOf(e, after) } }
    case 'send/failed':
      return { event: 'SEND_ERROR', properties: { message: e.message, ...sendOf(e, after) } }
    case 'swap/reviewed':
      return { event: 'INITIATE_SWAP', properties: swapOf(e, after) }
    case 'swap/declined':
      return { event: swapErrorOf(e.step), properties: { message: 'User rejected the request', ...swapOf(e, after) } }
    case 'swap/failed':
      return { event: swapErrorOf(e.step), properties: { message: e.message, ...swapOf(e, after) } }
    case 'transaction/sent': {
      const { kind, networkId: network, meant } = e.transaction
      if (kind !== 'send') return undefined
      const properties = { network, token: meant.token ?? meant.symbol, amount: decimalOf(meant) }
      return { event: 'SEND_SUCCESS', properties: { ...sendOf(properties, after), status: 'sent' } }
    }
    case 'transaction/settled': {
      const isIt = ({ hash, batch }: Transaction) => hash === e.hash || batch === e.hash
      const swap = e.outcome === 'confirmed' ? after.transactions.find(isIt) : undefined
      if (swap?.kind !== 'swap' || !swap.meant.paid) return undefined
      const { meant, networkId: network } = swap
      const given = { from: swap.meant.paid.token ?? swap.meant.paid.symbol, fromAmount: decimalOf(swap.meant.paid) }
      const properties = { network, ...given, to: meant.token ?? meant.symbol, toAmount: decimalOf(meant) }
      return { event: 'SWAP_SUCCESS', properties: { ...swapOf(properties, after), status: 'confirmed' } }
    }
    case 'history/failed':
    case 'history/moreAsked': {
      const { address } = parseCaipAddress(e.address)
      const properties = { address, projectId: after.options.projectId, cursor: e.cursor, ...kindOf(after) }
      return { event: e.type === 'history/failed' ? 'ERROR_FETCH_TRANSACTIONS' : 'LOAD_MORE_TRANSACTIONS', properties }
    }
    case 'wallet/linkFailed':
      // Without the pairing URI, which contains a key.
      return {
        event: 'CONNECT_PROXY_ERROR',
        properties: { message: e.message, mobile_link: e.mobileLink, name: e.name },
      }
    case 'name/opened':
      return { event: 'OPEN_ENS_FLOW', properties: placeOf(e.network, after) }
    case 'name/asked':
    case 'name/saved':
    case 'name/declined':
    case 'name/failed': {
      if (e.deed !== 'register') return undefined
      const message =
        e.type === 'name/failed' ? e.message : e.type === 'name/declined' ? 'User rejected the request' : undefined
      const properties = { ensName: e.name, ...(message ? { message } : {}), ...placeOf(e.network, after) }
      return { event: `REGISTER_NAME_${nameWords[e.type]}`, properties }
    }
    case 'onramp/opened':
      return { event: 'SELECT_BUY_CRYPTO', properties: kindOf(after) }
    case 'onramp/helpClicked':
      return { event: 'SELECT_WHAT_IS_A_BUY', properties: kindOf(after) }
    case 'onramp/providerChosen':
      return { event: 'SELECT_BUY_PROVIDER', properties: { provider: e.provider, ...kindOf(after) } }
    default:
      return trackedLoginOf(e, after, before)
  }
}

/** Maps a login's event; any other may have closed the modal. */
function trackedLoginOf(e: Event, after: State, before: State): Tracked | undefined {
  switch (e.type) {
    case 'embedded/emailSelected':
      return { event: 'EMAIL_LOGIN_SELECTED' }
    case 'embedded/emailSubmitted':
      return { event: 'EMAIL_SUBMITTED' }
    case 'embedded/codeSent':
      return e.kind === 'login' ? { event: 'EMAIL_VERIFICATION_CODE_SENT' } : undefined
    case 'embedded/codePassed':
      return { event: 'EMAIL_VERIFICATION_CODE_PASS' }
    case 'embedded/codeRefused':
      return { event: 'EMAIL_VERIFICATION_CODE_FAIL', properties: { message: e.trouble.message } }
    case 'embedded/deviceRegistered':
      return { event: 'DEVICE_REGISTERED_FOR_EMAIL' }
    case 'embedded/emailEdited':
      return { event: 'EMAIL_EDIT' }
    case 'embedded/upgradeOpened':
      return { event: 'EMAIL_UPGRADE_FROM_MODAL' }
    case 'embedded/socialStarted':
    case 'embedded/socialProven':
    case 'embedded/socialCancelled':
    case 'embedded/socialFailed':
      return { event: `SOCIAL_LOGIN_${socialWords[e.type]}`, properties: { provider: e.provider } }
    case 'embedded/loggedIn':
      return e.by === 'email' ? undefined : { event: 'SOCIAL_LOGIN_SUCCESS', properties: { provider: e.by } }
    case 'embedded/accountTypeChosen':
      return {
        event: 'SET_PREFERRED_ACCOUNT_TYPE',
        properties: { accountType: e.accountType, network: e.network },
      }
    default:
      return before.modal.open && !after.modal.open
        ? { event: 'MODAL_CLOSE', properties: { connected: isConnected(after) } }
        : undefined
  }
}

const nameWords = {
  'name/asked': 'INITIATED',
  'name/saved': 'SUCCESS',
  'name/declined': 'ERROR',
  'name/failed': 'ERROR',
} as const

const socialWords = {
  'embedded/socialStarted': 'STARTED',
  'embedded/socialProven': 'REQUEST_USER_DATA',
  'embedded/socialCancelled': 'CANCELED',
  'embedded/socialFailed': 'ERROR',
} as const

/** The network, and the account type. */
const placeOf = (network: string, state: State) => ({
  isSmartAccount: connectedAccount(state, parseCaipNetworkId(network).namespace)?.type === 'smartAccount',
  network,
})

/** The account type. */
const kindOf = (state: State) => ({ isSmartAccount: connectedAccount(state)?.type === 'smartAccount' })

const sendOf = ({ network, token, amount }: SendAnalytics, state: State) => ({
  ...placeOf(network, state),
  token,
  amount,
})

const swapOf = ({ network, from, to, fromAmount, toAmount }: SwapAnalytics, state: State) => ({
  ...placeOf(network, state),
  swapFromToken: from,
  swapToToken: to,
  swapFromAmount: fromAmount,
  swapToAmount: toAmount,
})

const swapErrorOf = (step: string) =>
  step === 'approving' || step === 'resetting' || step === 'approved' ? 'SWAP_APPROVAL_ERROR' : 'SWAP_ERROR'

const nameOf = (state: State, connectorId: string) =>
  connectorId === walletConnectId
    ? (state.walletConnect.peer?.name ?? 'WalletConnect')
    : (state.connectors.find((c) => c.id === connectorId)?.name ?? 'Unknown')

/** An embedded wallet is reached by `email`, `passkey`, `farcaster` or the name of a social login. */
const methodOf = ({ device, embedded }: State, connectorId: string) =>
  connectorId === embeddedId
    ? (embedded?.by ?? 'email')
    : connectorId !== walletConnectId
      ? 'browser'
      : device.mobile
        ? 'mobile'
        : 'qrcode'
