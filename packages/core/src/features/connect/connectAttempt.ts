import type { Wallet } from '@billfold/protocol/api/registry'
import type { Namespace } from '@billfold/protocol/caip'
import type { ErrorCode } from '@billfold/protocol/error'
import type { Feature } from '../../feature.ts'
import type { Event } from '../../store.ts'

type Tried = { connectorId: string; namespace: Namespace; wallet?: Wallet | undefined }

/** Progress of a connection attempt. */
export type ConnectAttempt =
  | { phase: 'idle' }
  | ({ phase: 'connecting' } & Tried)
  | ({ phase: 'declined' } & Tried)
  | ({ phase: 'failed'; code: ErrorCode; message: string } & Tried)

export type ConnectEvent =
  | ({ type: 'connect/started' } & Tried)
  | { type: 'connect/cancelled'; namespace: Namespace }
  | { type: 'connect/declined'; namespace: Namespace }
  | { type: 'connect/failed'; namespace: Namespace; code: ErrorCode; message: string }
  | { type: 'disconnect/succeeded'; namespace?: Namespace | undefined }
  | { type: 'disconnect/failed'; message: string }

const connectAttemptInitial: ConnectAttempt = { phase: 'idle' }

/** Stores the attempt; ignores responses without one. */
export function reduceConnectAttempt(state: ConnectAttempt, e: Event): ConnectAttempt {
  switch (e.type) {
    case 'connect/started': {
      const { type: _, ...tried } = e
      return { phase: 'connecting', ...tried }
    }
    case 'connect/declined':
    case 'connect/failed': {
      if (state.phase !== 'connecting' || state.namespace !== e.namespace) return state
      const { phase: _, ...tried } = state
      return e.type === 'connect/declined'
        ? { phase: 'declined', ...tried }
        : { phase: 'failed', code: e.code, message: e.message, ...tried }
    }
    case 'connect/cancelled':
      return state.phase === 'connecting' ? connectAttemptInitial : state
    case 'account/connected':
      // A family that reconnects by itself only ends an attempt of its own.
      return state.phase !== 'idle' && state.namespace === e.namespace ? connectAttemptInitial : state
    case 'modal/closed':
      return state.phase === 'connecting' ? state : connectAttemptInitial
    default:
      return state
  }
}

export const connectAttemptFeature: Feature<ConnectAttempt, ConnectEvent> = {
  initial: connectAttemptInitial,
  reduce: reduceConnectAttempt,
}
