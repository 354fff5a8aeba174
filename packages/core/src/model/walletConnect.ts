import type { HubEvent, WaitingRequest } from './hubEvent.ts'
import type { RelayStatus } from './relayStatus.ts'

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
