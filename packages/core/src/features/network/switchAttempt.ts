import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import type { ErrorCode } from '@billfold/protocol/error'
import type { Feature } from '../../feature.ts'
import type { Event } from '../../store.ts'

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

const switchAttemptInitial: SwitchAttempt = { phase: 'idle' }

/** Stores the attempt; ignores responses to another one. */
export function reduceSwitchAttempt(state: SwitchAttempt, e: Event): SwitchAttempt {
  switch (e.type) {
    case 'switch/started':
      return { phase: 'switching', networkId: e.networkId }
    case 'switch/declined':
      return isFor(state, e.networkId) ? { phase: 'declined', networkId: e.networkId } : state
    case 'switch/failed':
      return isFor(state, e.networkId)
        ? { phase: 'failed', networkId: e.networkId, code: e.code, message: e.message }
        : state
    case 'switch/succeeded':
    case 'switch/cancelled':
    case 'modal/closed':
      return switchAttemptInitial
    case 'account/networkChanged':
      return isFor(state, e.networkId) ? switchAttemptInitial : state
    default:
      return state
  }
}

const isFor = (state: SwitchAttempt, networkId: CaipNetworkId) =>
  state.phase === 'switching' && state.networkId === networkId

export const switchAttemptFeature: Feature<SwitchAttempt, SwitchEvent> = {
  initial: switchAttemptInitial,
  reduce: reduceSwitchAttempt,
}
