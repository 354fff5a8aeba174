import type { ConnectorInfo } from '../../connectors/connector.ts'
import type { Feature } from '../../feature.ts'
import type { Event } from '../../store.ts'

export type ConnectorListEvent =
  | { type: 'connector/announced'; connector: ConnectorInfo }
  /** The matching registry wallet. */
  | ({ type: 'connector/recognised'; explorerId: string } & Pick<ConnectorInfo, 'id' | 'namespace'>)

/** Stores announced connectors in order, one per id and family, preceded by those injected into the page. */
export function reduceConnectors(state: readonly ConnectorInfo[], e: Event): readonly ConnectorInfo[] {
  if (e.type !== 'connector/announced') return state
  const { id, namespace, isHost } = e.connector
  if (state.some((c) => c.id === id && c.namespace === namespace)) return state
  return isHost ? [e.connector, ...state] : [...state, e.connector]
}

export const connectorsFeature: Feature<readonly ConnectorInfo[], ConnectorListEvent> = {
  initial: [],
  reduce: reduceConnectors,
}
