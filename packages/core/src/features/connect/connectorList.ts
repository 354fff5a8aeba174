import type { ConnectorInfo } from '../../model/connector.ts'
import type { Event } from '../../model/state.ts'
import type { Feature } from '../../store/feature.ts'

/** Stores announced connectors in order, one per id and family, preceded by those injected into the page. */
export function reduceConnectors(state: readonly ConnectorInfo[], e: Event): readonly ConnectorInfo[] {
  if (e.type !== 'connector/announced') return state
  const { id, namespace, isHost } = e.connector
  if (state.some((c) => c.id === id && c.namespace === namespace)) return state
  return isHost ? [e.connector, ...state] : [...state, e.connector]
}

export const connectorsFeature: Feature<readonly ConnectorInfo[]> = {
  initial: [],
  reduce: reduceConnectors,
}
