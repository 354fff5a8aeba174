import { type Namespace, namespaces } from '@billfold/protocol/caip'
import type { Remembered } from '../../model/remembered.ts'
import type { Event } from '../../model/state.ts'
import type { Feature } from '../../store/feature.ts'

/** Cleared only when the visitor disconnects: a locked or sleeping wallet stays. */
function reduceRemembered(state: Remembered, e: Event): Remembered {
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

/** Storage key of a family's connector; other tabs watch it. */
export const connectorKey = (namespace: Namespace) => `@appkit/${namespace}:connected_connector_id` as const

export const rememberedFeature: Feature<Remembered> = {
  initial: {},
  reduce: reduceRemembered,
  keeps: namespaces.map((namespace) => ({
    key: connectorKey(namespace),
    write: (state) => state.remembered[namespace],
    read: (text, restored) => {
      if (text.length <= 300) restored.remembered = { ...restored.remembered, [namespace]: text }
    },
  })),
}
