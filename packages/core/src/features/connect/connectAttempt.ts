import type { ConnectAttempt } from '../../model/connectAttempt.ts'
import type { Event } from '../../model/state.ts'
import type { Feature } from '../../store/feature.ts'

const connectAttemptInitial: ConnectAttempt = { phase: 'idle' }

/** Stores the attempt; ignores responses without one. */
function reduceConnectAttempt(state: ConnectAttempt, e: Event): ConnectAttempt {
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

export const connectAttemptFeature: Feature<ConnectAttempt> = {
  initial: connectAttemptInitial,
  reduce: reduceConnectAttempt,
}
