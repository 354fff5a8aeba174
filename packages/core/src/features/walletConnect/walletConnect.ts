import type { HubEvent, WaitingRequest } from '../../connectors/walletconnect/hubEvent.ts'
import type { Event } from '../../store.ts'
import type { RelayStatus } from '../../wc/relay.ts'

/** What a visitor who connects by a link or a code needs to see. */
export type WalletConnectState = {
  /** The link to show as a code; it changes by itself before it ends. Milliseconds. */
  pairing: { phase: 'idle' } | { phase: 'offered'; uri: string; expiresAt: number }
  relay: RelayStatus
  /** Who is at the other end, in its own words, cleaned. */
  peer?: { name: string; icon?: string; explorerId?: string }
  /** What waits in the wallet, oldest first. */
  requests: readonly WaitingRequest[]
}

/** Which wallet of the registry is at the other end. */
export type WalletConnectEvent = HubEvent | { type: 'walletConnect/recognised'; explorerId: string }

/** Keeps the link, the relay's state, who is at the other end and what waits in the wallet. */
export function reduceWalletConnect(state: WalletConnectState, e: Event): WalletConnectState {
  switch (e.type) {
    case 'walletConnect/uriOffered':
      return { ...state, pairing: { phase: 'offered', uri: e.uri, expiresAt: e.expiresAt } }
    case 'walletConnect/pairingEnded':
      return { ...state, pairing: { phase: 'idle' } }
    case 'walletConnect/relayChanged':
      return { ...state, relay: e.status }
    case 'walletConnect/settled':
    case 'walletConnect/resumed':
      return { ...state, peer: e.peer }
    case 'walletConnect/recognised':
      return state.peer ? { ...state, peer: { ...state.peer, explorerId: e.explorerId } } : state
    case 'walletConnect/requestSent':
      return { ...state, requests: [...state.requests, e.request] }
    case 'walletConnect/requestEnded':
      return { ...state, requests: state.requests.filter(({ id }) => id !== e.id) }
    case 'walletConnect/ended': {
      const { peer: _, ...rest } = state
      return { ...rest, requests: [] }
    }
    default:
      return state
  }
}
