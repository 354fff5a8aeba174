import type { Event, State } from '../../store.ts'
import { isConnected } from '../account/account.ts'
import type { SendTold } from '../send/send.ts'
import { decimalOf } from '../transactions/decimalOf.ts'

export type Tracked = { event: string; properties?: Record<string, unknown> }

/** What an event is called in analytics, if it is anything there. */
export function trackedEventOf(e: Event, after: State, before: State): Tracked | undefined {
  switch (e.type) {
    case 'modal/opened':
      return { event: 'MODAL_OPEN', properties: { connected: isConnected(after) } }
    case 'wallet/allClicked':
      return { event: 'CLICK_ALL_WALLETS' }
    case 'wallet/selected':
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
    case 'switch/succeeded':
      return { event: 'SWITCH_NETWORK', properties: { network: e.networkId } }
    case 'account/connected':
      return e.how === 'user'
        ? { event: 'CONNECT_SUCCESS', properties: { method: 'browser', name: nameOf(after, e.connectorId) } }
        : undefined
    case 'connect/declined':
      return { event: 'CONNECT_ERROR', properties: { message: 'User rejected the request' } }
    case 'connect/failed':
      return { event: 'CONNECT_ERROR', properties: { message: e.message } }
    case 'disconnect/succeeded':
      return { event: 'DISCONNECT_SUCCESS', properties: { namespace: e.namespace ?? 'all' } }
    case 'disconnect/failed':
      return { event: 'DISCONNECT_ERROR', properties: { message: e.message } }
    case 'send/opened':
      return { event: 'OPEN_SEND', properties: { isSmartAccount: false, network: e.network } }
    case 'send/started':
      return { event: 'SEND_INITIATED', properties: sendOf(e) }
    case 'send/declined':
      return { event: 'SEND_ERROR', properties: { message: 'User rejected the request', ...sendOf(e) } }
    case 'send/failed':
      return { event: 'SEND_ERROR', properties: { message: e.message, ...sendOf(e) } }
    case 'transaction/sent': {
      const { kind, networkId, meant } = e.transaction
      if (kind !== 'send') return undefined
      const token = meant.token ?? meant.symbol
      return { event: 'SEND_SUCCESS', properties: sendOf({ network: networkId, token, amount: decimalOf(meant) }) }
    }
    default:
      return before.modal.open && !after.modal.open
        ? { event: 'MODAL_CLOSE', properties: { connected: isConnected(after) } }
        : undefined
  }
}

const sendOf = ({ network, token, amount }: SendTold) => ({ isSmartAccount: false, network, token, amount })

const nameOf = (state: State, connectorId: string) =>
  state.connectors.find((c) => c.id === connectorId)?.name ?? 'Unknown'
