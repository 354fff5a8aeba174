import type { ConnectorInfo } from '../../model/connector.ts'
import type { Event } from '../../model/state.ts'
import { reduceConnectors } from './connectorList.ts'

/** Stores announced connectors, with their registry wallets. */
export const reduceDeferredConnectors = (state: readonly ConnectorInfo[], e: Event): readonly ConnectorInfo[] =>
  e.type === 'connector/recognised'
    ? state.map((c) => (c.id === e.id && c.namespace === e.namespace ? { ...c, explorerId: e.explorerId } : c))
    : reduceConnectors(state, e)
