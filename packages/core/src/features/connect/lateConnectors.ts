import type { ConnectorInfo } from '../../connectors/connector.ts'
import type { Event } from '../../store.ts'
import { reduceConnectors } from './connectorList.ts'

/** Keeps who announced themselves, and which wallet of the registry each is. */
export const reduceLateConnectors = (state: readonly ConnectorInfo[], e: Event): readonly ConnectorInfo[] =>
  e.type === 'connector/recognised'
    ? state.map((c) => (c.id === e.id && c.namespace === e.namespace ? { ...c, explorerId: e.explorerId } : c))
    : reduceConnectors(state, e)
