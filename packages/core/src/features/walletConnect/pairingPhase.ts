import type { ErrorCode } from '@billfold/protocol/error'
import { walletConnectId } from '../../model/connector.ts'
import type { State } from '../../model/state.ts'

/** Progress of a pairing: no link yet, a link to open, or an end. */
export type PairingPhase =
  | { phase: 'preparing' }
  | { phase: 'offered'; uri: string }
  | { phase: 'declined' }
  | { phase: 'failed'; code: ErrorCode }

/** The state that a pairing view shows. */
export function pairingPhase({ connectAttempt: attempt, walletConnect: { pairing } }: State): PairingPhase {
  if (attempt.phase === 'idle' || attempt.connectorId !== walletConnectId) return { phase: 'preparing' }
  if (attempt.phase === 'declined') return { phase: 'declined' }
  if (attempt.phase === 'failed') return { phase: 'failed', code: attempt.code }
  return pairing.phase === 'offered' ? { phase: 'offered', uri: pairing.uri } : { phase: 'preparing' }
}
