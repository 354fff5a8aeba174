import type { Namespace } from '@billfold/protocol/caip'
import type { Event } from '../../store.ts'

/** Which connector each family used last: where a reload, or a wallet that wakes up, finds its way back. */
export type Remembered = Partial<Record<Namespace, string>>

/** Forgets only when the visitor disconnects: a locked or sleeping wallet is still theirs. */
export function reduceRemembered(state: Remembered, e: Event): Remembered {
  switch (e.type) {
    case 'account/connected':
    case 'account/reconnecting':
      return state[e.namespace] === e.connectorId ? state : { ...state, [e.namespace]: e.connectorId }
    case 'account/disconnected': {
      if (e.by === 'wallet') return state
      if (e.next !== undefined) return { ...state, [e.namespace]: e.next }
      if (!(e.namespace in state)) return state
      const { [e.namespace]: _, ...rest } = state
      return rest
    }
    default:
      return state
  }
}
