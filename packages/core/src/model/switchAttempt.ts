import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import type { ErrorCode } from '@billfold/protocol/error'

/** Progress of a network switch. */
export type SwitchAttempt =
  | { phase: 'idle' }
  | { phase: 'switching'; networkId: CaipNetworkId }
  | { phase: 'declined'; networkId: CaipNetworkId }
  | { phase: 'failed'; networkId: CaipNetworkId; code: ErrorCode; message: string }

export type SwitchEvent =
  | { type: 'switch/started'; networkId: CaipNetworkId }
  | { type: 'switch/succeeded'; namespace: Namespace; connectorId: string; networkId: CaipNetworkId }
  | { type: 'switch/cancelled' }
  | { type: 'switch/declined'; networkId: CaipNetworkId }
  | { type: 'switch/failed'; networkId: CaipNetworkId; code: ErrorCode; message: string }
