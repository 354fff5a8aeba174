import type { ConnectorInfo } from '../../connectors/connector.ts'
import type { Feature } from '../../feature.ts'
import type { Event } from '../../store.ts'

export type ConnectorListEvent =
  | { type: 'connector/announced'; connector: ConnectorInfo }
  /** Which wallet of the registry it is. */
  | ({ type: 'connector/recognised'; explorerId: string } & Pick<ConnectorInfo, 'id' | 'namespace'>)

/** Keeps who announced themselves, first come first, one per id and family; before them who holds the page. */
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
