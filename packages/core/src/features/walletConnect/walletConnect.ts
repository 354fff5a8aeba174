import type { Event } from '../../model/state.ts'
import type { WalletConnectState } from '../../model/walletConnect.ts'

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
