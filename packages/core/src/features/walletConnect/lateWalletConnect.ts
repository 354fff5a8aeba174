import type { Event } from '../../store.ts'
import { reduceWalletConnect, type WalletConnectState } from './walletConnect.ts'

/** Keeps the session's state, and which wallet of the registry is at its other end. */
export const reduceLateWalletConnect = (state: WalletConnectState, e: Event): WalletConnectState =>
  e.type === 'walletConnect/recognised' && state.peer
    ? { ...state, peer: { ...state.peer, explorerId: e.explorerId } }
    : reduceWalletConnect(state, e)
