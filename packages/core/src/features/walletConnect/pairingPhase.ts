import type { ErrorCode } from '@billfold/protocol/error'
import { walletConnectId } from '../../connectors/connector.ts'
import type { State } from '../../store.ts'

/** How far a connection by link or code has got: a link that is not there yet, one to follow, or an end. */
export type PairingPhase =
  | { phase: 'preparing' }
  | { phase: 'offered'; uri: string }
  | { phase: 'declined' }
  | { phase: 'failed'; code: ErrorCode }

/** What a view that offers a link shows. */
export function pairingPhase({ connectAttempt: attempt, walletConnect: { pairing } }: State): PairingPhase {
  if (attempt.phase === 'idle' || attempt.connectorId !== walletConnectId) return { phase: 'preparing' }
  if (attempt.phase === 'declined') return { phase: 'declined' }
  if (attempt.phase === 'failed') return { phase: 'failed', code: attempt.code }
  return pairing.phase === 'offered' ? { phase: 'offered', uri: pairing.uri } : { phase: 'preparing' }
}
