import type { HubEvent, WaitingRequest } from '../../connectors/walletconnect/hubEvent.ts'
import type { Event } from '../../store.ts'
import type { RelayStatus } from '../../wc/relay.ts'

/** State of a connection by link or QR code. */
export type WalletConnectState = {
  /** The pairing URI to show; renewed before it expires. Milliseconds. */
  pairing: { phase: 'idle' } | { phase: 'offered'; uri: string; expiresAt: number }
  relay: RelayStatus
  /** The peer's own metadata, sanitized. */
  peer?: { name: string; icon?: string; explorerId?: string }
  /** Requests pending in the wallet, oldest first. */
  requests: readonly WaitingRequest[]
}

/** The peer's registry wallet. */
export type WalletConnectEvent = HubEvent | { type: 'walletConnect/recognised'; explorerId: string }

/** Stores the link, the relay's state, the peer and the pending requests. */
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
